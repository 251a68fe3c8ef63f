import fc from "fast-check";
import type { Edit, NodeData } from "../../../packages/tree/src/index.js";
import type { Tree } from "../../../packages/tree/src/tree.js";

/** A node of a mutable tree, for trying edits on; it keeps the number that it had. */
export interface Model {
  readonly id: number;
  type: string;
  attributes: Record<string, string>;
  text: string;
  children: Model[];
}

export function modelOf(tree: Tree, id = 1): Model {
  const { type, attributes, text, children } = tree.node(id);
  return {
    id,
    type,
    attributes: Object.fromEntries(Object.entries(attributes)),
    text,
    children: children.map((child) => modelOf(tree, child.id)),
  };
}

const modelOfData = ({ type, attributes = {}, text = "", children = [] }: NodeData): Model => ({
  id: 0,
  type,
  attributes: Object.fromEntries(Object.entries(attributes)),
  text,
  children: children.map(modelOfData),
});

/** All nodes with their parents, in document order. */
export function placesIn(root: Model, parent: Model | null = null): { node: Model; parent: Model | null }[] {
  return [{ node: root, parent }, ...root.children.flatMap((child) => placesIn(child, root))];
}

/** Edits drawn for a tree: each a choice by numbers, so that one arbitrary serves any tree. */
export interface Draw {
  readonly kind: Edit["kind"];
  readonly node: number;
  readonly target: number;
  readonly before: number;
  readonly content: NodeData;
  readonly name: string;
  readonly value: string | null;
}

export const drawOf = (
  names: readonly string[],
  values: fc.Arbitrary<string>,
  content: fc.Arbitrary<NodeData>,
): fc.Arbitrary<Draw> =>
  fc.record({
    kind: fc.constantFrom<Edit["kind"]>("insert", "delete", "replace", "move", "setAttribute", "setText", "rename"),
    node: fc.nat(),
    target: fc.nat(),
    before: fc.nat(),
    content,
    name: fc.constantFrom(...names),
    value: fc.option(values),
  });

/**
 * Applies draws to a model, and gives those that are edits of it as edits: numbers name nodes of the tree before. Those that are none
 * (the root would go, a node would move into itself) are left out.
 */
export function editsOf(model: Model, draws: readonly Draw[]): Edit[] {
  const edits: Edit[] = [];
  for (const draw of draws) {
    const edit = editOf(model, draw);
    if (edit !== null) edits.push(edit);
  }
  return edits;
}

function editOf(model: Model, { kind, node: a, target: b, before: c, content, name, value }: Draw): Edit | null {
  const places = placesIn(model).filter(({ node }) => node.id > 0);
  const known = places.map(({ node }) => node);
  const { node, parent } = places[a % places.length]!;
  const childOf = (above: Model): Model | undefined => {
    const children = above.children.filter(({ id }) => id > 0);
    return children.length === 0 ? undefined : [...children, undefined][c % (children.length + 1)];
  };
  switch (kind) {
    case "setAttribute":
      node.attributes = Object.fromEntries([
        ...Object.entries(node.attributes).filter(([known]) => known !== name),
        ...(value === null ? [] : [[name, value]]),
      ]);
      return { kind, node: node.id, name, value };
    case "setText":
      node.text = (value ?? "").replace(/ +/g, " ").trim();
      return { kind, node: node.id, text: value ?? "" };
    case "rename":
      node.type = name;
      return { kind, node: node.id, type: name };
    case "insert": {
      const before = childOf(node);
      node.children.splice(before ? node.children.indexOf(before) : node.children.length, 0, modelOfData(content));
      return { kind, parent: node.id, content, ...(before ? { before: before.id } : {}) };
    }
    case "delete":
      if (parent === null) return null;
      parent.children.splice(parent.children.indexOf(node), 1);
      return { kind, node: node.id };
    case "replace":
      if (parent === null) return null;
      parent.children[parent.children.indexOf(node)] = modelOfData(content);
      return { kind, node: node.id, content };
    case "move": {
      const target = known[b % known.length]!;
      if (parent === null || placesIn(node).some((inside) => inside.node === target)) return null;
      const before = childOf(target);
      if (before === node) return null;
      parent.children.splice(parent.children.indexOf(node), 1);
      target.children.splice(before ? target.children.indexOf(before) : target.children.length, 0, node);
      return { kind, node: node.id, parent: target.id, before: before?.id ?? null };
    }
  }
}

/** The model as `plainOf` shows a tree. */
export function plainOfModel({ type, attributes, text, children }: Model): object {
  const sorted = Object.entries(attributes).sort(([x], [y]) => (x < y ? -1 : 1));
  return { type, attributes: Object.fromEntries(sorted), text, children: children.map(plainOfModel) };
}
