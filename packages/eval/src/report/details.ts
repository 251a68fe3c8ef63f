import { inspect } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import type { Suite } from "../format/suite.js";
import type { EvalRun } from "../run/results.js";
import { detailKey, type FailureDetail } from "./page.js";

/** Failures that are looked into, and missing nodes of each. */
const MAX_FAILURES = 100;
const MAX_NODES = 3;

/** For each failure with a query: the run again, observed, with why nodes that are right are missing. */
export async function failureDetails(
  suite: Suite,
  run: EvalRun,
  scorer: Scorer,
): Promise<ReadonlyMap<string, FailureDetail>> {
  const cases = new Map(suite.cases.map((about) => [about.id, about]));
  const details = new Map<string, FailureDetail>();
  for (const result of run.results) {
    const about = cases.get(result.id);
    const written = result.answer?.query ?? null;
    if (result.outcome !== "wrong" || written === null || about?.source.kind !== "tree") continue;
    if (details.size >= MAX_FAILURES) break;
    const { tree, schema, now } = about.source;
    const { query } = compile(written, { schema });
    if (query === undefined) continue;
    const inspection = await inspect(query, tree, { scorer, ...(now !== null && { now }) });
    const wanted = about.golds[0]!.references?.include.flat() ?? [];
    const whyNot = wanted.flatMap((path) => {
      const message = inspection.whyNot(path)?.message;
      return message === undefined ? [] : [`${path}: ${message}`];
    });
    const trace = inspection.result.trace.operators.map(
      ({ text, rowsIn, rowsOut }) => `${text}: ${rowsIn} → ${rowsOut}`,
    );
    details.set(detailKey(result), { whyNot: whyNot.slice(0, MAX_NODES), trace, command: null });
  }
  return details;
}
