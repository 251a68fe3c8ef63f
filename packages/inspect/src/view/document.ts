import { type Observation, pageOf, type Told } from "@semantic-xpath/runtime/internal";
import { type ResultRow, RUN_DOCUMENT_VERSION, type RunDocument, type RunOverview } from "../runView.js";
import type { RunLists } from "./lists.js";
import { figuresOf } from "./overview.js";

/** The run as one document: plain data, its lists cut to the limit. */
export function documentOf(
  { result: { trace } }: Observation,
  overview: RunOverview,
  rows: Told<ResultRow>,
  lists: RunLists,
  limit: number | null,
): RunDocument {
  const first = <T>(list: Told<T>): T[] => pageOf(list, 0, limit ?? list.length);
  return {
    format: "semantic-xpath-run",
    version: RUN_DOCUMENT_VERSION,
    limit,
    overview,
    results: first(rows),
    trace: {
      ...overview.trace,
      operators: trace.operators.map((operator) => ({
        ...figuresOf(operator),
        dropped: first(lists.dropped(operator.id)),
        scores: first(lists.scores(operator.id)),
      })),
      results: first(lists.results),
      cut: first(lists.cut),
    },
  };
}
