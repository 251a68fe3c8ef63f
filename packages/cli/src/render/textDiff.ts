import type { Screen } from "./screen.js";

/** Changes from one text to another, as a unified diff without context. */
export function textDiff(name: string, before: string, after: string, { paint }: Screen): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const lines = hunksOf(old, now).flatMap(({ from, to, newFrom, newTo }) => [
    paint.cyan(`@@ -${range(from, to)} +${range(newFrom, newTo)} @@`),
    ...old.slice(from, to).map((line) => paint.red(`-${line}`)),
    ...now.slice(newFrom, newTo).map((line) => paint.green(`+${line}`)),
  ]);
  return `${[`--- ${name}`, `+++ ${name}`, ...lines].join("\n")}\n`;
}

/** Lines count from 1; of no lines it is the one before them. */
const range = (from: number, to: number): string => `${to > from ? from + 1 : from},${to - from}`;

/** Lines of the old text, and the lines of the new one that are in their place. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Pairs of lines that are compared at most; beyond that all that is between what is the same at both ends is one hunk. */
const MAX_PAIRS = 4_000_000;

function hunksOf(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [from, to, newTo] = [start, old.length - end, now.length - end];
  const hunks: Hunk[] = [];
  const open = { at: from, newAt: from };
  for (const [line, newLine] of [...common(old, now, from, to, newTo), [to, newTo] as const]) {
    if (line > open.at || newLine > open.newAt)
      hunks.push({ from: open.at, to: line, newFrom: open.newAt, newTo: newLine });
    open.at = line + 1;
    open.newAt = newLine + 1;
  }
  return hunks;
}

/** The longest common subsequence of lines `from` to `to`, and to `newTo`, as pairs of indexes. */
function common(
  old: readonly string[],
  now: readonly string[],
  from: number,
  to: number,
  newTo: number,
): readonly (readonly [number, number])[] {
  const [rows, columns] = [to - from, newTo - from];
  if (rows * columns > MAX_PAIRS) return [];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] =
        old[from + row] === now[from + column]
          ? lengths[at + width + 1]! + 1
          : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const at = row * width + column;
    if (old[from + row] === now[from + column]) pairs.push([from + row++, from + column++]);
    else if (lengths[at + width]! >= lengths[at + 1]!) row++;
    else column++;
  }
  return pairs;
}
