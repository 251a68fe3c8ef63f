import { translate } from "@semantic-xpath/chat/translate";
import { aboutOf, startOf, turnGone } from "./conversation.js";
import { DOMAINS, type Domain, exampleSet, type LoadedSet, loadSet } from "./sets.js";
import { type Verdict, verdictOf } from "./verdict.js";

/** What became of one request. */
export interface Measured extends Verdict {
  readonly id: string;
  readonly request: string;
  /** What the first reading is, for whoever looks into it. */
  readonly read: string;
  readonly milliseconds: number;
}

/** Every request of a set, those of conversations after turns that did what is right. */
export async function measure(set: LoadedSet): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const { id, ...turn } of set.requests) measured.push(await measureTurn(id, turn, set, await startOf(set)));
  for (const { id, turns } of set.conversations) {
    let state = await startOf(set);
    for (const [i, turn] of turns.entries()) {
      measured.push(await measureTurn(`${id}.${i + 1}`, turn, set, state));
      state = await turnGone(state, turn);
    }
  }
  return measured;
}

async function measureTurn(
  id: string,
  turn: Parameters<typeof verdictOf>[1],
  set: LoadedSet,
  state: Awaited<ReturnType<typeof startOf>>,
): Promise<Measured> {
  const about = aboutOf(state);
  const from = performance.now();
  const translation = await translate(turn.request, about);
  const milliseconds = performance.now() - from;
  const [first] = translation.readings;
  const read = `${translation.isClear ? "" : `? ${translation.question} `}${first === undefined ? "" : JSON.stringify(first.kind === "query" ? first.query : first.kind === "update" ? first.update : first.kind === "history" ? first.action : first.said)}`;
  return { id, request: turn.request, read, milliseconds, ...(await verdictOf(translation, turn, set, state)) };
}

export interface Tally {
  readonly domain: Domain;
  readonly part: string;
  readonly all: number;
  readonly right: number;
  readonly asked: number;
  readonly wrong: number;
  /** Of the wrong ones, those whose query has a relevance. */
  readonly wrongGraded: number;
}

export const tally = (domain: Domain, part: string, measured: readonly Measured[]): Tally => {
  const count = (wanted: Verdict["outcome"]): number => measured.filter(({ outcome }) => outcome === wanted).length;
  return {
    domain,
    part,
    all: measured.length,
    right: count("right"),
    asked: count("asked"),
    wrong: count("wrong"),
    wrongGraded: measured.filter(({ outcome, isGraded }) => outcome === "wrong" && isGraded).length,
  };
};

/**
 * The sets that are there. Of the examples `NAME.json` is what the first rules were written from. `NAME.kept.json`, `NAME.more.json`, `NAME.blind.json` and half of `NAME.strangers.json` were not
 * looked at before they were scored once (README.md beside them has those scores); since then rules were written from what they get wrong, too, so new
 * rules want a new set. `SXP_REQUESTS` names a folder with such sets, as `NAME.json` and `more-NAME.json`.
 */
export function* sets(): Generator<readonly [part: Part, set: LoadedSet]> {
  const folder = process.env.SXP_REQUESTS;
  const away = (name: string): URL | null => (folder === undefined ? null : new URL(`file://${folder}/${name}.json`));
  for (const domain of DOMAINS) {
    const parts = [
      ["examples", loadSet(domain)],
      ["kept", loadSet(domain, away(domain) ?? exampleSet(`${domain}.kept`))],
      ["more", loadSet(domain, away(`more-${domain}`) ?? exampleSet(`${domain}.more`))],
      ["blind", loadSet(domain, exampleSet(`${domain}.blind`))],
      ["strangers", loadSet(domain, exampleSet(`${domain}.strangers`))],
      ["fresh", loadSet(domain, exampleSet(`${domain}.fresh`))],
    ] as const;
    for (const [part, set] of parts) if (set !== null) yield [part, set];
  }
}

/** All sets, or one of each domain. */
export const someSets = (isAll: boolean): readonly (readonly [part: Part, set: LoadedSet])[] =>
  [...sets()].filter(([part]) => isAll || part === "kept");

export type Part = "examples" | "kept" | "more" | "blind" | "strangers" | "fresh";

/** A table in Markdown. */
export const table = (tallies: readonly Tally[]): string =>
  [
    "| domain | set | requests | right | asked | wrong | of these graded |",
    "|---|---|---:|---:|---:|---:|---:|",
    ...tallies.map(
      ({ domain, part, all, right, asked, wrong, wrongGraded }) =>
        `| ${domain} | ${part} | ${all} | ${right} (${percent(right, all)}) | ${asked} (${percent(asked, all)}) | ${wrong} (${percent(wrong, all)}) | ${wrongGraded} |`,
    ),
  ].join("\n");

const percent = (part: number, all: number): string => `${Math.round((100 * part) / Math.max(1, all))} %`;
