import type { CompiledQuery, RunResult } from "@semantic-xpath/runtime";
import { count, cut } from "./columns.js";
import type { Screen } from "./screen.js";

/** What was asked and what it took, in two lines: the query, then how many of how many, the scorer, time and calls. */
export function headline(
  query: CompiledQuery,
  { matches, stats }: RunResult,
  of: { nodes: number; limit: number | undefined; scorer: string },
  screen: Screen,
): string {
  const { paint, glyphs, columns } = screen;
  const number = matches.length === 0 ? "no match" : count(matches.length, "match").replace("matchs", "matches");
  const isCut = matches.length > 0 && matches.length === of.limit;
  const parts = [
    `${number}${isCut ? " (the limit)" : ""} in ${count(of.nodes, "node")}`,
    ...(query.isSemantic ? [of.scorer] : []),
    `${milliseconds(stats.milliseconds)} ms`,
    ...(query.isSemantic ? [`${count(stats.scorerCalls, "call")}, ${count(stats.scorerPairs, "pair")}`] : []),
  ];
  const text = cut(queryText(query).replaceAll(/\s+/g, " "), columns, glyphs.ellipsis);
  return `${paint.bold(text)}\n${paint.dim(parts.join(` ${glyphs.dot} `))}`;
}

const milliseconds = (time: number): string => (time < 10 ? time.toFixed(1) : time.toFixed(0));

/** The text of the query itself; of a declared one, without the document around it. */
export function queryText({ plan }: CompiledQuery): string {
  const { start, end } = plan.result.span;
  return plan.text.slice(start, end);
}
