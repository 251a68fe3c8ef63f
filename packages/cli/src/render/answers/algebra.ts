import type { ScoreAlgebra, TraceEvidence, TraceFactor } from "@semantic-xpath/runtime";
import { bar, weightText } from "../bar.js";
import { cut, cutStart, pad, widthOf } from "../columns.js";
import type { Screen } from "../screen.js";

const BAR_CELLS = 6;
const MOST_EVIDENCE = 8;
const INDENT = "  ";

/** A score with what it came from, a line each, operands below their operation. */
export function algebraLines(algebra: ScoreAlgebra, depth: number, screen: Screen): string[] {
  const { value, low, high, text, operation, operands, evidence, asked } = algebra;
  const shown = value === null ? `${weightText(low)} to ${weightText(high)}, not needed` : null;
  const lines = [line(value, shown, `${INDENT.repeat(depth)}${text}`, screen)];
  if (asked !== undefined) lines.push(askedLine(asked.text, depth + 1, screen));
  for (const operand of operands) lines.push(...algebraLines(operand, depth + 1, screen));
  if (evidence !== undefined) lines.push(...evidenceLines(evidence, operation, depth + 1, screen));
  return lines;
}

/** What the scorer was shown. */
function askedLine(text: string | null, depth: number, screen: Screen): string {
  const start = `${lead(screen)}${INDENT.repeat(depth)}`;
  const said = text === null ? "there is no such text" : `of "${text.replaceAll(/\s+/g, " ").trim()}"`;
  return start + screen.paint.dim(cut(said, Math.max(8, screen.columns - start.length), screen.glyphs.ellipsis));
}

/** The evidence of an aggregate, the highest first. */
function evidenceLines(evidence: readonly TraceEvidence[], operation: string, depth: number, screen: Screen): string[] {
  if (evidence.length === 0) return [`${lead(screen)}${INDENT.repeat(depth)}${screen.paint.dim("no evidence: 0")}`];
  const sorted = [...evidence].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  const shown = sorted.slice(0, MOST_EVIDENCE);
  const start = common(shown.map(({ path }) => path));
  const lines = shown.map(({ path, weight }) =>
    line(weight, null, `${INDENT.repeat(depth)}${path.slice(start)}`, screen),
  );
  const left = evidence.length - shown.length;
  return left === 0
    ? lines
    : [...lines, `${lead(screen)}${INDENT.repeat(depth)}${screen.paint.dim(`and ${left} more in the ${operation}`)}`];
}

/** How much of the paths is the same, up to a step. */
function common(paths: readonly string[]): number {
  const [first = ""] = paths;
  if (paths.length < 2) return first.lastIndexOf("/");
  let length = first.length;
  for (const path of paths) while (!path.startsWith(first.slice(0, length))) length--;
  return first.lastIndexOf("/", length);
}

/** A number with its bar, or what stands in its place; then the text. A narrow terminal has no room for bars. */
function line(value: number | null, instead: string | null, text: string, { paint, glyphs, columns }: Screen): string {
  const hasBar = columns >= NARROW;
  const weight = weightText(value ?? 0);
  const cells = hasBar ? `${paint.green(pad(bar(value ?? 0, BAR_CELLS, glyphs), BAR_CELLS))} ` : "";
  const head = instead ?? `${cells}${paint.bold(weight)}`;
  const taken = (instead === null ? (hasBar ? BAR_CELLS + 1 : 0) + weight.length : widthOf(instead)) + 2;
  return `${head}  ${cut(text, Math.max(8, columns - taken), glyphs.ellipsis)}`;
}

const NARROW = 56;
/** Below a number. */
const lead = ({ columns }: Screen): string =>
  " ".repeat((columns >= NARROW ? BAR_CELLS + 1 : 0) + weightText(1).length + 2);

/** The chain of scores that made a weight: what each step contributed, and its algebra. */
export function factorLines(factors: readonly TraceFactor[], screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  return factors.flatMap(({ scores }) =>
    scores.flatMap(({ path, algebra }) => [
      paint.dim(cutStart(path, columns, glyphs.ellipsis)),
      ...algebraLines(algebra, 0, screen),
    ]),
  );
}
