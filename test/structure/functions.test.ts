import { expect, it } from "vitest";
import { visitSyntax } from "../support/syntax.js";
import { filesBelow, textOf } from "./support/sources.js";

const MAX_LINES = 80;

it("no function is longer than eighty lines", () => {
  const files = filesBelow("packages").filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path));
  expect(files.flatMap(longFunctions)).toEqual([]);
});

const IS_FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

function longFunctions(path: string): string[] {
  const text = textOf(path);
  if (text.split("\n").length <= MAX_LINES) return [];
  const found: string[] = [];
  visitSyntax(path, text, ({ type, start, end }) => {
    const code = text.slice(start, end);
    const isLong = code.split("\n").length > MAX_LINES;
    if (isLong && IS_FUNCTION.test(type)) found.push(`${path}: ${code.slice(0, code.indexOf("\n"))}`);
    return isLong;
  });
  return found;
}
