import type { Match } from "@semantic-xpath/runtime";
import { bar, weightText } from "./bar.js";
import { cut, cutStart, largest, pad, widthOf } from "./columns.js";
import type { Screen } from "./screen.js";
import { summariseMatch } from "./summary.js";

const BAR_CELLS = 10;
/** Below this a summary says nothing; the path gets the room. */
const LEAST_SUMMARY = 16;
const GAP = "  ";

/** Whether weights tell the matches apart: those of a structural query are all 1. */
export const isRanked = (matches: readonly Match[]): boolean => matches.some(({ weight }) => weight !== 1);

/**
 * One line a match: a bar scaled to the heaviest, the weight, the path, and what the node says as far as there is room.
 * Without weights: path and summary. Where the matches are a page of a result, `all` has the whole of it.
 */
export function ranking(matches: readonly Match[], screen: Screen, all: readonly Match[] = matches): string[] {
  const { paint, glyphs, columns } = screen;
  const ranked = isRanked(all);
  const heaviest = largest(all.map(({ weight }) => weight));
  const paths = matches.map(({ path }) => path);
  const left = ranked ? BAR_CELLS + 1 + weightText(1).length + GAP.length : 0;
  const room = columns - left;
  const widest = largest(paths.map(widthOf));
  const pathColumns =
    room - widest - GAP.length >= LEAST_SUMMARY ? widest : Math.min(widest, Math.max(16, Math.floor(room * 0.6)));
  return matches.map((match, i) => {
    const path = pad(cutStart(paths[i]!, pathColumns, glyphs.ellipsis), pathColumns);
    const summary = cut(summariseMatch(match, glyphs.dot), room - pathColumns - GAP.length, glyphs.ellipsis);
    const shown = bar(match.weight / heaviest, BAR_CELLS, glyphs).padEnd(BAR_CELLS);
    const weight = ranked ? `${paint.green(shown)} ${paint.bold(weightText(match.weight))}${GAP}` : "";
    return `${weight}${paint.cyan(path)}${GAP}${summary}`.trimEnd();
  });
}
