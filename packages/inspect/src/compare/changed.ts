import type { Observation } from "@semantic-xpath/runtime/internal";
import type { Comparison } from "../answers.js";

/** The query itself; of a declared one, without the document around it. */
export function queryText({ query: { plan } }: Observation): string {
  const { start, end } = plan.result.span;
  return plan.text.slice(start, end);
}

/** What is not the same of two runs, of which it is known whether their data is. */
export function changedBetween(before: Observation, after: Observation, data: boolean): Comparison["changed"] {
  const differs = {
    query: queryText(before) !== queryText(after),
    data,
    schema: schemaText(before) !== schemaText(after),
    scorer: !sameScorer(before, after, data),
    params: paramsText(before) !== paramsText(after),
    limit: before.limit !== after.limit,
    minScore: before.minScore !== after.minScore,
  };
  return (["query", "data", "schema", "scorer", "params", "limit", "minScore"] as const).filter(
    (what) => differs[what],
  );
}

const schemaText = ({ query: { schema } }: Observation): string => JSON.stringify(schema);

const paramsText = ({ params }: Observation): string =>
  JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A scorer that was not asked changes nothing. What one learnt from the data is in its id behind a `#`: other data, not another scorer. */
function sameScorer(before: Observation, after: Observation, dataChanged: boolean): boolean {
  const [one, other] = [before.scorer.id, after.scorer.id];
  if (one === other || (!before.query.isSemantic && !after.query.isSemantic)) return true;
  const isOther = dataChanged || before.query.isSemantic !== after.query.isSemantic;
  return isOther && one.replace(/#.*$/s, "") === other.replace(/#.*$/s, "");
}
