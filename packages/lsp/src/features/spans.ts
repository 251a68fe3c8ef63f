import type { Span, TextEdit } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A span of a whole file as the protocol counts it. */
export const rangeIn = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

/** Whether an offset lies in a span or at one of its ends. */
export const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** The one edit that makes another text of a text, without what is the same at both ends. */
export function difference(before: string, after: string): TextEdit {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < limit - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { span: { start: head, end: before.length - tail }, newText: after.slice(head, after.length - tail) };
}

/** Whether two spans overlap or meet. */
export const touches = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;
