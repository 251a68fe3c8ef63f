import type { Document } from "./ast/nodes.js";
import { diagnose } from "./diagnostics/diagnose.js";
import { type Diagnostic, errorsOf } from "./diagnostics/diagnostic.js";
import { offer } from "./diagnostics/fix.js";
import { applyEdits, chooseEdits } from "./diagnostics/repair.js";
import { dialectOf } from "./dialects/dialectOf.js";
import { slipsIn } from "./dialects/slips.js";
import { reportTwiceDeclared } from "./grammar/module.js";
import { DEFAULTS, limitsOf, type ParseLimits, type ParseOptions } from "./parseOptions.js";
import { documentOf, exceedsBytes, missingQuery, readParts, sorted, wholeOf } from "./readParts.js";
import { createSource, report, type Source } from "./source.js";
import { readTokens } from "./tokens/readTokens.js";

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

/** Maximum length of a text whose dialect is detected. */
const MAX_UNITS = 2000;

/** Reports a text of another language with its translation, and nothing else. True if it did. */
function reportForeign(source: Source, limits: ParseLimits): boolean {
  const { text } = source;
  if (text.length > MAX_UNITS) return false;
  const slip = dialectDiagnostic(text) ?? slipDiagnostic(text, limits);
  // Mistakes in a record take precedence.
  const ownMistake = source.diagnostics.find(
    ({ code, message }) => OF_RECORDS.has(code) || message.includes("a field such as"),
  );
  const mistake = slip?.code === "SXP1039" && ownMistake !== undefined ? { ...ownMistake, fixes: slip.fixes } : slip;
  if (mistake !== null) source.diagnostics.splice(0, source.diagnostics.length, mistake);
  return mistake !== null;
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

/** Slips of a text with errors are reported if nothing is wrong without them. */
function slipDiagnostic(text: string, limits: ParseLimits): Diagnostic | null {
  let edits = slipsIn(text);
  const [first] = edits;
  if (first === undefined) return null;
  let translation = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    translation = applyEdits(translation, edits);
    const errors = errorsOf(diagnosticsOf(translation, limits));
    if (errors.length === 0) {
      const { span } = first;
      const written = text.slice(span.start, span.end);
      const fixes = [offer("Translate it", { start: 0, end: text.length }, translation)];
      return diagnose("SXP1039", span, { written, translation }, fixes);
    }
    const slips = slipsIn(translation);
    edits = slips.length > 0 ? slips : chooseEdits(errors);
  }
  return null;
}

const MAX_ROUNDS = 3;

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
