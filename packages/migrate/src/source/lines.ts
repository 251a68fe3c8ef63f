import type { Span } from "@semantic-xpath/parser";
import { leftOut, type Note } from "../draft.js";
import type { Operation } from "../rules/rule.js";
import { OPERATIONS } from "../rules/words.js";

export interface Line extends Span {
  /** Start of the next line. */
  readonly next: number;
}

export function linesOf(text: string, { start, end }: Span): readonly Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    lines.push({ start: at, end: newline < 0 || newline >= end ? end : newline, next });
    at = next;
  }
  return lines;
}

/** A query that was found: the spans that it consists of, in order. */
interface FoundQuery {
  readonly spans: Span[];
  readonly notes: Note[];
  operation: Operation | null;
}

/** `/…`, `(/…`, `./…`, `Read(…`: nothing in prose begins so. */
export const beginsQuery = (text: string): boolean => {
  if (/^\(*\.?\//.test(text)) return true;
  const name = /^([a-z]{3,8})\s?\(/i.exec(text)?.[1];
  return name !== undefined && OPERATIONS.has(name.toLowerCase());
};

/** The queries of lines, each with what continues it in the lines after; other lines are prose. Empty: no line begins a query. */
export function queryLines(text: string, lines: readonly Line[]): readonly FoundQuery[] {
  const queries: FoundQuery[] = [];
  const prose: Span[] = [];
  let operation: Operation | null = null;
  let depth = 0;
  for (const line of lines) {
    const read = readLine(text, line);
    const last = queries.at(-1);
    const isIndented = /^\s/.test(text.slice(line.start, line.end));
    if (last !== undefined && (depth > 0 || (isIndented && read.label === null) || isContinuation(text, read.span))) {
      if (line.end > line.start) last.spans.push({ start: line.start, end: line.end });
      const before = last.spans.at(-2);
      if (before !== undefined && before.end < line.start)
        last.spans.splice(-1, 0, { start: before.end, end: line.start });
      depth = Math.max(0, depth + depthOf(text, line));
    } else if (beginsQuery(text.slice(read.span.start, read.span.end))) {
      queries.push({ spans: [read.span], notes: read.notes, operation: read.operation ?? operation });
      depth = Math.max(0, depthOf(text, read.span));
    } else {
      const operationName = OPERATION_LINE.exec(text.slice(line.start, line.end))?.[1];
      operation = OPERATIONS.get(operationName?.toLowerCase() ?? "") ?? operation;
      if (read.span.start < read.span.end) prose.push(read.whole);
    }
  }
  const notes = prose.map((span) => leftOut(text, span, "It is a line of text beside the query."));
  queries[0]?.notes.push(...notes);
  if (queries.length === 1 && queries[0]!.operation === null) queries[0]!.operation = operation;
  for (const query of queries) trimEnd(text, query);
  return queries;
}

const OPERATION_LINE = /^\W{0,4}(?:operation|action|crud|intent)\W{1,5}(\w{3,8})\b/i;

/** A bracket or a bar at the start of a line goes on with the line before. */
const isContinuation = (text: string, { start, end }: Span): boolean => start < end && "[])|".includes(text[start]!);

interface ReadLine {
  readonly span: Span;
  /** Without the white space around it. */
  readonly whole: Span;
  readonly notes: Note[];
  readonly label: string | null;
  readonly operation: Operation | null;
}

const BULLET = /^(?:[-*+•>$]|\d{1,3}[.)])\s+/;
const LABEL = /^\*{0,2}[a-z][\w -]{0,40}\*{0,2}[:=]\*{0,2}\s*(?=[`"'“*]{0,3}(?:\(*\.?\/|[a-z]{3,8}\s?\())/i;
const TAG = /^<([a-z][\w-]{0,20})>\s*/i;
const VERB = /^(create|read|update|delete)\s{0,4}:?\s{1,4}(?=\(*\/)/i;
const QUOTES: Readonly<Record<string, string>> = { "`": "`", '"': '"', "'": "'", "“": "”" };

/** A line without its bullet, its label and its quotes. */
function readLine(text: string, line: Span): ReadLine {
  const notes: Note[] = [];
  const inside = text.slice(line.start, line.end);
  let start = line.start + inside.length - inside.trimStart().length;
  let end = Math.max(start, line.start + inside.trimEnd().length);
  const wholeLine = { start, end };
  let label: string | null = null;
  let operation: Operation | null = null;
  const cut = (length: number, why: string): void => {
    notes.push(leftOut(text, { start, end: start + length }, why));
    start += length;
  };
  for (let round = 0; round < 6; round++) {
    const remainder = text.slice(start, end);
    const verb = VERB.exec(remainder);
    const prefix = BULLET.exec(remainder)?.[0] ?? verb?.[0] ?? LABEL.exec(remainder)?.[0];
    const tag = TAG.exec(remainder);
    const closing = tag === null ? QUOTES[remainder[0] ?? ""] : `</${tag[1]}>`;
    const opening = tag?.[0].length ?? 1;
    if (prefix !== undefined) {
      label = prefix;
      if (verb !== null) operation = OPERATIONS.get(verb[1]!.toLowerCase()) ?? null;
      cut(prefix.length, "It says what follows, and is no part of the query.");
    } else if (closing !== undefined && remainder.length > opening + closing.length && remainder.endsWith(closing)) {
      cut(opening, "What is around the query is no part of it.");
      end -= closing.length;
    } else if (
      /^[^,;]*\S[.;,]$/.test(remainder.slice(-3)) &&
      /[\])\w*"'`”][.;,]$/.test(remainder) &&
      beginsAny(remainder)
    )
      end--;
    else break;
  }
  const code = beginsQuery(text.slice(start, end)) ? null : codeIn(text, { start, end });
  if (code !== null) {
    const description = "only what is between the backquotes is read";
    notes.push({ span: wholeLine, what: description, why: "The text around a piece of code is no query." });
  }
  return { span: code ?? { start, end }, whole: wholeLine, notes, label, operation };
}

/** Text between backquotes in a line that begins like a query. */
function codeIn(text: string, { start, end }: Span): Span | null {
  for (let from = text.indexOf("`", start); from >= 0 && from < end; ) {
    const to = text.indexOf("`", from + 1);
    if (to < 0 || to >= end) return null;
    if (beginsQuery(text.slice(from + 1, to))) return { start: from + 1, end: to };
    from = to;
  }
  return null;
}

const beginsAny = (text: string): boolean => beginsQuery(text.replace(/^[`"'“]/, ""));

/** By how many brackets a line goes in; what is in quotes counts nothing. */
function depthOf(text: string, { start, end }: Span): number {
  let depth = 0;
  let quote: string | null = null;
  for (let at = start; at < end; at++) {
    const character = text[at]!;
    if (quote !== null) {
      if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
  }
  return depth;
}

function trimEnd(text: string, { spans }: FoundQuery): void {
  for (let last = spans.at(-1); last !== undefined && spans.length > 1; last = spans.at(-1)) {
    if (text.slice(last.start, last.end).trim() !== "") return;
    spans.pop();
  }
}
