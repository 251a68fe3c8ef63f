import { PLACES, PRIMITIVES } from "@semantic-xpath/parser";
import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { writable, writtenName } from "../words.js";

/** Lines for a model that writes updates over a schema: the words, and examples in its names. */
export function updateLines(schema: Schema): readonly string[] {
  const [into, ...places] = Object.keys(PLACES);
  return [
    `${Object.keys(PRIMITIVES).join(", ")}; placed ${into}, ${places.join(", ")} one node. All paths are as the tree is before.`,
    'To set a value, there already or not: insert node attribute a {"x"} into P. To take it away: delete node P/@a. Own text: replace value of node P/text() with "x".',
    "A change is made to every node that P finds; find exactly those that are meant. Only what was requested: a new node has the attributes that were said and no others. Values are written as the data writes them, dates as 2026-07-01, numbers bare. & < { in an element are &amp; &lt; {{. A path as content is a copy.",
    ...updateExamples(schema),
  ];
}

/** Updates in the names of a schema, each right with it. */
function updateExamples(schema: Schema): readonly string[] {
  const creation = madeIn(schema);
  if (creation === null) return [];
  const { parent, child, element, label, other } = creation;
  const targetPath = label === null ? `(//${child})[1]` : `//${child}[contains(@${label}, "…", "case-insensitive")]`;
  const set = (name: string): string => `insert node attribute ${name} {"…"} into ${targetPath}`;
  return [
    "Examples:",
    `insert node ${element} as last into (//${parent})[1]`,
    `move node ${targetPath} after (//${child})[2]`,
    ...(label === null || other === null ? [] : [`${set(label)}, ${set(other)}`]),
    `delete node ${targetPath}`,
  ];
}

/** A child that can be written whole, and what contains it. */
function madeIn({ types }: Schema): {
  readonly parent: string;
  readonly child: string;
  readonly element: string;
  readonly label: string | null;
  readonly other: string | null;
} | null {
  for (const [parent, { children }] of writable(types)) {
    for (const [child, { max }] of writable(children)) {
      const type = Object.hasOwn(types, child) ? types[child]! : null;
      const attributes = type === null || (max !== undefined && max < 2) ? null : attributesOf(type);
      if (attributes === null) continue;
      const name = writtenName(child);
      const element = type!.text ? `<${name}${attributes}>…</${name}>` : `<${name}${attributes}/>`;
      const texts = Object.entries(type!.attributes).filter(([, { type: is, values }]) => is === "string" && !values);
      const [label = null, other = null] = texts.map(([each]) => writtenName(each));
      return { parent: writtenName(parent), child: name, element, label, other };
    }
  }
  return null;
}

/** The required attributes as they are written; null: one has a value of which no example is known, or children are required. */
function attributesOf({ attributes, children }: NodeType): string | null {
  if (Object.values(children).some(({ min }) => min > 0)) return null;
  const required = Object.entries(attributes).filter(([, { required: isRequired }]) => isRequired);
  const values = required.map(([name, attribute]) => [name, exampleFor(attribute)] as const);
  if (values.some(([, value]) => value === null)) return null;
  return values.map(([name, value]) => ` ${writtenName(name)}="${value}"`).join("");
}

function exampleFor({ type, values }: AttributeType): string | null {
  const [first] = values ?? [];
  if (first !== undefined) return /["&<{}]/.test(first) ? null : first;
  return EXAMPLES[type] ?? null;
}

const EXAMPLES: Partial<Record<AttributeType["type"], string>> = {
  string: "…",
  number: "1",
  boolean: "true",
  date: "2026-07-01",
};
