import type { Observation } from "../../runPlan.js";
import type { Tree } from "../../tree/tree.js";
import type { Comparison } from "../answers.js";

/** The query itself; of a declared one, without the document around it. */
export function queryText({ query: { plan } }: Observation): string {
  const { start, end } = plan.result.span;
  return plan.text.slice(start, end);
}

/** What is not the same of two runs. */
export function changedBetween(before: Observation, after: Observation): Comparison["changed"] {
  const data = !sameTree(before.tree, after.tree);
  const differs = {
    query: queryText(before) !== queryText(after),
    data,
    scorer: !sameScorer(before, after, data),
    params: paramsText(before) !== paramsText(after),
    limit: before.limit !== after.limit,
    minScore: before.minScore !== after.minScore,
  };
  return (["query", "data", "scorer", "params", "limit", "minScore"] as const).filter((what) => differs[what]);
}

const paramsText = ({ params }: Observation): string =>
  JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A scorer that was not asked changes nothing. What one learnt from the data is in its id behind a `#`: other data, not another scorer. */
function sameScorer(before: Observation, after: Observation, dataChanged: boolean): boolean {
  const [one, other] = [before.scorer.id, after.scorer.id];
  if (one === other || (!before.query.isSemantic && !after.query.isSemantic)) return true;
  const isOther = dataChanged || before.query.isSemantic !== after.query.isSemantic;
  return isOther && one.replace(/#.*$/s, "") === other.replace(/#.*$/s, "");
}

/** Whether two trees say the same: types, nesting, texts and attributes. */
function sameTree(a: Tree, b: Tree): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (let node = 1; node <= a.size; node++) {
    if (a.end[node] !== b.end[node] || a.typeNames[a.type[node]!] !== b.typeNames[b.type[node]!]) return false;
    if (a.ownText(node) !== b.ownText(node) || !sameAttributes(a, b, node)) return false;
  }
  return true;
}

function sameAttributes(a: Tree, b: Tree, node: number): boolean {
  let count = 0;
  for (const attribute of a.attributesOfType[a.type[node]!]!) {
    const value = a.attributeValue(node, attribute);
    if (value < 0) continue;
    count++;
    if (b.attribute(node, a.attributeNames[attribute]!) !== a.values.get(value)) return false;
  }
  for (const attribute of b.attributesOfType[b.type[node]!]!) if (b.attributeValue(node, attribute) >= 0) count--;
  return count === 0;
}
