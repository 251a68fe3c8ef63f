import type { Place, PlacedOperand } from "@semantic-xpath/parser";
import { COMPLETION } from "../kinds.js";
import { frequentValues, salientTerms, type TextOf } from "../types/dataFacts.js";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, count, quoted } from "../words/words.js";
import type { Items, Request } from "./request.js";

/** At most so many values of the data. */
const OFFERED = 30;

/** Values for a comparison: the allowed ones of the schema, or the most frequent ones of the data. */
export function addValues(request: Request, items: Items, place: Extract<Place, { kind: "value" }>): void {
  const { operand, base } = place;
  const { view } = request;
  const types = typesOf(view.known, base);
  if (operand.kind === "call") {
    if (operand.name === "name()")
      for (const type of types ?? []) addValue(request, items, type, "string", "type", base);
    else if (operand.name !== "position()" && operand.name !== "last()") addThresholds(request, items);
    return;
  }
  if (operand.kind !== "attribute" && operand.kind !== "field") {
    if (operand.kind === "node" || operand.kind === "text" || operand.kind === "other") addThresholds(request, items);
    return;
  }
  const declared = attributesOf(view.known, types).get(operand.name)?.attribute;
  const type = declared?.type ?? "string";
  if (type === "boolean") {
    for (const value of ["true", "false"]) addValue(request, items, value, type, "boolean", base);
    return;
  }
  const tree = view.data.value;
  const frequent = tree === null ? [] : frequentValues(tree, types, operand.name);
  const found = new Map(frequent.map((value) => [value.text, value.count]));
  const allowed = [...(declared?.values ?? [])].sort((a, b) => (found.get(b) ?? 0) - (found.get(a) ?? 0));
  for (const value of allowed) {
    addValue(request, items, value, type, found.has(value) ? count(found.get(value)!, "node") : "allowed", base);
  }
  if (allowed.length > 0) return;
  if (place.equality || type !== "string") {
    for (const value of frequent.slice(0, OFFERED)) {
      addValue(request, items, value.text, type, count(value.count, "node"), base);
    }
  } else addTerms(request, items, { operand, base });
}

function addValue(
  { cursor }: Request,
  items: Items,
  value: string,
  type: string,
  description: string,
  base: string,
): void {
  const isBare = type === "number" || type === "boolean";
  if (cursor.word.kind === "string") {
    if (!isBare) addInString({ cursor } as Request, items, value, description, COMPLETION.value, base);
    return;
  }
  const text = isBare ? value : quoted(value);
  items.add({ label: value, kind: COMPLETION.value, text, description, filter: text, about: "value", base });
}

/** Inside a string: its content, and the closing quote where there is none yet. */
function addInString(
  request: Pick<Request, "cursor">,
  items: Items,
  value: string,
  description: string,
  kind: typeof COMPLETION.value | typeof COMPLETION.text,
  base: string,
): void {
  const { quote } = request.cursor.word;
  const content = quoted(value, quote).slice(1, -1);
  items.add({
    label: value,
    kind,
    text: content,
    description,
    filter: content,
    about: kind === COMPLETION.text ? "condition" : "value",
    base,
  });
}

function addThresholds({ cursor }: Request, items: Items): void {
  if (cursor.word.kind === "string") return;
  for (const [label, detail] of [
    ["0.5", "a fair match"],
    ["0.8", "a good match"],
    ["0.3", "a weak match"],
  ] as const) {
    items.add({ label, kind: COMPLETION.value, detail });
  }
}

/** Condition texts: terms that tell the possible nodes apart, then conditions that the text has elsewhere. */
export function addConditions(request: Request, items: Items, place: Extract<Place, { kind: "condition" }>): void {
  addTerms(request, items, place);
  for (const [, , used] of request.view.text.matchAll(/(=~|≈)\s*"([^"\n]+)"/g)) {
    addTerm(request, items, used!, "used in this file", place.base);
  }
}

function addTerms(request: Request, items: Items, { operand, base }: { operand: PlacedOperand; base: string }): void {
  const { view } = request;
  const tree = view.data.value;
  if (tree === null) return;
  for (const { text, count: nodes } of salientTerms(tree, typesOf(view.known, base), textOf(operand))) {
    addTerm(request, items, text, `in ${count(nodes, "node")}`, base);
  }
}

function addTerm(request: Request, items: Items, term: string, description: string, base: string): void {
  if (request.cursor.word.kind === "string") addInString(request, items, term, description, COMPLETION.text, base);
  else {
    const text = quoted(term);
    items.add({ label: term, kind: COMPLETION.text, text, description, filter: text, about: "condition", base });
  }
}

const textOf = ({ kind, name }: PlacedOperand): TextOf =>
  kind === "attribute" || kind === "field" ? { kind: "field", name } : { kind: kind === "text" ? "text" : "node" };
