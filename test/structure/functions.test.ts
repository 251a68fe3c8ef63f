import ts from "typescript";
import { expect, it } from "vitest";
import { filesBelow, textOf } from "./support/sources.js";

const MOST_LINES = 80;

it("no function is longer than eighty lines", () => {
  const files = filesBelow("packages").filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path));
  expect(files.flatMap(longFunctions)).toEqual([]);
});

function longFunctions(path: string): string[] {
  const text = textOf(path);
  if (text.split("\n").length <= MOST_LINES) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isLong = lineAt(node.end) - lineAt(node.getStart()) >= MOST_LINES;
    if (!isLong && node !== file) return;
    if (ts.isFunctionLike(node)) found.push(`${path}: ${node.name?.getText() ?? "anonymous"}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
