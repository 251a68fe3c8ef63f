import {
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionName,
  type FunctionRow,
  functionOf,
  type Place,
} from "@semantic-xpath/parser";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, childrenOf } from "../words/words.js";
import type { Draft, Items } from "./items.js";
import { addParameters } from "./queries.js";
import { addEvidence } from "./steps.js";

/** What a condition, a score or a position may begin with. */
export function addOperands(
  items: Items,
  { base, call, isBracketStart, hasAnchor }: Extract<Place, { kind: "operand" }>,
): void {
  const { known } = items.view;
  const types = typesOf(known, base);
  const taken = functionOf(call ?? "")?.forms.map(({ parameters: [first] }) => first) ?? [];
  if (taken.includes("value")) {
    addAttributes(items, base, "@");
    addFields(items, base);
    items.add({ label: "name()", kind: "function", detail: "the type of the node", about: "function", name: "name" });
    return;
  }
  if (taken.includes("path") && items.cursor.call?.argument === 0) addEvidence(items, base);
  const relevance = { kind: "snippet", about: "operator", name: "=~", base } satisfies Partial<Draft>;
  const detail = "relevance of all of the node's text";
  items.add({ ...relevance, label: 'node =~ "…"', snippet: 'node =~ "$1"', detail });
  addAttributes(items, base, "@");
  if (types === null || types.some((type) => known?.types[type]?.text)) {
    items.add({ ...relevance, label: 'text() =~ "…"', snippet: 'text() =~ "$1"', detail: "relevance of the own text" });
  }
  addFields(items, base);
  for (const name of FUNCTION_NAMES) if (name !== "text") addFunction(items, name, base);
  if (!isBracketStart) return;
  addPositions(items);
  if (!hasAnchor) return;
  items.add({ label: "@+1", kind: "value", detail: "the sibling after it" });
  items.add({ label: "@-1", kind: "value", detail: "the sibling before it" });
}

/** A number or a text is no condition: it is inserted with its comparison. */
const COMPARED: { readonly [G in FunctionRow["gives"]]?: string } = { number: " >= $2", text: ' = "$2"' };

function addFunction(items: Items, name: FunctionName, base: string): void {
  const row: FunctionRow = FUNCTIONS[name];
  const holes = holesOf(row);
  const snippet = `${name}(${holes})${COMPARED[row.gives] ?? ""}`;
  const label = holes === "" ? `${name}()` : `${name}(…)`;
  items.add({
    label,
    kind: "function",
    snippet,
    filter: name,
    detail: row.documentation,
    about: "function",
    name,
    base,
  });
}

/** The arguments to be typed. */
function holesOf({ forms }: FunctionRow): string {
  const { parameters, repeats } = forms.at(-1) ?? forms[0];
  if (parameters.length === 0) return "";
  if (parameters.includes("text")) return '$1, "$2"';
  return repeats && forms.length === 1 ? "$1, $2" : "$1";
}

/** Attributes of the possible types; the declared ones say what they mean. */
export function addAttributes(items: Items, base: string, sign: "@" | ""): void {
  const { known } = items.view;
  const types = typesOf(known, base);
  for (const [name, { attribute, on }] of attributesOf(known, types)) {
    const isPartial = types !== null && on.length < types.length;
    items.add({
      label: `@${name}`,
      kind: "property",
      text: `${sign}${name}`,
      detail: attribute.documentation ?? attributeWords(attribute),
      description: isPartial ? `${attribute.type}, of ${on.join(", ")}` : attribute.type,
      about: "attribute",
      name,
      base,
    });
  }
}

/** Bare names: attributes that hold text, and child types with text. */
function addFields(items: Items, base: string): void {
  const { known } = items.view;
  const types = typesOf(known, base);
  for (const [label, { attribute }] of attributesOf(known, types)) {
    if (attribute.type !== "string" || attribute.values !== undefined) continue;
    items.add({ label, kind: "field", detail: attribute.documentation ?? "field", about: "attribute", base });
  }
  for (const label of childrenOf(known, types)) {
    if (!known?.types[label]?.text) continue;
    items.add({ label, kind: "field", detail: `text of its ${label} children`, about: "type", base });
  }
}

export function addPositions(items: Items): void {
  for (const [label, detail] of [
    ["1", "the first"],
    ["-1", "the last"],
    ["1:3", "the first three"],
    ["-2:", "the last two"],
  ] as const) {
    items.add({ label, kind: "value", detail });
  }
  addParameters(items, "number");
}
