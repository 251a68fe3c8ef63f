import { type Declaration, type Parameter, parse, type Span, tokenize } from "@semantic-xpath/parser";
import { type Draft, decodedDraft, draftOf, type Note } from "../draft.js";
import type { Operation } from "../rules/rule.js";
import { queriesInJson } from "./json.js";
import { type Line, linesOf, queryLines } from "./lines.js";

/** A query as it stands in a text: the region that is its place, and the query itself. */
export interface Candidate {
  readonly span: Span;
  readonly draft: Draft;
  /** Operation beside it. */
  readonly operation: Operation | null;
  /** Parameters of the declaration around it. */
  readonly parameters: readonly Parameter[] | null;
}

/** Finds the queries of a text: in JSON, in fences, after labels, one a line. A text without any of that is one query. */
export function candidatesOf(text: string): readonly Candidate[] {
  return declaredQueries(text) ?? queriesIn(text, { start: 0, end: text.length });
}

function queriesIn(text: string, span: Span): readonly Candidate[] {
  const json = queriesInJson(text, span);
  if (json !== null)
    return json.map(({ value, span: at, operation, notes }) => ({
      span: at,
      draft: decodedDraft(value, at, notes),
      operation,
      parameters: null,
    }));
  const lines = linesOf(text, span);
  const blocks = fencesOf(text, lines);
  if (blocks.length > 0) {
    const candidates = blocks.flatMap((block) => queriesIn(text, block));
    return candidates.map((candidate) => ({ ...candidate, draft: withNote(candidate.draft, fenceNote(span, text)) }));
  }
  const candidates = queryLines(text, lines);
  if (candidates.length > 0) {
    return candidates.map(({ spans, notes, operation }) => ({
      span: { start: spans[0]!.start, end: spans.at(-1)!.end },
      draft: draftOf(text, spans, notes),
      operation,
      parameters: null,
    }));
  }
  const trimmedSpan = trimmed(text, span);
  if (trimmedSpan.start === trimmedSpan.end) return [];
  return [{ span: trimmedSpan, draft: draftOf(text, [trimmedSpan]), operation: null, parameters: null }];
}

const withNote = (draft: Draft, note: Note): Draft => ({ ...draft, notes: [note, ...draft.notes] });

const fenceNote = (span: Span, text: string): Note => ({
  span: trimmed(text, span),
  what: "only what is between the fences is read",
  why: "The text around a block of code is no query.",
});

/** Blocks between ``` lines; the last block may be left open. */
function fencesOf(text: string, lines: readonly Line[]): readonly Span[] {
  const blocks: Span[] = [];
  let start: number | null = null;
  for (const line of lines) {
    if (!/^\s{0,8}(?:```|~~~)/.test(text.slice(line.start, line.end))) continue;
    if (start === null) start = line.next;
    else {
      blocks.push({ start, end: line.start });
      start = null;
    }
  }
  const end = lines.at(-1)?.end ?? 0;
  if (start !== null && start < end) blocks.push({ start, end });
  return blocks;
}

/** The queries of a module, between `:=` and `;`. Null for other texts. */
function declaredQueries(text: string): readonly Candidate[] | null {
  const { declarations, imports } = parse(text).ast;
  if (declarations.length === 0 && imports.length === 0) return null;
  const candidates: Candidate[] = [];
  let start: number | null = null;
  const close = (end: number): void => {
    if (start === null) return;
    const span = trimmed(text, { start, end });
    if (span.start < span.end)
      candidates.push({
        span,
        draft: draftOf(text, [span]),
        operation: null,
        parameters: parametersAt(declarations, span),
      });
    start = null;
  };
  for (const { kind, span } of tokenize(text)) {
    const word = kind === "punctuation" || kind === "keyword" ? text.slice(span.start, span.end) : "";
    if (word === ";" || word === "declare") close(span.start);
    else if (word === ":=") start = span.end;
  }
  close(text.length);
  return candidates;
}

/** The declaration that begins last before a place; there are as many at most as there are queries. */
function parametersAt(declarations: readonly Declaration[], { start }: Span): readonly Parameter[] {
  let low = 0;
  let high = declarations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (declarations[middle]!.span.start < start) low = middle + 1;
    else high = middle;
  }
  return declarations[low - 1]?.parameters ?? [];
}

function trimmed(text: string, { start, end }: Span): Span {
  const inside = text.slice(start, end);
  const from = start + inside.length - inside.trimStart().length;
  return { start: Math.min(from, end), end: Math.max(from, start + inside.trimEnd().length) };
}
