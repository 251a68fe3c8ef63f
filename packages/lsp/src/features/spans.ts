import type { Span, TextEdit } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A span of a whole file as the protocol counts it. */
export const rangeIn = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

/** Tests that an offset is in a span or at one of its ends. */
export const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** Changed part: all between the common beginning and the common end; it reaches to `until` afterwards. */
export function changedPart(before: ArrayLike<unknown>, after: ArrayLike<unknown>): Span & { readonly until: number } {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  let same = 0;
  while (same < limit - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same, until: after.length - same };
}

/** The one edit that makes another text of a text. */
export function difference(before: string, after: string): TextEdit {
  const { start, end, until } = changedPart(before, after);
  return { span: { start, end }, newText: after.slice(start, until) };
}

/** Tests that two spans overlap or meet. */
export const touches = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;
