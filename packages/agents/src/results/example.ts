import type { View } from "@semantic-xpath/memory";
import type { NodeId } from "@semantic-xpath/tree";

/** Attributes of an example without a schema. */
const MAX_ATTRIBUTES = 3;
/** Characters of an own text in an example. */
const MAX_TEXT = 60;

/**
 * Valid content for a place below a node, as XML: a node of the tree with the attributes that the schema requires. It is the first of the wanted type if there is one,
 * else the first child of the parent, else any node. null: the tree has one node only.
 */
export function exampleContent({ tree, schema }: View, parent: NodeId, wanted: string | null): string | null {
  const id = wanted === null ? -1 : tree.typeId(wanted);
  const child = parent > 0 && tree.end[parent]! > parent + 1 ? parent + 1 : 2;
  const node = tree.postings[id]?.[0] ?? (child <= tree.size ? child : 0);
  if (node === 0) return null;
  const { type, attributes } = tree.node(node);
  const declared = schema?.types[type];
  const needed = Object.entries(attributes).filter(([name], i) =>
    declared === undefined ? i < MAX_ATTRIBUTES : declared.attributes[name]?.required === true,
  );
  const attributesText = needed.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const text = tree.ownText(node);
  return text === ""
    ? `<${type}${attributesText}/>`
    : `<${type}${attributesText}>${escaped(text.slice(0, MAX_TEXT))}</${type}>`;
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("]]>", "]]&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\r\n]/g, " ");
