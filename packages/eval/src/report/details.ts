import { inspect } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import type { Case, Suite } from "../format/suite.js";
import type { TreeSource } from "../method.js";
import type { AnswerSummary, EvalRun } from "../run/results.js";
import { detailKey, type FailureDetail } from "./page.js";

/** Failures that are looked into, and missing nodes of each. */
const MAX_FAILURES = 100;
const MAX_NODES = 3;

export interface DetailOptions {
  readonly scorer: Scorer;
  /** A command that runs a query over a source again; null: there is none. */
  readonly command?: (query: string, source: TreeSource) => string | null;
}

/**
 * Explains failures. A query is run again, observed: its trace, and a reason for each missing node. Of any other answer the places of the right references
 * among those that were handed over.
 */
export async function failureDetails(
  suite: Suite,
  run: EvalRun,
  { scorer, command = () => null }: DetailOptions,
): Promise<ReadonlyMap<string, FailureDetail>> {
  const cases = new Map(suite.cases.map((about) => [about.id, about]));
  const details = new Map<string, FailureDetail>();
  for (const result of run.results) {
    const about = cases.get(result.id);
    if (result.outcome !== "wrong" || result.answer === null || about === undefined) continue;
    if (details.size >= MAX_FAILURES) break;
    const text = result.answer.query;
    if (text === null || about.source.kind !== "tree") {
      const whyNot = placesOf(about, result.answer);
      if (whyNot.length > 0) details.set(detailKey(result), { whyNot, trace: [], command: null });
      continue;
    }
    const { tree, schema, now } = about.source;
    const { query } = compile(text, { schema });
    if (query === undefined) continue;
    const inspection = await inspect(query, tree, { scorer, ...(now !== null && { now }) });
    const goldPaths = about.golds[0]!.references?.include.flat() ?? [];
    const whyNot = goldPaths.flatMap((path) => {
      const message = inspection.whyNot(path)?.message;
      return message === undefined ? [] : [`${path}: ${message}`];
    });
    const trace = inspection.result.trace.operators.map(
      ({ text, rowsIn, rowsOut }) => `${text}: ${rowsIn} → ${rowsOut}`,
    );
    details.set(detailKey(result), { whyNot: whyNot.slice(0, MAX_NODES), trace, command: command(text, about.source) });
  }
  return details;
}

function placesOf({ golds }: Case, { references, count }: AnswerSummary): readonly string[] {
  const groups = golds[0]!.references?.include ?? [];
  const lines = groups.map((group) => {
    const place = references.findIndex((reference) => group.includes(reference));
    if (place >= 0) return `${references[place]} is at place ${place + 1} of ${count}`;
    const isAll = references.length >= count;
    return `${group[0]} is not ${isAll ? "" : `among the first ${references.length} of ${count} that are `}handed over`;
  });
  return lines.slice(0, MAX_NODES);
}
