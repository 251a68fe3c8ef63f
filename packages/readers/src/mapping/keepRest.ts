import { isScalar, type JsonValue, shapeOf, use } from "./jsonValue.js";
import { type Made, madeOf } from "./made.js";
import type { Rest } from "./model.js";

/** Members of one place that the mapping does not mention. */
export interface Unmentioned {
  readonly shape: string;
  count: number;
  readonly isKept: boolean;
  readonly first: JsonValue;
}

/** Shapes that are counted one by one; a stranger's keys may be any number. */
const MOST_SHAPES = 100;

/** A value that is still to be looked at, and the node that what is kept of it goes to. */
interface Left {
  readonly value: JsonValue;
  /** Where a node of it belongs, and its type there. */
  readonly into: () => Made;
  readonly type: string;
  /** Whether it is a part of what is kept already. */
  readonly isWhole: boolean;
}

/**
 * What no rule mentioned of the values of nodes: kept as reading without a mapping would (scalars are attributes, objects and elements
 * children), or left out, and counted by its place.
 */
export function keepRest(nodes: readonly Made[], general: Rest): readonly Unmentioned[] {
  const owners = new Set(nodes.map(({ value }) => value));
  const found = new Map<string, Unmentioned>();
  for (const node of nodes) {
    if (node.rule === null || node.value === null) continue;
    const isKept = (node.rule.rest ?? general) === "keep";
    const left: Left[] = leftIn(node.value, node, () => node, false);
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { value, into, type, isWhole } = next;
      if (!isWhole && (owners.has(value) || value.kind === "null")) continue;
      if (!isWhole && value.use === "passed") {
        left.push(...leftIn(value, node, isKept ? containerOf(value, into, type) : into, false));
        continue;
      }
      if (!isWhole && value.use !== "none") continue;
      if (!isWhole) count(found, value, isKept);
      use(value, "rest");
      if (isKept) left.push(...keep(next));
    }
  }
  return [...found.values()];
}

/** What lies in a value, last first, as it goes on a stack. */
function leftIn(value: JsonValue, owner: Made, into: () => Made, isWhole: boolean): Left[] {
  const listType = value.key === "" || /^\d+$/.test(value.key) ? owner.type : value.key;
  return value.items
    .map((item) => ({ value: item, into, type: value.kind === "array" ? listType : item.key, isWhole }))
    .reverse();
}

/** A node for what is left of an object, made when there is something; a list is none. */
function containerOf(value: JsonValue, into: () => Made, type: string): () => Made {
  if (value.kind === "array") return into;
  let made: Made | undefined;
  return () => {
    if (made === undefined) {
      made = madeOf(type, value);
      into().children.push(made);
    }
    return made;
  };
}

/** Keeps a value; what it holds is left to keep. */
function keep({ value, into, type }: Left): Left[] {
  const place = into();
  if (value.kind === "null") return [];
  if (isScalar(value)) {
    const isAttribute = value.parent?.kind === "object" && !place.attributes.has(value.key);
    if (isAttribute) place.attributes.set(value.key, value.text);
    else {
      const leaf = madeOf(type, value);
      leaf.text = value.text;
      place.children.push(leaf);
    }
    return [];
  }
  if (value.kind === "array") {
    return value.items.map((item) => ({ value: item, into, type, isWhole: true })).reverse();
  }
  const made = madeOf(type, value);
  place.children.push(made);
  return leftIn(value, made, () => made, true);
}

function count(found: Map<string, Unmentioned>, value: JsonValue, isKept: boolean): void {
  const own = shapeOf(value);
  const shape = found.has(own) || found.size < MOST_SHAPES ? own : "…";
  const known = found.get(shape);
  if (known === undefined) found.set(shape, { shape, count: 1, isKept, first: value });
  else known.count++;
}
