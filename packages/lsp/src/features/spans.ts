import type { Span } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A span of a whole file as the protocol counts it. */
export const rangeIn = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

/** Whether an offset lies in a span or at one of its ends. */
export const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** Whether two spans overlap or meet. */
export const touches = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;
