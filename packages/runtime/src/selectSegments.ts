import type { AttributeOperator, OwnTextOperator, PathPlan, Schema } from "@semantic-xpath/planner";
import { DOCUMENT, type NodeId, type SegmentedTree, SemanticXPathError, summaryOf } from "@semantic-xpath/tree";
import type { CompiledQuery } from "./compiledQuery.js";
import { bindArguments } from "./execute/arguments.js";
import { driveSync } from "./execute/drive.js";
import { evaluateSteps } from "./execute/path.js";
import { type ArgumentValue, startRun } from "./execute/run.js";
import { BeyondWindow, isLookedUp, isWithin, Window } from "./execute/window.js";

/** The result of a structural query that looked into a part of a tree only. */
export interface SegmentSelection {
  /** In document order. */
  readonly ids: Int32Array;
  /** Value of each node in the result; null: the node itself. */
  readonly value: { readonly kind: "Attribute"; readonly name: string } | { readonly kind: "Text" } | null;
}

/**
 * Evaluates `select` without building the whole tree. It supports structural queries that go down by names and positions to few
 * nodes, and read their subtrees. Nodes in between are counted by the summaries of segments. null for all others: then the whole tree is
 * needed. Throws a `RunError` (SXP4009) for a missing or unsuitable argument.
 */
export function selectSegments(
  query: CompiledQuery,
  tree: SegmentedTree,
  params: Readonly<Record<string, ArgumentValue>> = {},
): SegmentSelection | null {
  const { result, order } = query.plan;
  const value = bindArguments(query.plan, params);
  if (
    query.isSemantic ||
    query.plan.record !== null ||
    query.plan.validity?.at != null ||
    result.kind !== "Path" ||
    order !== "document"
  )
    return null;
  const { attribute } = result;
  if (result.start.kind !== "Document" || attribute?.kind === "KeyOf" || attribute?.kind === "Computed") return null;
  if (query.schema !== null && mayFold(query.schema, tree)) return null;
  const firstSearched = result.steps.findIndex((step) => !isLookedUp(step));
  const lookedUp = firstSearched < 0 ? result.steps.length : firstSearched;
  const remainder = { ...result, start: { kind: "Context" }, steps: result.steps.slice(lookedUp) } as PathPlan;
  if (lookedUp === 0 || !isWithin(remainder)) return null;
  try {
    const window = new Window(tree, value);
    let nodes: readonly NodeId[] = [DOCUMENT];
    for (const step of result.steps.slice(0, lookedUp)) nodes = window.step(nodes, step);
    return {
      ids: Int32Array.from(below(nodes, { tree, window, query, rest: remainder, attribute, params })),
      value: attribute,
    };
  } catch (error) {
    // Errors are reported for the tree as a whole.
    if (error instanceof BeyondWindow || error instanceof SemanticXPathError) return null;
    throw error;
  }
}

/** True if elements of the tree may be attributes in the schema: then nodes have other numbers and places. */
function mayFold({ types }: Schema, { segments }: SegmentedTree): boolean {
  const fields = new Set<string>();
  for (const { attributes } of Object.values(types))
    for (const [name, { element }] of Object.entries(attributes)) if (element === true) fields.add(name);
  if (fields.size === 0) return false;
  return segments.some((segment) => summaryOf(segment).counts.some(({ type }) => fields.has(type)));
}

interface Below {
  readonly tree: SegmentedTree;
  readonly window: Window;
  readonly query: CompiledQuery;
  /** Part of the path that summaries do not answer. */
  readonly rest: PathPlan;
  readonly attribute: AttributeOperator | OwnTextOperator | null;
  readonly params: Readonly<Record<string, ArgumentValue>>;
}

/** Results of the rest of a path from nodes, each with its subtree built as a tree. */
function below(nodes: readonly NodeId[], { tree, window, query, rest, attribute, params }: Below): number[] {
  if (rest.steps.length === 0) {
    if (attribute === null) return [...nodes];
    return nodes.filter((node) => {
      const { attributes, text } = tree.rowAt(node);
      return attribute.kind === "Text" ? text !== "" : attributes.has(attribute.name);
    });
  }
  const results = new Set<number>();
  for (const node of nodes) {
    const run = startRun(query, window.subtree(node).toTree(), params, null);
    const start = { ids: Int32Array.of(1), weights: null, offsets: null, attributes: null };
    for (const id of driveSync(evaluateSteps(run, rest, start)).ids) results.add(node + id - 1);
  }
  return [...results].sort((a, b) => a - b);
}
