import { isScalar, type JsonValue, shapeOf, use } from "./jsonValue.js";
import { type DraftNode, madeOf } from "./made.js";
import type { Rest } from "./model.js";

/** Members of one place that the mapping does not mention. */
interface Unmentioned {
  readonly shape: string;
  count: number;
  readonly isKept: boolean;
  readonly first: JsonValue;
}

/** Shapes that are counted one by one; untrusted keys may be any number. */
const MAX_SHAPES = 100;

/** A value that is still to be looked at, and the node that what is kept of it goes to. */
interface Leftover {
  readonly value: JsonValue;
  /** Parent of its node, and its type there. */
  readonly into: () => DraftNode;
  readonly type: string;
  /** `rest`: it is counted if it is unmentioned; `kept`: the rule keeps it; `part`: of what is kept already. */
  readonly as: "rest" | "kept" | "part";
}

/**
 * Members of the values of nodes without a rule: kept as reading without a mapping would (scalars are attributes, objects and elements
 * children), or left out, and counted by place.
 */
export function keepRest(nodes: readonly DraftNode[], general: Rest): readonly Unmentioned[] {
  const owners = new Set(nodes.map(({ value }) => value));
  const unmentioned = new Map<string, Unmentioned>();
  for (const node of nodes) {
    const place = (): DraftNode => node;
    const keptValues = node.values.map(
      (value): Leftover => ({ value, into: place, type: typeOf(value, node), as: "kept" }),
    );
    sweep(keptValues.reverse(), node, true, owners, unmentioned);
    if (node.rule === null || node.value === null) continue;
    sweep(leftIn(node.value, node, place, "rest"), node, (node.rule.rest ?? general) === "keep", owners, unmentioned);
  }
  return [...unmentioned.values()];
}

function sweep(
  left: Leftover[],
  node: DraftNode,
  isKept: boolean,
  owners: ReadonlySet<JsonValue | null>,
  found: Map<string, Unmentioned>,
): void {
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, into, type, as } = next;
    if (as !== "part") {
      if (owners.has(value) || isNothing(value)) continue;
      if (value.use === "passed") {
        left.push(...leftIn(value, node, isKept ? containerOf(value, into, type) : into, as));
        continue;
      }
      if (value.use !== "none") continue;
      if (as === "rest") count(found, value, isKept);
      use(value, "rest");
    }
    if (isKept) left.push(...keep(next));
  }
}

/** Null and the empty list say that there is nothing. */
const isNothing = ({ kind, items }: JsonValue): boolean => kind === "null" || (kind === "array" && items.length === 0);

/** The type of a node of a value: its name, or that of the list which it is in. */
function typeOf(value: JsonValue, owner: DraftNode): string {
  let at: JsonValue | null = value;
  while (at?.parent?.kind === "array") at = at.parent;
  return at === null || at.parent === null ? owner.type : at.key;
}

/** Content of a value, last first, for a stack. */
const leftIn = (value: JsonValue, owner: DraftNode, into: () => DraftNode, as: Leftover["as"]): Leftover[] =>
  value.items.map((item) => ({ value: item, into, type: typeOf(item, owner), as })).reverse();

/** A node for the rest of an object, made on first use; a list has none. */
function containerOf(value: JsonValue, into: () => DraftNode, type: string): () => DraftNode {
  if (value.kind === "array") return into;
  let container: DraftNode | undefined;
  return () => {
    if (container === undefined) {
      container = madeOf(type, value);
      into().children.push(container);
    }
    return container;
  };
}

/** Keeps a value; what it holds is left to keep. */
function keep({ value, into, type }: Leftover): Leftover[] {
  if (value.kind === "null") return [];
  const place = into();
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
  if (value.kind === "array") return leftIn(value, place, into, "part");
  const draft = madeOf(type, value);
  place.children.push(draft);
  return leftIn(value, draft, () => draft, "part");
}

function count(found: Map<string, Unmentioned>, value: JsonValue, isKept: boolean): void {
  const ownShape = shapeOf(value);
  const shape = found.has(ownShape) || found.size < MAX_SHAPES ? ownShape : "…";
  const entry = found.get(shape);
  if (entry === undefined) found.set(shape, { shape, count: 1, isKept, first: value });
  else entry.count++;
}
