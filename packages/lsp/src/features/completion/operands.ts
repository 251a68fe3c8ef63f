import { functionOf, type Place } from "@semantic-xpath/parser";
import type { AttributeType } from "@semantic-xpath/planner";
import { itemsOf, typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, childrenOf, isBareName, isReference } from "../words/words.js";
import { addFunctions, addValueFunctions } from "./functions.js";
import type { Draft, Items } from "./items.js";
import { addKeys } from "./keys.js";
import { addParameters } from "./queries.js";
import { addEvidence } from "./steps.js";

/** Beginnings of a condition, a score, a value, an order or a position. */
export function addOperands(items: Items, place: Extract<Place, { kind: "operand" }>): void {
  const { base, call, takes, isBracketStart, isJoined, hasAnchor } = place;
  if (takes !== "condition") {
    addValueOperands(items, base, { isKey: takes === "key" });
    addParameters(items, "value");
    return;
  }
  const { known } = items.view;
  if (items.around === "{" && items.cursor.list?.isAfterFirst !== true) {
    const detail = "a field: a name, and a value, a condition or a relevance";
    items.add({ label: "name: …", kind: "snippet", snippet: "${1:name}: $2", filter: "name", detail });
  } else if (items.around === "{" && !isJoined) addValueOperands(items, base);
  const types = typesOf(known, base);
  const firstParameters = functionOf(call ?? "")?.forms.map(({ parameters: [first] }) => first) ?? [];
  if (firstParameters.includes("path") && items.cursor.call?.argument === 0) addEvidence(items, base);
  const relevance = { kind: "snippet", about: "operator", name: "=~", base } satisfies Partial<Draft>;
  const detail = "relevance of all of the node's text";
  items.add({ ...relevance, label: 'node =~ "…"', snippet: 'node =~ "$1"', detail });
  if (itemsOf(base).kind === "values") {
    items.add({ ...relevance, label: '. =~ "…"', snippet: '. =~ "$1"', detail: "relevance of the value" });
    items.add({ label: ".", kind: "operator", detail: "the value" });
  }
  addAttributes(items, base, "@");
  if (types === null || types.some((type) => known?.types[type]?.text)) {
    items.add({ ...relevance, label: 'text() =~ "…"', snippet: 'text() =~ "$1"', detail: "relevance of the own text" });
  }
  addFields(items, base);
  addBound(items);
  if (isBracketStart) addOrder(items);
  addFunctions(items, base);
  addQuantifiers(items, isJoined);
  if (!isBracketStart) return;
  addPositions(items);
  if (!hasAnchor) return;
  items.add({ label: "@+1", kind: "value", detail: "the sibling after it" });
  items.add({ label: "@-1", kind: "value", detail: "the sibling before it" });
}

/** Values: to compare with, to compute with, or to order by. Ordered types come first in a key. */
export function addValueOperands(items: Items, base: string, { isKey = false, like = null }: ValueWanted = {}): void {
  const { known } = items.view;
  if (base !== "") {
    const isFirst = isKey ? isOrdered : like === null ? () => false : ({ type }: AttributeType) => type === like.type;
    addAttributes(items, base, "@", isFirst, like?.name);
    addFields(items, base);
  }
  addBound(items);
  addValueFunctions(items, base, isKey);
  const types = base === "" ? [] : typesOf(known, base);
  if (types === null || types.some((type) => known?.types[type]?.text)) {
    items.add({ label: "text()", kind: "function", detail: "the own text", about: "function", name: "text" });
  }
  if (base !== "") items.add({ label: ".", kind: "operator", detail: "the text of the node and of all below it" });
  addEvidence(items, base);
}

interface ValueWanted {
  readonly isKey?: boolean;
  /** Compared value: an attribute of the same type comes first, and itself is left out. */
  readonly like?: { readonly name: string; readonly type: AttributeType["type"] } | null;
}

const isOrdered = ({ type }: AttributeType): boolean => type !== "string" && type !== "boolean";

const ORDER = "the list by a value: the least first, or with descending the greatest";

function addOrder(items: Items): void {
  const label = "order by …";
  items.add({ label, kind: "keyword", snippet: "order by $1", filter: "order by", detail: ORDER, about: "operator" });
  const detail = "groups of the list, one for each value of a key";
  items.add({ label: "group by …", kind: "keyword", snippet: "group by $1", filter: "group by", detail });
}

