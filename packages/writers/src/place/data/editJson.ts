import { createScanner } from "jsonc-parser";
import type { Editor } from "../editors.js";
import { dataWays } from "./dataWays.js";
import { FlowLayout } from "./flowLayout.js";
import { addValue, type Member, topValue, type Value, type Values } from "./value.js";

/** Edits in JSON and JSON Lines. Comments and trailing white space stay where they are. */
export const editJson: Editor = (text, tree) =>
  dataWays(tree, jsonValues(text, tree.source.format === "jsonl"), new FlowLayout(text));

/** Token kinds of the scanner, whose own enum exists for the compiler only. */
const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  string: 10,
  number: 11,
} as const;
const END = 17;

/** The values of a text that has been read as JSON or JSON Lines; of lines the root is a list. It keeps its own stack. */
function jsonValues(text: string, isLines: boolean): Values {
  const scanner = createScanner(text, true);
  if (text.charCodeAt(0) === 0xfeff) scanner.setPosition(1);
  const byStart = new Map<number, Value>();
  const lines = topValue(text.length);
  const open: Value[] = [lines];
  let key: Omit<Member, "value"> | null = null;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    const [start, end] = [scanner.getTokenOffset(), scanner.getPosition()];
    const top = open[open.length - 1]!;
    if (token === Token.comma || token === Token.colon) continue;
    if (token === Token.closeBrace || token === Token.closeBracket) {
      if (open.length > 1) open.pop()!.end = end;
    } else if (top.kind === "object" && key === null) {
      key = { key: scanner.getTokenValue(), keyStart: start, keyEnd: end };
    } else {
      const kind = token === Token.openBrace ? "object" : token === Token.openBracket ? "array" : "scalar";
      const content = token === Token.null || kind !== "scalar" ? null : scanner.getTokenValue();
      const value = addValue(top, key, { kind, start, end, text: content, isString: token === Token.string });
      key = null;
      byStart.set(start, value);
      if (value.kind !== "scalar") open.push(value);
    }
  }
  return { root: isLines ? lines : (lines.elements[0] ?? lines), byStart };
}
