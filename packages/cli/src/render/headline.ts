import type { CompiledQuery, RunResult } from "@semantic-xpath/runtime";
import { count, cut, wrap } from "./columns.js";
import type { Screen } from "./screen.js";

/** What a run is about, as its header says it. */
export interface RunFacts {
  readonly nodes: number;
  readonly limit: number | undefined;
  readonly scorer: string;
  /** How an expensive scorer was asked, kept scores left out; null where none are kept. */
  readonly use: ScorerUse | null;
  /** That scores are approximate, and what was measured about that. */
  readonly approximation: string | null;
}

interface ScorerUse {
  readonly calls: number;
  readonly pairs: number;
  readonly hits: number;
}

/**
 * What was asked and what it took, in two lines: the query, then how many of how many, the scorer, time, calls, pairs and cache
 * hits. Approximate scores have a line of their own.
 */
export function headline(query: CompiledQuery, result: RunResult, of: RunFacts, screen: Screen): string {
  const { paint, glyphs, columns } = screen;
  const text = cut(queryText(query).replaceAll(/\s+/g, " "), columns, glyphs.ellipsis);
  const lines = [paint.bold(text), paint.dim(effortLine(query, result, of, screen))];
  if (of.approximation !== null) lines.push(...wrap(of.approximation, columns).map(paint.yellow));
  return lines.join("\n");
}

/** How many of how many, the scorer, and what it took; the time may be left out, where the same run is to print the same. */
export function effortLine(
  query: CompiledQuery,
  { matches, stats }: RunResult,
  of: RunFacts,
  { glyphs }: Pick<Screen, "glyphs">,
  timed = true,
): string {
  const number = matches.length === 0 ? "no match" : count(matches.length, "match").replace("matchs", "matches");
  const isCut = matches.length > 0 && matches.length === of.limit;
  const parts = [
    `${number}${isCut ? " (the limit)" : ""} in ${count(of.nodes, "node")}`,
    ...(query.isSemantic ? [of.scorer] : []),
    ...(timed ? [`${milliseconds(stats.milliseconds)} ms`] : []),
    ...(query.isSemantic ? [useText(stats, of.use)] : []),
  ];
  return parts.join(` ${glyphs.dot} `);
}

/** A cache hit is a score that was there already: from this run, or kept from an earlier one. */
function useText({ scorerCalls, scorerPairs, cacheHits }: RunResult["stats"], kept: ScorerUse | null): string {
  const { calls, pairs, hits } = kept ?? { calls: scorerCalls, pairs: scorerPairs, hits: 0 };
  const all = hits + cacheHits;
  const asked = `${count(calls, "call")}, ${count(pairs, "pair")}`;
  return all === 0 && kept === null ? asked : `${asked}, ${count(all, "cache hit")}`;
}

const milliseconds = (time: number): string => (time < 10 ? time.toFixed(1) : time.toFixed(0));

/** The text of the query itself; of a declared one, without the document around it. */
export function queryText({ plan }: CompiledQuery): string {
  const { start, end } = plan.result.span;
  return plan.text.slice(start, end);
}
