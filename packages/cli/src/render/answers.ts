import {
  type Cause,
  type Change,
  type Cost,
  type Inspection,
  type Nearest,
  shareText,
  type Why,
  type WhyNot,
  type WhyNotGroup,
  type WhyNotValue,
  wordsText,
} from "@semantic-xpath/inspect";
import { singleText, weightText } from "@semantic-xpath/inspect/numbers";
import type { Diagnostic, Span } from "@semantic-xpath/parser";
import type { CompiledQuery, ScoreAlgebra, TraceEvidence, TraceFactor } from "@semantic-xpath/runtime";
import { count, cut, inOneLine, NARROW, weightCell, widthOf, wrap } from "./columns.js";
import { emptyText, placeLines, type Source } from "./diagnostics.js";
import type { Screen } from "./screen.js";

/** Why a node is in the result: its place, in words, the scores that made its weight, and what cost it most. */
export function whyLines(why: Why, screen: Screen): string[] {
  const { path, rank, count, weight, factors, costs, contribution, sentences } = why;
  const { paint, columns } = screen;
  const measure = contribution === null ? weightText(weight) : contribution.gave.map(singleText).join(", ");
  return [
    `${paint.bold(measure)}  ${paint.cyan(path)}  ${paint.dim(`${rank} of ${count}`)}`,
    ...sentences.flatMap((said) => wrap(sentence(said), columns)),
    ...(factors.length === 0 ? [] : ["", ...factorLines(factors, screen)]),
    ...costLines(costs, path, screen),
  ];
}

/** Why a node is not in the result: the reason with its numbers, the place in the query, and the scores that decided. */
export function whyNotLines(whyNot: WhyNot, source: Source, screen: Screen): string[] {
  const { path, via, reason, message, span, algebra, ranked } = whyNot;
  const { paint, columns } = screen;
  return [
    `${paint.cyan(path)}  ${paint.dim(reason)}`,
    ...wrap(sentence(message), columns),
    ...(via === path ? [] : [paint.dim(`it would have come through ${via}`)]),
    ...placeLines(source, span, screen),
    ...(algebra === null ? [] : algebraLines(algebra, 0, screen)),
    ...(ranked === null ? [] : costLines(ranked.costs, path, screen)),
  ];
}

/** Nodes of a group that are listed; all of them are counted. */
const MAX_MEMBERS = 5;

/** Why no result is a group of a key: the reason, the place in the query, and the members with what left each out. */
export function whyNotGroupLines(whyNot: WhyNotGroup, source: Source, screen: Screen): string[] {
  const { condition, message, span, members, count: all } = whyNot;
  const { paint, columns } = screen;
  const listed = members
    .slice(0, MAX_MEMBERS)
    .map(({ path, whyNot: left }) => `${path}${left === null ? "" : `  ${paint.dim(left)}`}`);
  return [
    paint.cyan(condition),
    ...wrap(sentence(message), columns),
    ...placeLines(source, span, screen),
    ...listed,
    ...(all > listed.length && listed.length > 0
      ? [paint.dim(`and ${count(all - listed.length, "more", "more")}`)]
      : []),
  ];
}

/** Why a node is in no field of a record. */
export function whyNotValueLines({ field, of, whyNot }: WhyNotValue, source: Source, screen: Screen): string[] {
  const message = `it gives nothing to ${field} of ${of}: ${whyNot.message}`;
  return [...wrap(sentence(message), screen.columns), ...placeLines(source, whyNot.span, screen)];
}

/** A change that was tried: what it is, how much the changed query finds, and its text if that changes. */
export function changeLines(
  heading: "change" | "nearest",
  change: Change,
  { observation: { query, limit } }: Inspection,
  { paint, columns }: Screen,
): string[] {
  const lead = heading.length + 2;
  const isCut = change.count === (change.options.limit ?? limit);
  const outcome = `${count(change.count, "result")} then${isCut ? ", the limit" : ""}`;
  const messageLines = wrap(`${change.message} (${outcome})`, columns - lead);
  const text = change.edits.length === 0 ? [] : wrap(changedText(change, query.plan), columns - lead);
  return [...messageLines, ...text].map(
    (line, i) => `${i === 0 ? `${paint.green(`${heading}:`)} ` : " ".repeat(lead)}${line}`,
  );
}

