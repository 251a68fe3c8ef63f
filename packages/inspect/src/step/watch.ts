import type { ValueExpression } from "@semantic-xpath/planner";
import { nodePath } from "@semantic-xpath/tree";
import {
  type Expression,
  evaluateExpression,
  evaluateRelative,
  evaluateTexts,
  problemOf,
  type Relative,
  readExpression,
  readRelative,
  type Workbench,
} from "./expression.js";
import { asStart, nodesOf, type Rows, rowsOf } from "./rows.js";
import type { WatchValue } from "./stops.js";

/** Maximum number of values: a watch that scored a whole tree would be expensive. */
const MAX_VALUES = 1000;

const OF_GROUPS: WatchValue = {
  kind: "problem",
  message: "These are groups, which have no place in the tree to ask from: open one to see its members.",
  span: null,
};

/** No expression of a bracket begins with a slash, however many parentheses are before it. */
const IS_PATH = /^(?:\s|\(:[\s\S]*?:\)|\()*\//;

/**
 * Evaluates an expression on the current sequence. A path, a union or a group starts from its nodes, weights along, and
 * `(/POI)[1]` is the first of all POIs below them; an expression gives a value for each of them. Changes nothing in the run.
 */
export async function watchValue(
  bench: Workbench,
  text: string,
  current: Rows,
  signal?: AbortSignal,
): Promise<WatchValue> {
  if (current.isOfGroups) return OF_GROUPS;
  const types = typesOf(bench, current);
  const read = IS_PATH.test(text) ? readRelative(text, bench.query, types) : readExpression(text, bench.query, types);
  try {
    switch (read.kind) {
      case "problem":
        return read;
      case "path":
        return await sequenceOf(bench, read, current, signal);
      case "expression":
        return await valuesOf(bench, read, current, signal);
    }
  } catch (error) {
    return problemOf(error);
  }
}

async function sequenceOf(bench: Workbench, path: Relative, current: Rows, signal?: AbortSignal): Promise<WatchValue> {
  const { run, frame } = await evaluateRelative(bench, path, asStart(current), signal);
  return { kind: "sequence", sequence: rowsOf(run, frame) };
}

async function valuesOf(
  bench: Workbench,
  expression: Expression,
  current: Rows,
  signal?: AbortSignal,
): Promise<WatchValue> {
  const all = nodesOf(current);
  const ids = all.ids.subarray(0, MAX_VALUES);
  const lasts = new Int32Array(ids.length).fill(current.count);
  const batch = { ids, places: all.places.subarray(0, MAX_VALUES), lasts, bindings: null };
  const alone = valueAlone(expression);
  const valueKind = kindOf(expression, alone);
  const value = valueKind === "number" ? alone : null;
  const numbers = ids.length === 0 ? [] : await evaluateExpression(bench, expression, batch, signal, value);
  const texts =
    valueKind === "text" && ids.length > 0 ? await evaluateTexts(bench, expression, alone!, batch, signal) : [];
  const { tree } = bench.prepared;
  const values = Array.from(ids, (node, i) => ({
    node,
    path: nodePath(tree, node),
    value: numbers[i]!,
    text: texts[i] ?? null,
  }));
  return { kind: "values", of: valueKind, isBoolean: valueKind === "truth", count: all.ids.length, values };
}

/** A value that is the whole expression: `count(/POI)`, `@city`. In a bracket it would say whether it is there, or be a place. */
function valueAlone({ bracket }: Expression): ValueExpression | null {
  if (bracket.kind !== "Filter") return null;
  const { condition } = bracket;
  return condition.kind === "Present" || condition.kind === "PlaceEquals" ? condition.value : null;
}

function kindOf({ bracket }: Expression, alone: ValueExpression | null): "truth" | "score" | "number" | "text" {
  if (alone === null) return bracket.kind === "Filter" ? "truth" : "score";
  return alone.kind === "PositionValue" || alone.kind === "LastValue" || alone.kind === "CountValue"
    ? "number"
    : "text";
}

/** The types that the current nodes have: what a name in the expression may mean. Empty: the document node alone. */
function typesOf({ prepared: { tree } }: Workbench, current: Rows): readonly string[] {
  const types = new Set<number>();
  for (const node of nodesOf(current).ids) types.add(tree.type[node]!);
  return Array.from(types, (type) => tree.typeNames[type]!);
}
