import type { Edit, NodeData, NodeId, SegmentedTree } from "@semantic-xpath/tree";

/**
 * The edits that make a subtree equal to a description. Children are the same node if they have the same type and the same `id` (else `idref`,
 * span and place among equals); nodes that stay keep their keys. Children that stay are expected in the same order.
 */
export function editsBetween(tree: SegmentedTree, node: NodeId, wanted: NodeData, isDeep = true): Edit[] {
  const row = tree.rowAt(node);
  const edits: Edit[] = [];
  const attributes = wanted.attributes ?? {};
  for (const name of row.attributes.keys()) {
    if (!Object.hasOwn(attributes, name)) edits.push({ kind: "setAttribute", node, name, value: null });
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (row.attributes.get(name) !== value) edits.push({ kind: "setAttribute", node, name, value });
  }
  const text = wanted.text ?? "";
  if (collapsed(text) !== row.text) edits.push({ kind: "setText", node, text });
  if (isDeep) edits.push(...childEdits(tree, node, wanted.children ?? []));
  return edits;
}

/** The edits that make the children of a node those of a list. */
export function childEdits(tree: SegmentedTree, parent: NodeId, wanted: readonly NodeData[]): Edit[] {
  const children = tree.childrenOf(parent);
  const names = identities(
    children.map((child) => ({ type: tree.typeOf(child), attributes: tree.rowAt(child).attributes })),
  );
  const wantedNames = identities(
    wanted.map(({ type, attributes = {} }) => ({ type, attributes: new Map(Object.entries(attributes)) })),
  );
  const isWanted = new Set(wantedNames);
  const edits: Edit[] = [];
  let at = 0;
  for (const [i, name] of wantedNames.entries()) {
    while (at < names.length && !isWanted.has(names[at]!)) edits.push({ kind: "delete", node: children[at++]! });
    if (names[at] === name) {
      edits.push(...editsBetween(tree, children[at]!, wanted[i]!));
      at++;
    } else edits.push({ kind: "insert", parent, before: children[at] ?? null, content: wanted[i]! });
    isWanted.delete(name);
  }
  for (; at < names.length; at++) edits.push({ kind: "delete", node: children[at]! });
  return edits;
}

interface Named {
  readonly type: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** A different name for each node of a list. */
function identities(nodes: readonly Named[]): string[] {
  const counts = new Map<string, number>();
  return nodes.map(({ type, attributes }) => {
    const id = attributes.get("id");
    const name = `${type} ${id ?? `${attributes.get("idref") ?? ""} ${attributes.get("span") ?? ""}`}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name} ${count}`;
  });
}

const collapsed = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
