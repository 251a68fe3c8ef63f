import { COMPLETION } from "../kinds.js";
import { typesOf } from "../types/typesOf.js";
import { FUNCTION_HELP, type FunctionHelp } from "../words/functions.js";
import { attributesOf, attributeWords, childrenOf } from "../words/words.js";
import type { Place } from "./place.js";
import { addParameters } from "./queries.js";
import type { Items, Request } from "./request.js";
import { addEvidence } from "./steps.js";

type OperandPlace = Extract<Place, { kind: "operand" }>;

const GRADED_CALLS = new Set(["min", "max", "avg", "gmean"]);
const TEXT_CALLS = new Set(["contains", "starts-with", "ends-with"]);

/** What a condition, a score or a position may begin with. */
export function addOperands(request: Request, items: Items, place: OperandPlace): void {
  const { base, call } = place;
  const { view } = request;
  const types = typesOf(view.known, base);
  if (call !== null && TEXT_CALLS.has(call)) {
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
  if (call !== null && GRADED_CALLS.has(call)) addEvidence(request, items, base);
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
  for (const help of FUNCTION_HELP) if (help.name !== "text") addFunction(items, help, base);
  if (place.isBracketStart) {
    addPositions(items);
    addParameters(request, items, "number");
    if (place.hasAnchor) addOffsets(items);
  }
}

function addFunction(items: Items, help: FunctionHelp, base: string): void {
  const { name, snippet, summary } = help;
  const isSnippet = snippet.includes("$");
  const label = isSnippet ? `${name}(…)` : snippet;
  const kind = COMPLETION.function;
  items.add({ label, kind, text: snippet, isSnippet, filter: name, detail: summary, about: "function", name, base });
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
