import type { IToken } from "chevrotain";
import type { Comment, Declaration, Document, Import, Query } from "./ast/nodes.js";
import { byStart, type Span } from "./ast/span.js";
import type { UpdateDeclaration } from "./ast/updateNodes.js";
import { diagnose } from "./diagnostics/diagnose.js";
import { type Diagnostic, errorsOf } from "./diagnostics/diagnostic.js";
import { offer } from "./diagnostics/fix.js";
import { applyEdits, chooseEdits } from "./diagnostics/repair.js";
import { dialectOf } from "./dialects/dialectOf.js";
import { slipsIn } from "./dialects/slips.js";
import { reportTwiceDeclared } from "./grammar/module.js";
import { type Parts, readDocument } from "./grammar/parser.js";
import { createSource, endOf, report, type Source, spanOf, withdrawIn } from "./source.js";
import { readTokens, type TokenPart, type TokenReading } from "./tokens/readTokens.js";

/** Limits on what is parsed. A query beyond one of them gives `SXP1009` and is `Missing`; the other queries of a module stay. */
export interface ParseOptions {
  /** Bytes of a bare query or of one declaration, in UTF-8. Default 65536. */
  readonly maxBytes?: number;
  /** Bytes of a whole module, in UTF-8. Default 4194304. */
  readonly maxModuleBytes?: number;
  /** Depth of brackets, parentheses and `1-` within one another. Default 200. */
  readonly maxNesting?: number;
  /** Steps of one query, those of evidence paths included. Default 256. */
  readonly maxSteps?: number;
}

export interface Parsed {
  /** Complete for every text; what the text lacks is `Missing`. */
  readonly ast: Document;
  /** In the order of their places, at most one per place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a document: one bare query, or imports and declarations. Never throws, but a `RangeError` for a limit that is not a number
 * from 0 up; takes time linear in the text.
 *
 * @example parse('/Plan/Day[2]').ast.query?.paths.length // 1
 */
export function parse(text: string, options: ParseOptions = DEFAULTS): Parsed {
  const limits = limitsOf(options);
  const source = createSource(text);
  if (exceedsBytes(text, wholeOf(text), limits.maxModuleBytes)) return refused(source, limits.maxModuleBytes);
  const reading = readTokens(source, limits.maxNesting);
  let parts = readParts(source, reading, limits);
  if (reading.isModule) reportTwiceDeclared(source, [...parts.declarations, ...parts.updates]);
  else if (errorsOf(source.diagnostics).length > 0 && reportForeign(source, limits)) {
    // Nothing is said about names and types of what is read in another way.
    const query = parts.query === null ? null : missingQuery(source);
    parts = { ...parts, query };
  }
  return { ast: documentOf(source, reading.comments, parts), diagnostics: sorted(source.diagnostics) };
}

/** What a longer text is written in is not looked for. */
const MOST_UNITS = 2000;

/** Of what is written as in another language only that is said, with its translation. Gives whether something is. */
function reportForeign(source: Source, limits: ParseLimits): boolean {
  const { text } = source;
  if (text.length > MOST_UNITS) return false;
  const slip = dialectDiagnostic(text) ?? slipDiagnostic(text, limits);
  // What is wrong with a record is said as such.
  const own = source.diagnostics.find(
    ({ code, message }) => OF_RECORDS.has(code) || message.includes("a field such as"),
  );
  const found = slip?.code === "SXP1039" && own !== undefined ? { ...own, fixes: slip.fixes } : slip;
  if (found !== null) source.diagnostics.splice(0, source.diagnostics.length, found);
  return found !== null;
}

const OF_RECORDS: ReadonlySet<string> = new Set(["SXP1014", "SXP1042"]);

function dialectDiagnostic(text: string): Diagnostic | null {
  const dialect = dialectOf(text);
  if (dialect === null) return null;
  const span = { start: text.search(/\S/), end: text.trimEnd().length };
  const { name: language, translations, unsaid } = dialect;
  const titles = translations.length > 1 ? ["Translate it, as a value", "Translate it, as nodes"] : ["Translate it"];
  const fixes = translations.map((translation, i) => offer(titles[i]!, span, translation));
  return diagnose("SXP1038", span, { language, translations, unsaid }, fixes);
}

/** Slips are reported if nothing is wrong without them. */
function slipDiagnostic(text: string, limits: ParseLimits): Diagnostic | null {
  const [first] = slipsIn(text);
  if (first === undefined) return null;
  let translation = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const errors = errorsOf(diagnosticsOf(translation, limits));
    if (errors.length === 0) {
      const { span } = first;
      const written = text.slice(span.start, span.end);
      const fixes = [offer("Translate it", { start: 0, end: text.length }, translation)];
      return diagnose("SXP1039", span, { written, translation }, fixes);
    }
    const slips = slipsIn(translation);
    translation = applyEdits(translation, slips.length > 0 ? slips : chooseEdits(errors));
  }
  return null;
}

