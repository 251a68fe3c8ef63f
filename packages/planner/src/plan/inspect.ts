import { eachChild, hasKind, type PlanKind, type PlanNode } from "./children.js";

const PLACES = new Set(["Position", "PlaceEquals", "PositionValue", "LastValue"] as const);
const SCORES = new Set(["Local"] as const);
const FALLIBLE = new Set(["Arithmetic", "Negative", "Function", "Order"] as const);
const OF_NODE: ReadonlySet<PlanKind> = new Set<PlanKind>([
  "Context",
  "Local",
  "AttributeValue",
  "FieldValue",
  "StringValue",
  "OwnText",
  "NameValue",
  "PositionValue",
  "LastValue",
  "PlaceEquals",
]);

/** Whether a bracket or an expression depends on the place of a node in its list, and not on the node alone. */
export const dependsOnPlace = (node: PlanNode): boolean => hasKind(node, PLACES, "Path");

/** Whether evaluating a node can ask the scorer. */
export const asksScorer = (node: PlanNode): boolean => hasKind(node, SCORES);

/** Whether evaluating a node can end in an error of its data: then it is evaluated neither earlier nor later, nor left out. */
export const canFail = (node: PlanNode): boolean => hasKind(node, FALLIBLE);

/**
 * Whether what an expression gives depends on the node that it is applied to, or on one that a quantifier around it has bound. If it does not
 * (`root()//Limit/@max`, literals), one evaluation is enough for a run.
 */
export const dependsOnNode = (node: PlanNode, bound: readonly string[] = []): boolean => {
  if (node.kind === "Variable") return !bound.includes(node.name);
  if (OF_NODE.has(node.kind)) return true;
  if (node.kind === "Path") return pathDepends(node, bound);
  let names = bound;
  let depends = false;
  eachChild(node, (child) => {
    depends ||= dependsOnNode(child, names);
    if (child.kind === "Binding") names = [...names, child.name];
  });
  return depends;
};

/** What is in the brackets of a path is about the nodes of the path; only bound names lead out of it. */
function pathDepends(path: PlanNode & { readonly kind: "Path" }, bound: readonly string[]): boolean {
  if (dependsOnNode(path.start, bound)) return true;
  return path.steps.some((step) => usesVariable(step, bound));
}

function usesVariable(node: PlanNode, bound: readonly string[]): boolean {
  if (node.kind === "Variable") return !bound.includes(node.name);
  let names = bound;
  let uses = false;
  eachChild(node, (child) => {
    uses ||= usesVariable(child, names);
    if (child.kind === "Binding") names = [...names, child.name];
  });
  return uses;
}
