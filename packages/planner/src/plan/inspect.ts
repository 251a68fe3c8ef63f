import { hasKind, type PlanNode } from "./children.js";

const PLACES = new Set(["Position", "PlaceEquals", "PositionValue", "LastValue"] as const);
const SCORES = new Set(["Local"] as const);
const FALLIBLE = new Set(["Arithmetic", "Negative", "Function", "Order"] as const);
/** Whether a bracket or an expression depends on the place of a node in its list, and not on the node alone. */
export const dependsOnPlace = (node: PlanNode): boolean => hasKind(node, PLACES, "Path");

/** Whether evaluating a node can ask the scorer. */
export const asksScorer = (node: PlanNode): boolean => hasKind(node, SCORES);

/** Whether evaluating a node can end in an error of its data: then it is evaluated neither earlier nor later, nor left out. */
export const canFail = (node: PlanNode): boolean => hasKind(node, FALLIBLE);