const MOST_ROUNDS = 4;

function diagnosticsOf(text: string, limits: ParseLimits): readonly Diagnostic[] {
  const source = createSource(text);
  readParts(source, readTokens(source, limits.maxNesting), limits);
  return source.diagnostics;
}

/** A text that is too long to be read at all. */
function refused(source: Source, limit: number): Parsed {
  report(source, "SXP1009", wholeOf(source.text), { what: "bytes", limit });
  const ast = documentOf(source, [], {
    imports: [],
    declarations: [],
    updates: [],
    query: missingQuery(source),
    update: null,
  });
  return { ast, diagnostics: source.diagnostics };
}

export type ParseLimits = Required<ParseOptions>;

export const DEFAULTS: ParseLimits = { maxBytes: 1 << 16, maxModuleBytes: 1 << 22, maxNesting: 200, maxSteps: 256 };

export function limitsOf(options: ParseOptions): ParseLimits {
  if (options === DEFAULTS) return DEFAULTS;
  const limits = { ...DEFAULTS, ...options };
  // Compared with NaN nothing would be too large.
  for (const [name, limit] of Object.entries(limits))
    if (!(typeof limit === "number" && limit >= 0))
      throw new RangeError(`${name} must be a number from 0 up, not ${limit}`);
  return limits;
}

/** Reads part by part; what was read of one says nothing about the next. */
export function readParts(
  source: Source,
  { parts, isModule }: Pick<TokenReading, "parts" | "isModule">,
  limits: ParseLimits,
): Parts {
  const { contentEnd, following } = source;
  const imports: Import[] = [];
  const declarations: Declaration[] = [];
  const updates: UpdateDeclaration[] = [];
  let query: Query | null = null;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    source.following = parts[i + 1]?.tokens[0] ?? following;
    source.isOpenEnded = part.isOpenEnded;
    source.contentEnd = source.following === null ? contentEnd : Number.POSITIVE_INFINITY;
    if (isOverLimit(source, part, isModule, limits)) {
      if (!isModule) query = missingQuery(source);
      continue;
    }
    const read = readDocument(source, part.tokens, isModule);
    if (!isModule) return read;
    imports.push(...read.imports);
    declarations.push(...read.declarations);
    updates.push(...read.updates);
  }
  return { imports, declarations, updates, query, update: null };
}

/** Nothing is said about a query that is over a limit, but that it is. */
function isOverLimit(
  source: Source,
  { tokens, nesting, steps }: TokenPart,
  isModule: boolean,
  { maxBytes, maxNesting, maxSteps }: ParseLimits,
): boolean {
  const { text } = source;
  const first = tokens[0];
  const last = tokens.at(-1);
  const isPart = isModule && first !== undefined && last !== undefined;
  const span = isPart ? { start: first.startOffset, end: endOf(last) } : wholeOf(text);
  if (isModule && !isPart) return false;
  const over = (what: string, limit: number): true => {
    withdrawIn(source, 0, span);
    report(source, "SXP1009", span, { what, limit });
    return true;
  };
  if (exceedsBytes(text, span, maxBytes)) return over("bytes", maxBytes);
  if (nesting > maxNesting) return over("brackets within one another", maxNesting);
  return steps > maxSteps && over("steps", maxSteps);
}

export function documentOf({ text }: Source, comments: readonly IToken[], parts: Parts): Document {
  const { imports, declarations, updates, query, update } = parts;
  const span = wholeOf(text);
  return { kind: "Document", span, imports, declarations, updates, query, update, comments: comments.map(commentOf) };
}

const wholeOf = (text: string): Span => ({ start: 0, end: text.length });

const commentOf = (token: IToken): Comment => ({ kind: "Comment", span: spanOf(token), text: token.image });

/** Whether a span of a text is longer in UTF-8; a surrogate alone is written as U+FFFD. */
function exceedsBytes(text: string, { start, end }: Span, limit: number): boolean {
  const length = end - start;
  if (length > limit || length * 3 <= limit) return length > limit;
  let bytes = 0;
  for (let at = start; at < end; at++) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) at++;
  }
  return bytes > limit;
}

const missingQuery = ({ text }: Source): Query => {
  const span = wholeOf(text);
  return { kind: "Query", span, paths: [{ kind: "Missing", span, expected: "a query" }] };
};

export const sorted = (diagnostics: Diagnostic[]): Diagnostic[] =>
  diagnostics.length < 2 ? diagnostics : diagnostics.sort(byStart);
