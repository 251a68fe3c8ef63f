import { type Diagnostic, diagnose, errorsOf, type ParseOptions, parse, type Span } from "@semantic-xpath/parser";
import { check, type Schema } from "@semantic-xpath/planner";
import { changed, type Draft, draftOf, originOf, withoutMargins } from "./draft.js";
import { isQuoted, type Read, type Reading, readingsOf, type Surroundings, withRoot } from "./readings.js";
import type { Operation } from "./rules/rule.js";
import { type Candidate, candidatesOf } from "./source/candidates.js";

export interface MigrateOptions extends ParseOptions {
  /** Known types: they decide if a root was left out, and check the readings. Default null: unknown. */
  readonly schema?: Schema | null;
  /** Types that the root of the data has. Default: those of the schema. */
  readonly roots?: readonly string[];
  /**
   * Origin of the text, if known. `demo`: it has its meaning in the authors' demo, even if it is valid today with another meaning. Default null: a
   * valid text stays unchanged.
   */
  readonly from?: "demo" | null;
}

/** A text in today's language. */
export interface Migration {
  /** Operation that the text requests on the results; null without one. */
  readonly operation: Operation | null;
  /** One where the meaning is sure, several where something is ambiguous, none where the text can't be read. All of them compile. */
  readonly readings: readonly Reading[];
  /** Reasons for the lack of a reading; spans in the given text. */
  readonly problems: readonly Diagnostic[];
  /** One reading, which no guess was needed for. */
  readonly isSure: boolean;
}

/** One of the queries of a text. */
export interface MigratedQuery extends Migration {
  /** Place of the text that a reading replaces. */
  readonly span: Span;
}

/**
 * Reads a query in the language of the paper, of the authors' demo, or as language models write it, and prints it in today's language.
 * A module is read as a whole. Never throws, but a `RangeError` for a limit that is not a number from 0 up; the time is linear in the text.
 *
 * @example migrate('Read(/Plan/Day[atom(content =~ "rain")])').readings[0]?.text // '/Plan/Day[content =~ "rain"]'
 */
export function migrate(text: string, options: MigrateOptions = {}): Migration {
  const limits = limitsIn(options);
  const { ast, diagnostics } = parse(text, limits);
  const tooLong = tooLongIn(text, options);
  if (tooLong !== null) return unread([tooLong]);
  if (options.from !== "demo" && isToday(text, options)) return unchanged(text, options);
  const queries = migrateEach(text, options);
  const [first, second] = queries;
  if (first === undefined) return unread(diagnostics);
  if (ast.declarations.length > 0) return wholeText(text, queries);
  if (second === undefined) return first;
  const secondText = text.slice(second.span.start, second.span.end);
  return unread([diagnose("SXP1005", second.span, { text: secondText })]);
}

/** Each query of a text: one a line, in JSON, in fences, in a module. See `migrate`. */
export function migrateAll(text: string, options: MigrateOptions = {}): readonly MigratedQuery[] {
  const span = { start: 0, end: text.length };
  const isModule = parse(text, limitsIn(options)).ast.query === null;
  const tooLong = tooLongIn(text, options);
  if (tooLong !== null) return [{ ...unread([tooLong]), span }];
  if (!isModule && options.from !== "demo" && isToday(text, options)) return [{ ...unchanged(text, options), span }];
  return migrateEach(text, options);
}

const MAX_UNITS = 1 << 22;

/** A text of several queries may be as long as a module; each of them is held to the other limits by itself. */
function tooLongIn(text: string, { maxModuleBytes: limit = MAX_UNITS }: MigrateOptions): Diagnostic | null {
  if (text.length <= limit) return null;
  return diagnose("SXP1009", { start: 0, end: text.length }, { what: "bytes", limit });
}

const migrateEach = (text: string, options: MigrateOptions): readonly MigratedQuery[] =>
  candidatesOf(text).map((candidate) => ({ ...migratedQuery(candidate, options), span: candidate.span }));

function migratedQuery({ draft, operation, parameters }: Candidate, options: MigrateOptions): Read {
  const context = knownOf(options, parameters);
  const isWhole = options.from !== "demo" && isCorrect(draft.text, context) && !withRoot(draft, context);
  if (isWhole) {
    const diagnostics = diagnosticsOf(draft.text, context);
    return { operation, readings: [{ text: draft.text, notes: draft.notes, diagnostics }], problems: [], isSure: true };
  }
  const read = translated(draft, context) ?? readingsOf(draft, context);
  return { ...read, operation: read.operation ?? operation };
}

