import type { PlanNode } from "@semantic-xpath/planner";
import { eachChild } from "@semantic-xpath/planner";
import { getOrMake } from "@semantic-xpath/tree";
import { type CallFunction, callRow } from "@semantic-xpath/values";

/** Cached values of a run that depend on no node, by plan node and use. */
export class Once {
  private constructor(
    private readonly results: Map<PlanNode, Map<string, unknown>>,
    private readonly keeps: boolean,
  ) {}

  static empty(): Once {
    return new Once(new Map(), true);
  }

  /** A view without additions: values computed while scores are missing must not be cached. */
  readOnly(): Once {
    return new Once(this.results, false);
  }

  get<T>(node: PlanNode, use: string): T | undefined {
    return this.results.get(node)?.get(use) as T | undefined;
  }

  set<T>(node: PlanNode, use: string, value: T): T {
    if (this.keeps) getOrMake(this.results, node, () => new Map<string, unknown>()).set(use, value);
    return value;
  }
}

/** Inputs of an expression beside the tree and the arguments of the run. */
interface Dependence {
  /** The node that the expression is evaluated for, or its place. */
  readonly onNode: boolean;
  /** Names that a quantifier outside of the expression has bound. */
  readonly onVariables: ReadonlySet<string>;
  /** Names of these that are used inside brackets of its paths, where they are the same for every node. */
  readonly inBrackets: ReadonlySet<string>;
}

const dependences = new WeakMap<PlanNode, Dependence>();

export const dependenceOf = (node: PlanNode): Dependence => getOrMake(dependences, node, () => findDependence(node));

/** True if an expression has the same value for every node and every binding. */
export function isIndependent(node: PlanNode): boolean {
  const { onNode, onVariables } = dependenceOf(node);
  return !onNode && onVariables.size === 0;
}

const OF_NODE: ReadonlySet<PlanNode["kind"]> = new Set([
  "Context",
  "AttributeValue",
  "KeyValue",
  "FieldValue",
  "StringValue",
  "OwnText",
  "NameValue",
  "PositionValue",
  "LastValue",
  "PlaceEquals",
  "Local",
]);

/** A call without arguments that reads the node anyway. */
const readsNode = (node: PlanNode): boolean =>
  node.kind === "Function" && node.arguments.length === 0 && !isOfRun(node.function);

const isOfRun = (name: CallFunction): boolean => {
  const row = callRow(name);
  return row.kind === "context" && row.reads === "run";
};

/** True if a part is evaluated for other nodes than the whole: those that its paths lead to. */
function isInside(whole: PlanNode, part: PlanNode): boolean {
  if (whole.kind === "Path") return part.kind === "Step" || part.kind === "Computed";
  return (whole.kind === "Group" && part !== whole.input) || (whole.kind === "RecordList" && part.kind === "Record");
}

function findDependence(root: PlanNode): Dependence {
  const onVariables = new Set<string>();
  const inBrackets = new Set<string>();
  let onNode = false;
  const visit = (node: PlanNode, depth: number, bound: ReadonlySet<string>): void => {
    if (depth === 0 && (OF_NODE.has(node.kind) || readsNode(node))) onNode = true;
    if (node.kind === "Variable" && !bound.has(node.name)) {
      onVariables.add(node.name);
      if (depth > 0) inBrackets.add(node.name);
    }
    if (node.kind === "Quantified") {
      const names = new Set(bound);
      for (const binding of node.bindings) {
        visit(binding.evidence, depth, names);
        names.add(binding.name);
      }
      visit(node.condition, depth, names);
    } else eachChild(node, (child) => visit(child, isInside(node, child) ? depth + 1 : depth, bound));
  };
  visit(root, 0, new Set());
  return { onNode, onVariables, inBrackets };
}
