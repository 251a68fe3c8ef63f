import { PLACES, PRIMITIVES } from "@semantic-xpath/parser";
import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { writable, writtenName } from "../words.js";

/** What a model needs to write updates over a schema: the words, and examples in its names. */
export function updateLines(schema: Schema): readonly string[] {
  const [into, ...places] = Object.keys(PLACES);
  return [
    "An update changes the tree; its paths must each lead to one node, all as the tree is before:",
    `${Object.keys(PRIMITIVES).join(", ")}; placed ${into}, ${places.join(", ")}. Several are joined by ",".`,
    'P/@a, P/text() are values: delete node P/@a; replace value of node P/@a with "x"; insert node attribute a {"x"} into P.',
    "#17 is a node by its key. In an element {value} is computed; & < { are &amp; &lt; {{. A path as content is a copy.",
    ...updateExamples(schema),
  ];
}

/** Updates in the names of a schema, each right with it. */
function updateExamples(schema: Schema): readonly string[] {
  const made = madeIn(schema);
  if (made === null) return [];
  const { parent, child, element } = made;
  return [`insert node ${element} as last into (//${parent})[1]`, `move node (//${child})[1] after (//${child})[2]`];
}

/** A child that can be written whole, and what contains it. */
function madeIn({
  types,
}: Schema): { readonly parent: string; readonly child: string; readonly element: string } | null {
  for (const [parent, { children }] of writable(types)) {
    for (const [child, { max }] of writable(children)) {
      const type = Object.hasOwn(types, child) ? types[child]! : null;
      const attributes = type === null || (max !== undefined && max < 2) ? null : attributesOf(type);
      if (attributes === null) continue;
      const name = writtenName(child);
      const element = type!.text ? `<${name}${attributes}>…</${name}>` : `<${name}${attributes}/>`;
      return { parent: writtenName(parent), child: name, element };
    }
  }
  return null;
}

/** The required attributes as they are written; null: one has a value of which no example is known, or children are required. */
function attributesOf({ attributes, children }: NodeType): string | null {
  if (Object.values(children).some(({ min }) => min > 0)) return null;
  const required = Object.entries(attributes).filter(([, { required: isRequired }]) => isRequired);
  const written = required.map(([name, attribute]) => [name, exampleFor(attribute)] as const);
  if (written.some(([, value]) => value === null)) return null;
  return written.map(([name, value]) => ` ${writtenName(name)}="${value}"`).join("");
}

function exampleFor({ type, values }: AttributeType): string | null {
  const [first] = values ?? [];
  if (first !== undefined) return /["&<{}]/.test(first) ? null : first;
  return type === "string" ? "…" : type === "number" ? "1" : type === "boolean" ? "true" : null;
}
