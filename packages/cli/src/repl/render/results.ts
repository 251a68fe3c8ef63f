import type { Match } from "@semantic-xpath/runtime";
import { weightText } from "../../render/bar.js";
import { cut, cutStart, wrap } from "../../render/columns.js";
import { effortLine } from "../../render/headline.js";
import { isRanked, ranking } from "../../render/ranking.js";
import type { Screen } from "../../render/screen.js";
import type { Run } from "../session/session.js";

/** Below so many columns a bar and a summary have no room. */
const NARROW = 56;

/** The number of the run, what it found and what it took. */
export function runLine({ number, inspection, scorer, limit }: Run, timed: boolean, screen: Screen): string {
  const { query, result, tree } = inspection;
  const facts = { nodes: tree.size, limit: limit ?? undefined, scorer, use: null, approximation: null };
  const effort = effortLine(query, result, facts, screen, timed);
  const about = wrap(`run ${number}: ${effort}`, screen.columns).map((line) => screen.paint.dim(line));
  const { approximation } = result.stats;
  const notes =
    approximation === null ? [] : wrap(approximation, screen.columns).map((line) => screen.paint.yellow(line));
  return [...about, ...notes].join("\n");
}

/** Results with their numbers, from one of them on. */
export function resultLines(matches: readonly Match[], from: number, to: number, screen: Screen): string[] {
  const shown = matches.slice(from, to);
  const digits = String(to).length;
  const number = (i: number): string => screen.paint.dim(String(from + i + 1).padStart(digits));
  const room = screen.columns - digits - 2;
  if (screen.columns < NARROW)
    return shown.map((match, i) => `${number(i)} ${narrow(match, isRanked(matches), room + 1, screen)}`);
  return ranking(shown, { ...screen, columns: room }, matches).map((line, i) => `${number(i)}  ${line}`);
}

/** Weight and path: what tells results apart. */
function narrow(match: Match, ranked: boolean, columns: number, { paint, glyphs }: Screen): string {
  const weight = ranked ? `${weightText(match.weight)} ` : "";
  const path = cutStart(match.path, Math.max(4, columns - weight.length), glyphs.ellipsis);
  return `${paint.bold(weight)}${paint.cyan(path)}`;
}

/** A query in one line. */
export const oneLine = (text: string, columns: number, { glyphs }: Screen): string =>
  cut(text.replaceAll(/\s+/g, " ").trim(), columns, glyphs.ellipsis);
