import { FUNCTION_NAMES, FUNCTIONS, type FunctionName, type FunctionRow, functionOf, type Place } from "@semantic-xpath/parser";
import { COMPLETION } from "../kinds.js";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, childrenOf } from "../words/words.js";
import { addParameters } from "./queries.js";
import type { Items, Request } from "./request.js";
import { addEvidence } from "./steps.js";

type OperandPlace = Extract<Place, { kind: "operand" }>;

/** What a condition, a score or a position may begin with. */
export function addOperands(request: Request, items: Items, place: OperandPlace): void {
  const { base, call } = place;
  const { view } = request;
  const types = typesOf(view.known, base);
  const taken = (call === null ? null : functionOf(call))?.forms.map(({ parameters: [first] }) => first) ?? [];
  if (taken.includes("value")) {
    addAttributes(request, items, base, "@");
    addFields(request, items, base);
    items.add({
      label: "name()",
      kind: COMPLETION.function,
      detail: "the type of the node",
      about: "function",
      name: "name",
    });
    return;
  }
  if (taken.includes("path")) addEvidence(request, items, base);
  items.add({
    label: 'node =~ "…"',
    kind: COMPLETION.snippet,
    text: 'node =~ "$1"',
    isSnippet: true,
    filter: "node",
    detail: "relevance of all of the node's text",
    about: "operator",
    name: "=~",
    base,
  });
  addAttributes(request, items, base, "@");
  const hasText = types === null || types.some((type) => view.known?.types[type]?.text);
  if (hasText) {
    items.add({
      label: 'text() =~ "…"',
      kind: COMPLETION.snippet,
      text: 'text() =~ "$1"',
      isSnippet: true,
      filter: "text",
      detail: "relevance of the own text",
      about: "operator",
      name: "=~",
      base,
    });
  }
  addFields(request, items, base);
  for (const name of FUNCTION_NAMES) if (name !== "text") addFunction(items, name, base);
  if (place.isBracketStart) {
    addPositions(items);
    addParameters(request, items, "number");
    if (place.hasAnchor) addOffsets(items);
  }
}

function addFunction(items: Items, name: FunctionName, base: string): void {
  const row: FunctionRow = FUNCTIONS[name];
  const snippet = `${name}(${holesOf(row)})`;
  const isSnippet = snippet.includes("$");
  const label = isSnippet ? `${name}(…)` : snippet;
  const kind = COMPLETION.function;
  items.add({ label, kind, text: snippet, isSnippet, filter: name, detail: row.documentation, about: "function", name, base });
}

/** The arguments to be typed. */
function holesOf({ forms }: FunctionRow): string {
  const form = forms.at(-1);
  if (form === undefined || form.parameters.length === 0) return "";
  if (form.parameters.includes("text")) return '$1, "$2"';
  return form.repeats && forms.length === 1 ? "$1, $2" : "$1";
}

/** Attributes of the possible types; the declared ones say what they mean. */
export function addAttributes({ view }: Request, items: Items, base: string, sign: "@" | ""): void {
  const types = typesOf(view.known, base);
  if (view.known === null) return;
  for (const [name, { attribute, on }] of attributesOf(view.known, types)) {
    const isPartial = types !== null && on.length < types.length;
    items.add({
      label: `@${name}`,
      kind: COMPLETION.property,
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
function addFields({ view }: Request, items: Items, base: string): void {
  const types = typesOf(view.known, base);
  for (const [name, { attribute }] of attributesOf(view.known, types)) {
    if (attribute.type !== "string" || attribute.values !== undefined) continue;
    const detail = attribute.documentation ?? "field";
    items.add({ label: name, kind: COMPLETION.field, detail, about: "attribute", name, base });
  }
  for (const name of childrenOf(view.known, types)) {
    if (!view.known?.types[name]?.text) continue;
    items.add({
      label: name,
      kind: COMPLETION.field,
      detail: `text of its ${name} children`,
      about: "type",
      name,
      base,
    });
  }
}

export function addPositions(items: Items): void {
  items.add({ label: "1", kind: COMPLETION.value, detail: "the first" });
  items.add({ label: "-1", kind: COMPLETION.value, detail: "the last" });
  items.add({ label: "1:3", kind: COMPLETION.value, detail: "the first three" });
  items.add({ label: "-2:", kind: COMPLETION.value, detail: "the last two" });
}

function addOffsets(items: Items): void {
  items.add({ label: "@+1", kind: COMPLETION.value, detail: "the sibling after it" });
  items.add({ label: "@-1", kind: COMPLETION.value, detail: "the sibling before it" });
}
