import { type Insert, type Move, type Place, PRIMITIVES, print, type Replace } from "@semantic-xpath/parser";
import { innermost } from "../nodes.js";
import { frequentValues } from "../types/dataFacts.js";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, childrenOf, count, spellName } from "../words/words.js";
import { nodesAt } from "../workspace/view.js";
import type { Items } from "./items.js";
import { addParameters } from "./queries.js";
import { addTypes } from "./steps.js";

type Placed<K extends Place["kind"]> = Extract<Place, { kind: K }>;

const SNIPPETS: Readonly<Record<keyof typeof PRIMITIVES, string>> = {
  "insert node": "insert node ${1:<${2:type}/>} as last into $0",
  "insert node attribute": "insert node attribute ${1:name} {$2} into $0",
  "delete node": "delete node $0",
  "replace node": "replace node $1 with $0",
  "replace value of node": "replace value of node $1 with $0",
  "rename node": "rename node $1 as $0",
  "move node": "move node $1 into $0",
};

/** Beginnings of a primitive. */
export function addPrimitives(items: Items): void {
  for (const label of Object.keys(PRIMITIVES) as (keyof typeof PRIMITIVES)[])
    items.add({ label, kind: "keyword", snippet: SNIPPETS[label], filter: label, detail: PRIMITIVES[label] });
}

/** The path to a node, a parameter for one, or what is put in place: an element of a type that may be there. */
export function addUpdated(items: Items, { takesContent, takesAttribute }: Placed<"updated">): void {
  const { known } = items.view;
  if (takesContent) {
    for (const type of typesHere(items, null))
      items.add({
        label: `<${spellName(type)}>`,
        kind: "type",
        snippet: elementOf(items, type),
        filter: `<${type}`,
        about: "type",
        name: type,
      });
  }
  if (takesAttribute)
    items.add({
      label: "attribute",
      kind: "keyword",
      snippet: "attribute ${1:name} {$2}",
      detail: PRIMITIVES["insert node attribute"],
    });
  const roots = typesOf(known, "/*") ?? [];
  const below = (typesOf(known, "//*") ?? []).filter((type) => !roots.includes(type));
  addTypes(items, "//", below);
  addTypes(items, "/", roots);
  addParameters(items, "node");
  items.add({ label: "/", kind: "operator", detail: "the root" });
  items.add({ label: "//", kind: "operator", detail: "any node" });
}

/** An element with the attributes that it requires. */
function elementOf({ view: { known } }: Items, type: string): string {
  const declared = known?.types[type];
  const required = Object.entries(declared?.attributes ?? {}).filter(([, attribute]) => attribute.required);
  const attributes = required.map(([name], i) => ` ${spellName(name)}="$${i + 1}"`).join("");
  const isEmpty = declared !== undefined && !declared.text && Object.keys(declared.children).length === 0;
  return isEmpty ? `<${spellName(type)}${attributes}/>` : `<${spellName(type)}${attributes}>$0</${spellName(type)}>`;
}

/** Types that may be made where the cursor is. */
export function addMade(items: Items, { parent }: Placed<"made">): void {
  const { known } = items.view;
  for (const type of typesHere(items, parent))
    items.add({
      label: spellName(type),
      kind: "type",
      detail: known?.types[type]?.documentation,
      about: "type",
      name: type,
    });
}

/** Children of the element around, else of what the update puts it into or beside; all types where that is not known. */
function typesHere({ view, cursor }: Items, parent: string | null): readonly string[] {
  const { known } = view;
  if (known === null) return [];
  if (parent !== null) return childrenOf(known, [parent]);
  // White space at the end belongs to no node.
  const nodes = nodesAt(view, view.text.slice(0, cursor.insert.start).trimEnd().length);
  const primitive = innermost(nodes, "Insert") ?? innermost(nodes, "Move") ?? innermost(nodes, "Replace");
  const around = primitive === null || primitive === undefined ? null : parentsOf(known, primitive);
  const types = childrenOf(known, around);
  return types.length > 0 ? types : childrenOf(known, Object.keys(known.types));
}

function parentsOf(
  known: NonNullable<Items["view"]["known"]>,
  primitive: Insert | Move | Replace,
): readonly string[] | null {
  const place = primitive.kind === "Move" ? primitive.destination : primitive.target;
  if (place.kind !== "Path") return null;
  const isBeside = primitive.kind === "Replace" || primitive.placing === "before" || primitive.placing === "after";
  return typesOf(known, isBeside ? `${print(place)}/..` : print(place));
}

/** Attributes that an element, or a node that is there, may get. */
export function addMadeAttributes(items: Items, { type, given }: Placed<"madeAttribute">): void {
  const { known } = items.view;
  for (const [name, { attribute }] of attributesOf(known, type === "" ? null : [type])) {
    if (given.includes(name)) continue;
    const label = spellName(name);
    const detail = attribute.documentation ?? attributeWords(attribute);
    const snippet = type === "" ? `${label} {$1}` : `${label}="$1"`;
    items.add({
      label,
      kind: "property",
      snippet,
      filter: name,
      detail,
      about: "attribute",
      name,
      base: `//${spellName(type)}`,
    });
  }
}

/** The values that the schema allows, or that the data have most. */
export function addMadeValues(items: Items, { type, attribute }: Placed<"madeValue">): void {
  const { known, data } = items.view;
  const declared = attributesOf(known, [type]).get(attribute)?.attribute;
  for (const label of declared?.values ?? (declared?.type === "boolean" ? ["true", "false"] : []))
    items.add({ label, kind: "value" });
  if (declared?.values !== undefined || data.value === null) return;
  for (const { text, count: uses } of frequentValues(data.value, [type], attribute).slice(0, 30))
    items.add({ label: text, kind: "value", description: count(uses, "use") });
}