const QUANTIFIERS = {
  some: "true if the condition holds for at least one node of the path",
  every: "true if the condition holds for all nodes of the path",
} as const;

/** Next to `and` or `or`, a quantifier is in parentheses: it would reach over what follows. */
function addQuantifiers(items: Items, isJoined: boolean): void {
  const bound = boundName(items);
  for (const [name, detail] of Object.entries(QUANTIFIERS)) {
    const label = `${name} $${bound} in … satisfies …`;
    const alone = `${name} \\$${bound} in $1 satisfies $2`;
    const snippet = isJoined ? `(${alone})` : alone;
    items.add({ label, kind: "keyword", snippet, filter: name, detail, about: "operator", name });
  }
}

/** A name that no quantifier around has bound. */
const boundName = ({ cursor: { bound } }: Items): string =>
  ["x", "y", "z"].find((name) => !bound.has(name)) ?? `x${bound.size}`;

/** Names bound by the surrounding quantifiers, each with the types of its nodes. */
export function addBound(items: Items): void {
  const { known } = items.view;
  if (items.cursor.word.kind === "string") return;
  for (const [name, path] of items.cursor.bound) {
    if (name === "") continue;
    const types = typesOf(known, path);
    items.add({ label: `$${name}`, kind: "variable", detail: types?.length ? types.join(", ") : "a bound node" });
  }
}

/** Attributes of the possible types; the declared ones say what they mean. */
export function addAttributes(
  items: Items,
  base: string,
  sign: "@" | "",
  isFirst: (attribute: AttributeType) => boolean = () => false,
  without = "",
): void {
  const { known } = items.view;
  const context = itemsOf(base);
  if (context.kind === "groups") {
    addKeys(items, context.keys, sign);
    return;
  }
  const types = typesOf(known, base);
  const candidates = [...attributesOf(known, types)].filter(([name]) => name !== without);
  const rank = (attribute: AttributeType): number => (isFirst(attribute) ? 0 : 1);
  candidates.sort(([, a], [, b]) => rank(a.attribute) - rank(b.attribute));
  for (const [name, { attribute, on }] of candidates) {
    const isPartial = types !== null && on.length < types.length;
    items.add({
      label: `@${name}`,
      kind: "property",
      text: sign,
      spelled: name,
      detail: attribute.documentation ?? attributeWords(attribute),
      description: isPartial ? `${attribute.type}, of ${on.join(", ")}` : attribute.type,
      about: "attribute",
      name,
      base,
    });
  }
}

/** Arguments of `id(…)`: references first. */
export function addIds(items: Items, base: string): void {
  const { known } = items.view;
  const types = base === "" ? [] : typesOf(known, base);
  addAttributes(items, base, "@", isReference);
  if (types === null || types.some((type) => known?.types[type]?.text))
    items.add({ label: "text()", kind: "function", detail: "the own text", about: "function", name: "text" });
  items.add({ label: ".", kind: "operator", detail: "the text of the node and of all below it" });
  addParameters(items, "string");
}

/** Bare names: attributes that hold text, and child types with text. */
function addFields(items: Items, base: string): void {
  const { known } = items.view;
  if (itemsOf(base).kind !== "nodes") return;
  const types = typesOf(known, base);
  for (const [label, { attribute }] of attributesOf(known, types)) {
    if (attribute.type !== "string" || attribute.values !== undefined || !isBareName(label)) continue;
    items.add({ label, kind: "field", detail: attribute.documentation ?? "field", about: "attribute", base });
  }
  for (const label of childrenOf(known, types)) {
    if (!known?.types[label]?.text || !isBareName(label)) continue;
    items.add({ label, kind: "field", detail: `text of its ${label} children`, about: "type", base });
  }
}

export function addPositions(items: Items): void {
  const isRangeEnd = /:\s*$/.test(items.view.text.slice(0, items.cursor.insert.start));
  if (!isRangeEnd) addPlaces(items);
  addParameters(items, "number");
  addBound(items);
}

function addPlaces(items: Items): void {
  for (const [label, detail] of [
    ["1", "the first"],
    ["-1", "the last"],
    ["1:3", "the first three"],
    ["-2:", "the last two"],
  ] as const) {
    items.add({ label, kind: "value", detail });
  }
}
