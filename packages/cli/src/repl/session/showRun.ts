import type { EntryValues, SearchOptions } from "@semantic-xpath/inspect";
import { counted, weightText } from "@semantic-xpath/inspect/numbers";
import type { CollectionResult, Match } from "@semantic-xpath/runtime";
import { lookFor } from "../../progress.js";
import { changeLines, doubtLines } from "../../render/answers.js";
import { cut, cutStart, inOneLine, NARROW, wrap } from "../../render/columns.js";
import { emptyText } from "../../render/diagnostics.js";
import { areGroups, areRecords } from "../../render/reports.js";
import { caveatLines, effortLine, isRanked, ranking, valueLines, valueTexts } from "../../render/results.js";
import type { Screen } from "../../render/screen.js";
import { loadedData, reporting, scoringOf } from "./execute.js";
import { note, type Run, type Session, say } from "./session.js";

/** Results on one page, for a person. */
const PAGE = 20;

/** A run: its figures, its results with their numbers, and what may be wrong with it in words. */
export async function showRun(session: Session, run: Run): Promise<void> {
  if (run.whole !== null) return showWhole(session, run, run.whole);
  const { value } = run.inspection.result;
  say(session, runLines(run, session.settings.timed, session.screen));
  if (value !== undefined) say(session, valueLines(value, session.screen));
  session.shown = 0;
  // A value is the answer; what it was computed from is asked for.
  if (value === undefined) showPage(session, run);
  else contributors(session, run);
  note(
    session,
    doubtLines(run.inspection, { nearest: null, diagnostics: run.diagnostics }, run.source, session.errors),
  );
  if (run.inspection.result.stats.empty !== null) await nearestOf(session, run);
}

/** A run over several trees: one result, each line with its tree. What is asked about it then is about the tree of the best match. */
async function showWhole(session: Session, run: Run, whole: CollectionResult): Promise<void> {
  const { screen } = session;
  const { collection } = loadedData(session);
  const facts = { nodes: collection.size, limit: run.limit ?? undefined, scorer: run.scorer, use: null };
  const about = `run ${run.number}: ${effortLine(run.query, whole, facts, screen, session.settings.timed)}`;
  say(session, wrap(about, screen.columns).map(screen.paint.dim));
  const { matches, values, stats } = whole;
  for (const { source, value } of values ?? [])
    say(session, `${screen.paint.dim(source)}  ${valueTexts(value).join(", ") || "nothing"}`);
  const visible = values !== undefined ? [] : session.isInteractive ? matches.slice(0, PAGE) : matches;
  say(session, ranking(visible, screen, { all: matches, labels: visible.map(({ source }) => source ?? "") }));
  session.shown = matches.length;
  if (values === undefined && visible.length < matches.length)
    note(
      session,
      screen.paint.dim(
        `${screen.glyphs.ellipsis} ${matches.length - visible.length} more: :limit, or :source NAME for one tree`,
      ),
    );
  if (stats.empty !== null) note(session, emptyText(run.source, stats.empty, session.errors));
  else if (session.isInteractive)
    note(session, screen.paint.dim(`:why and the others are about ${run.dataName}. :source NAME chooses another tree`));
}

function contributors(session: Session, { inspection }: Run): void {
  const { length } = inspection.result.matches;
  if (length > 0) note(session, session.screen.paint.dim(`:more lists ${counted(length, "contributor")}`));
}

/** The next results of a run; in a script all of them. */
export function showPage(session: Session, run: Run): void {
  const { result, entries } = run.inspection;
  const { matches } = result;
  const from = session.shown;
  const to = session.isInteractive ? Math.min(matches.length, from + PAGE) : matches.length;
  const screen = session.screen;
  say(session, resultLines(matches, entries, from, to, screen));
  session.shown = to;
  const hidden = matches.length - to;
  if (hidden > 0)
    note(
      session,
      screen.paint.dim(`${screen.glyphs.ellipsis} ${hidden} more. :more shows the next ${Math.min(PAGE, hidden)}`),
    );
}

/** For a result without matches: the nearest query that finds something. An expensive scorer is only called if `isAsked`. */
export async function nearestOf(session: Session, run: Run, isAsked = false): Promise<void> {
  const { scorer } = await scoringOf(session);
  const { inspection } = run;
  const screen = session.errors;
  const { paint } = screen;
  if (scorer.cost === "expensive" && inspection.query.isSemantic && !isAsked) {
    note(session, paint.dim(":whynot looks for the nearest query that finds something; that asks the scorer."));
    return;
  }
  const nearest = await searching(session, run, "the nearest query", (options) => inspection.nearest(options));
  if (nearest === null) return;
  session.suggested = { change: nearest.change, run };
  note(session, changeLines("nearest", nearest.change, inspection, screen));
  const [first] = nearest.paths;
  note(session, paint.dim(`  ${first === undefined ? "" : `first ${first}. `}:apply runs it`));
}

/** Searches by running changed queries; null without a result. Ctrl-C and the time limit of a run end it, with a note. */
export async function searching<T>(
  session: Session,
  { source }: Run,
  what: string,
  task: (options: SearchOptions) => Promise<T | null>,
): Promise<T | null> {
  const { limits } = await scoringOf(session);
  const time = session.timeout ?? limits.maxMilliseconds;
  const { found, overtime } = await reporting(session, source, () => lookFor(what, session, time, task));
  if (overtime !== null) note(session, session.errors.paint.yellow(overtime));
  return found;
}

/** The number of the run, what it found and what it took. */
function runLines({ number, inspection, scorer, limit }: Run, timed: boolean, screen: Screen): string[] {
  const { query, result, tree } = inspection;
  const facts = { nodes: tree.size, limit: limit ?? undefined, scorer, use: null, entries: inspection.entries };
  const about = `run ${number}: ${effortLine(query, result, facts, screen, timed)}`;
  const { approximation } = result.stats;
  return [
    ...wrap(about, screen.columns).map(screen.paint.dim),
    ...(approximation === null ? [] : wrap(approximation, screen.columns).map(screen.paint.yellow)),
    ...caveatLines(result, screen),
  ];
}

/** Results with their numbers, from one of them on; in a narrow terminal weight and path, which distinguish them. */
function resultLines(
  matches: readonly Match[],
  entries: EntryValues,
  from: number,
  to: number,
  screen: Screen,
): string[] {
  const { paint, glyphs, columns } = screen;
  const visible = matches.slice(from, to);
  // A table and sections have no numbers in front.
  if (areRecords(visible) || areGroups(visible)) return ranking(visible, screen, { all: matches, entries, from });
  const digits = String(to).length;
  const number = (i: number): string => paint.dim(String(from + i + 1).padStart(digits));
  const room = columns - digits - 2;
  if (columns >= NARROW)
    return ranking(visible, { ...screen, columns: room }, { all: matches, entries, from }).map(
      (line, i) => `${number(i)}  ${line}`,
    );
  const ranked = isRanked(matches);
  return visible.map(({ weight, path }, i) => {
    const cells = [...entries.givenAt(from + i).values, ...entries.keysAt(from + i)]
      .map((one) => `${one ?? "-"} `)
      .join("");
    const heads = ranked ? `${weightText(weight)} ` : cut(cells, Math.floor(room / 3), glyphs.ellipsis);
    const tail = cutStart(path, Math.max(4, room + 1 - heads.length), glyphs.ellipsis);
    return `${number(i)} ${paint.bold(heads)}${paint.cyan(tail)}`;
  });
}

/** A query in one line. */
export const oneLine = (text: string, columns: number, { glyphs }: Screen): string =>
  cut(inOneLine(text), columns, glyphs.ellipsis);
