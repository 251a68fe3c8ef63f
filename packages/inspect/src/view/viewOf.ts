import { explainMermaid } from "@semantic-xpath/planner";
import { treeStatistics } from "@semantic-xpath/runtime/internal";
import type { Inspection } from "../inspection.js";
import { once } from "../memo.js";
import { locateIn, nodeOf } from "../nodeReference.js";
import { figuresOf } from "../passed.js";
import { labelOf } from "./labels.js";
import { listsOf, page, reasonsOf } from "./lists.js";
import { type NodeStates, nodeStatesOf } from "./nodeStates.js";
import { detailsOf, nodeContents, resultRows, shapeOf } from "./nodes.js";
import { documentOf, overviewOf } from "./overview.js";
import type { RunOverview, RunView } from "./runView.js";
import { searchTree } from "./search.js";

/** Facts for a view that the run lacks. */
export interface ViewContext {
  readonly name?: string | null;
  readonly dataName?: string | null;
  readonly schemaName?: string | null;
}

/**
 * A run as every surface shows it. Nothing is computed before it is requested. Rejects with a `RangeError` for a node that the tree
 * does not have.
 *
 * @example
 * const view = viewOf(await inspect(query, tree), { dataName: "trip.xml" });
 * const { total, rows } = await view.results({ from: 0, count: 20 });
 */
export function viewOf(inspection: Inspection, context: ViewContext = {}): RunView {
  const { observation, tree } = inspection;
  const lists = listsOf(observation);
  const reasons = reasonsOf((operatorId) => (operatorId === 0 ? lists.cut : lists.dropped(operatorId)));
  const rows = resultRows(observation);
  const overview = once((): RunOverview => overviewOf(observation, lists, inspection.causes(), context));
  const states = once((): NodeStates => nodeStatesOf(observation));
  return {
    overview: async () => overview(),
    results: async (request) => page(rows, request),
    cut: async (request) => page(reasons.only(0, request.reason), request),
    dropped: async (request) => page(reasons.only(request.operatorId, request.reason), request),
    reasons: async ({ operatorId }) => reasons.counts(operatorId),
    scores: async (request) => page(lists.scores(request.operatorId), request),
    values: async (request) => page(lists.values(request.operatorId), request),
    tree: async () => shapeOf(tree, states()),
    labels: async ({ nodes }) => nodes.map((node) => labelOf(tree, nodeOf(tree, node))),
    node: async ({ node }) => detailsOf(observation, states(), nodeOf(tree, node)),
    contents: async (request) => nodeContents(tree, request),
    search: async ({ text, limit }) => searchTree(tree, text, limit),
    why: async ({ node }) => inspection.why(node),
    whyNot: async ({ node }) => inspection.whyNot(node),
    change: async ({ node }) => inspection.change(node),
    nearest: async () => inspection.nearest(),
    locate: async ({ path }) => locateIn(tree, path),
    mermaid: async ({ times = false } = {}) =>
      explainMermaid(inspection.query.plan, treeStatistics(tree), { actuals: figuresOf(observation), times }),
    document: async ({ limit } = {}) => documentOf(observation, overview(), rows, lists, limit ?? null),
  };
}