/** Translation of a text in another language by the parser; null without one. */
function translated(draft: Draft, known: Surroundings): Read | null {
  const [found] = parse(draft.text, known.limits).diagnostics;
  if (found?.code !== "SXP1038" && found?.code !== "SXP1039") return null;
  const readings = found.fixes.map((fix) => {
    const change = { span: found.span, edits: fix.edits, what: fix.title, why: found.message };
    const { text, notes } = withoutMargins(changed(draft, [change]));
    return { text, notes, diagnostics: diagnosticsOf(text, known) };
  });
  const problems = readings.length > 0 ? [] : [{ ...found, span: originOf(draft, found.span) }];
  return { operation: null, readings, problems, isSure: readings.length === 1 };
}

function knownOf(options: MigrateOptions, parameters: Surroundings["parameters"]): Surroundings {
  const { schema = null, roots = schema?.roots ?? [] } = options;
  return { schema, roots, isFromDemo: options.from === "demo", limits: limitsIn(options), parameters };
}

const limitsIn = ({ maxBytes, maxModuleBytes, maxNesting, maxSteps, maxOperators }: MigrateOptions): ParseOptions => ({
  ...(maxBytes === undefined ? {} : { maxBytes }),
  ...(maxModuleBytes === undefined ? {} : { maxModuleBytes }),
  ...(maxNesting === undefined ? {} : { maxNesting }),
  ...(maxSteps === undefined ? {} : { maxSteps }),
  ...(maxOperators === undefined ? {} : { maxOperators }),
});

/** Tests that a whole text is valid unchanged: a query, or a module in which every query begins at its root. */
function isToday(text: string, options: MigrateOptions): boolean {
  const context = knownOf(options, null);
  if (!isCorrect(text, context)) return false;
  const { query, declarations } = parse(text).ast;
  const spans = query === null ? declarations.map((each) => each.query.span) : [{ start: 0, end: text.length }];
  return !spans.some((span) => withRoot(draftOf(text, [span]), context));
}

/** Names outside of a schema do not concern dialects. A text in quotes, which is a relevance by itself, was meant as its content. */
const isCorrect = (text: string, known: Surroundings): boolean =>
  !isQuoted(parse(text, known.limits)) &&
  errorsOf(parse(text, known.limits).diagnostics).length === 0 &&
  diagnosticsOf(text, known).every(({ runnable }) => runnable);

function diagnosticsOf(text: string, { schema, limits, parameters }: Surroundings): readonly Diagnostic[] {
  const { ast, diagnostics } = parse(text, limits);
  const checkFindings =
    ast.query === null
      ? ast.declarations.flatMap((each) => check(each.query, schema, each.parameters).diagnostics)
      : check(ast.query, schema, parameters).diagnostics;
  return [...diagnostics, ...checkFindings];
}

const unread = (problems: readonly Diagnostic[]): Migration => ({
  operation: null,
  readings: [],
  problems,
  isSure: false,
});

const unchanged = (text: string, options: MigrateOptions): Migration => ({
  operation: null,
  readings: [{ text, notes: [], diagnostics: diagnosticsOf(text, knownOf(options, null)) }],
  problems: [],
  isSure: true,
});

const MAX_READINGS = 8;

/** A module with each of its queries in one of its readings. */
function wholeText(text: string, queries: readonly MigratedQuery[]): Migration {
  const unreadable = queries.filter(({ readings }) => readings.length === 0);
  if (unreadable.length > 0) return unread(unreadable.flatMap(({ problems }) => problems));
  const count = Math.min(
    MAX_READINGS,
    queries.reduce((product, { readings }) => Math.min(MAX_READINGS, product * readings.length), 1),
  );
  const readings = Array.from({ length: count }, (_, number) => {
    let remaining = number;
    const chosen = queries.map(({ span, readings: own }) => {
      const reading = own[remaining % own.length]!;
      remaining = Math.floor(remaining / own.length);
      return { span, reading };
    });
    return spliced(text, chosen);
  });
  // Queries that are right alone may not be so beside each other.
  const isParsed = readings.every((reading) => errorsOf(parse(reading.text).diagnostics).length === 0);
  return { operation: null, readings, problems: [], isSure: isParsed && queries.every(({ isSure }) => isSure) };
}

function spliced(text: string, chosen: readonly { readonly span: Span; readonly reading: Reading }[]): Reading {
  let result = "";
  let at = 0;
  for (const { span, reading } of chosen) {
    result += text.slice(at, span.start) + reading.text;
    at = span.end;
  }
  result += text.slice(at);
  const notes = chosen.flatMap(({ reading }) => reading.notes);
  return { text: result, notes, diagnostics: parse(result).diagnostics };
}