/** The text of the query itself after the change; of a declared one, without the document around it. */
function changedText({ text }: Change, { text: before, span }: CompiledQuery["plan"]): string {
  return inOneLine(text.slice(span.start, span.end + text.length - before.length));
}

/** Causes that are shown after a result; JSON has all of them. */
const MAX_CAUSES = 2;

/** Findings about a run, and diagnostics of its query before it. */
interface Doubted {
  readonly nearest: Nearest | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Doubts about a run. First come the most likely causes, with the place of an empty result; without a cause, the place where the result became
 * empty; then the nearest query with results. Empty without doubts. A place of an earlier diagnostic is not repeated.
 */
export function doubtLines(
  inspection: Inspection,
  { nearest, diagnostics }: Doubted,
  source: Source,
  screen: Screen,
): string[] {
  const { empty } = inspection.result.stats;
  // A limit is a wish, not a fault.
  const causes = inspection.causes().filter(({ kind, span }) => kind !== "limit" && !isMarked(diagnostics, span));
  const [first, ...others] = causes.slice(0, MAX_CAUSES);
  const near = nearest === null ? [] : changeLines("nearest", nearest.change, inspection, screen);
  if (first !== undefined) {
    const place = empty === null ? [] : placeLines(source, first.span, screen);
    return [...causeLines([first], screen), ...place, ...causeLines(others, screen), ...near];
  }
  if (empty === null) return near;
  return [emptyText(source, { ...empty, message: wrap(empty.message, screen.columns).join("\n") }, screen), ...near];
}

const isMarked = (diagnostics: readonly Diagnostic[], { start, end }: Span): boolean =>
  diagnostics.some(({ span }) => span.start === start && span.end === end);

/** Why a run may disappoint, a sentence each, with what to do about it. */
export function causeLines(causes: readonly Cause[], { paint, columns }: Screen): string[] {
  return causes.flatMap(({ message, advice }) => {
    const advised = sentence(message);
    const lines = wrap(`${advised}${advice === null ? "" : ` ${sentence(advice)}`}`, columns - 2);
    return lines.map((line, i) => paint.yellow(`${i === 0 ? "! " : "  "}${line}`));
  });
}

/** With a capital and a full stop, whatever it was written for. What begins with a piece of a query stays as it is. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const end = /[.!?:)]$/.test(trimmed) ? "" : ".";
  const isProse = /^\p{Ll}+,? [\p{L}\d]/u.test(trimmed);
  return `${isProse ? trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1) : trimmed}${end}`;
}

const MAX_COSTS = 3;
/** Least loss that shows in four decimal places. */
const MIN_COST = 0.00005;

/** Costs of a node: the gain in its weight if that operand alone scored 1. A single cost is in the sentences. */
function costLines(costs: readonly Cost[], path: string, { paint, columns, glyphs }: Screen): string[] {
  const losses = costs.filter(({ lost }) => lost >= MIN_COST).slice(0, MAX_COSTS);
  if (losses.length < 2) return [];
  const lines = losses.map(({ lost, text, score, path: of }) => {
    const scoreText = ` scored ${weightText(score)}${of === path ? "" : ` on ${of}`}`;
    return (
      cut(`  -${weightText(lost)}  ${text}`, Math.max(24, columns - widthOf(scoreText)), glyphs.ellipsis) + scoreText
    );
  });
  return ["", paint.dim("what it lost most by"), ...lines];
}

const BAR_CELLS = 6;
const MAX_EVIDENCE = 8;
const INDENT = "  ";

/** A score with what it came from, a line each, operands below their operation. */
export function algebraLines(algebra: ScoreAlgebra, depth: number, screen: Screen): string[] {
  const { value, low, high, text, operation, operands, evidence, asked } = algebra;
  const interval = value === null ? `${weightText(low)} to ${weightText(high)}, not needed` : null;
  const lines = [line(value, interval, `${INDENT.repeat(depth)}${text}`, screen)];
  if (asked !== undefined) {
    const textOf = asked.text === null ? "there is no such text" : `of "${inOneLine(asked.text)}"`;
    lines.push(below(textOf, depth + 1, screen), ...wordsLines(algebra, depth + 1, screen));
  }
  for (const operand of operands) lines.push(...algebraLines(operand, depth + 1, screen));
  if (evidence !== undefined) lines.push(...evidenceLines(evidence, operation, depth + 1, screen));
  return lines;
}

/** Words of the scored text that counted, and their joint score, if the scorer explains itself. */
function wordsLines({ asked }: ScoreAlgebra, depth: number, screen: Screen): string[] {
  if (asked?.explanation === undefined) return [];
  const { explanation } = asked;
  const share = shareText(explanation);
  return [wordsText(explanation), ...(share === null ? [] : [`found ${share}`])].flatMap((said) =>
    wrap(said, roomBelow(depth, screen)).map((line) => below(line, depth, screen)),
  );
}

/** A line that belongs to the number above it. */
const below = (said: string, depth: number, screen: Screen): string =>
  `${lead(screen)}${INDENT.repeat(depth)}${screen.paint.dim(cut(said, roomBelow(depth, screen), screen.glyphs.ellipsis))}`;

const roomBelow = (depth: number, screen: Screen): number =>
  Math.max(8, screen.columns - lead(screen).length - INDENT.length * depth);

/** The evidence of an aggregate, the highest first. */
function evidenceLines(evidence: readonly TraceEvidence[], operation: string, depth: number, screen: Screen): string[] {
  if (evidence.length === 0) return [below("no evidence: 0", depth, screen)];
  const sorted = evidence.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  const leading = sorted.slice(0, MAX_EVIDENCE);
  const start = common(leading.map(({ path }) => path));
  const lines = leading.flatMap(({ path, weight, factors }) => [
    line(weight, null, `${INDENT.repeat(depth)}${path.slice(start)}`, screen),
    ...(weight === 0 ? [] : factors)
      .flatMap(({ scores }) => scores)
      .flatMap(({ algebra }) => wordsLines(algebra, depth + 1, screen)),
  ]);
  const hidden = evidence.length - leading.length;
  return hidden === 0 ? lines : [...lines, below(`and ${hidden} more in the ${operation}`, depth, screen)];
}

/** Length of the common prefix of paths, up to a step. */
function common(paths: readonly string[]): number {
  const [first = ""] = paths;
  if (paths.length < 2) return first.lastIndexOf("/");
  let length = first.length;
  for (const path of paths) while (!path.startsWith(first.slice(0, length))) length--;
  return first.lastIndexOf("/", length);
}

/** A number with its bar, or what replaces it; then the text. A narrow terminal has no room for bars. */
function line(value: number | null, instead: string | null, text: string, screen: Screen): string {
  const head = instead ?? weightCell(value ?? 0, BAR_CELLS, screen);
  return `${head}  ${cut(text, Math.max(8, screen.columns - widthOf(head) - 2), screen.glyphs.ellipsis)}`;
}

/** Below a number. */
const lead = ({ columns }: Screen): string =>
  " ".repeat((columns >= NARROW ? BAR_CELLS + 1 : 0) + weightText(1).length + 2);

/** The chain of scores that made a weight: what each step contributed, and its algebra. */
const factorLines = (factors: readonly TraceFactor[], screen: Screen): string[] =>
  factors.flatMap(({ scores }) =>
    scores.flatMap(({ path, algebra }) => [screen.paint.dim(path), ...algebraLines(algebra, 0, screen)]),
  );
