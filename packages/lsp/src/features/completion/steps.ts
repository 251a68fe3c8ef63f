import {
  AXES,
  AXIS_NAMES,
  functionOf,
  ID_STEP,
  type ParameterKind,
  PLACES,
  type Place,
  valueRowOf,
} from "@semantic-xpath/parser";
import type { TypeSet } from "@semantic-xpath/planner";
import { countOf } from "../types/dataFacts.js";
import { canLead, itemsOf, typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, count, isReference, spellName } from "../words/words.js";
import type { View } from "../workspace/view.js";
import type { Items } from "./items.js";
import { addKeys } from "./keys.js";
import { addAfterCondition, addDirections, addSatisfies, addSetOperators, addValueJoints } from "./operators.js";

type Placed<K extends Place["kind"]> = Extract<Place, { kind: K }>;

/** Types that the step can reach and no others; then what else a step may be. */
export function addSteps(items: Items, place: Placed<"step">): void {
  const { view } = items;
  const { origin, separator, axis, inNames, following } = place;
  const context = itemsOf(origin);
  const step = `${origin}${separator}${axis === null ? "" : `${axis}::`}`;
  const reachable = fitting(view, typesOf(view.known, `${step}*`), step, following);
  const near = separator === "//" && axis === null ? (typesOf(view.known, `${origin}/*`) ?? []) : [];
  if (context.kind === "groups" && context.ofGroups)
    items.add({ label: "group", kind: "type", detail: "the groups in a group", about: "type", base: origin });
  else addTypes(items, "", byUse(view, reachable ?? namesInText(view), near), origin);
  if (inNames) return;
  if (reachable?.length !== 0) {
    items.add({ label: "*", kind: "operator", detail: "any type", about: "axis", base: origin });
  }
  if (axis !== null) return;
  addAttributeSteps(items, place, "@");
  if (following === "") addTextStep(items, place);
  const isOutermost = place.isEvidence ? items.around === "{" : items.around === null;
  if (following === "" && separator === "/" && origin !== "" && isOutermost && !items.isInUpdate) {
    const detail = "a record of each result: { @a, b: … }";
    items.add({ label: "{ … }", kind: "snippet", snippet: "{ $1 }", filter: "{", detail });
  }
  addIdSteps(items, place);
  if (context.kind === "groups") return;
  if (origin !== "") items.add({ label: "..", kind: "operator", detail: "the parent", about: "axis", name: "parent" });
  for (const name of AXIS_NAMES) {
    items.add({ label: `${name}::`, kind: "keyword", detail: AXES[name].documentation, about: "axis", name });
  }
}

/** Types from which the path after the cursor continues; all of them without such a path. */
function fitting({ known }: View, reached: TypeSet, step: string, following: string): TypeSet {
  if (known === null || reached === null || following === "") return reached;
  const fit = reached.filter((name) => canLead(known, `${step}${name}${following}`));
  return fit.length === 0 ? reached : fit;
}

/** Types in the order of their use: those next to the node first, then the more frequent. */
function byUse({ data: { value: tree } }: View, names: readonly string[], near: readonly string[]): readonly string[] {
  const uses = new Map(names.map((name) => [name, tree === null ? 0 : countOf(tree, [name])]));
  return names.toSorted((a, b) => Number(near.includes(b)) - Number(near.includes(a)) || uses.get(b)! - uses.get(a)!);
}

/** Node types, each with what leads to it before its name. */
export function addTypes(items: Items, before: "" | "/" | "//", names: readonly string[], base = ""): void {
  const { known, data } = items.view;
  for (const name of names) {
    items.add({
      label: `${before}${name}`,
      kind: "type",
      detail: known?.types[name]?.documentation,
      text: before,
      spelled: name,
      description: data.value === null ? undefined : count(countOf(data.value, [name]), "node"),
      about: "type",
      name,
      base,
    });
  }
}

/** Without a schema, the names that the text has already. */
function namesInText(view: View): readonly string[] {
  return [...new Set([...view.text.matchAll(/\/([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map((found) => found[1]!))];
}

/** `@name` as the last step. */
export function addAttributeSteps(
  items: Items,
  { origin, separator }: Pick<Placed<"attributeStep">, "origin" | "separator">,
  sign: "@" | "",
): void {
  const { known } = items.view;
  const context = itemsOf(origin);
  if (context.kind === "groups") {
    if (separator === "/") addKeys(items, context.keys, sign);
    return;
  }
  const types = typesOf(known, separator === "/" ? origin : `${origin}/descendant-or-self::*`);
  if (types === null) return;
  for (const [name, { attribute }] of attributesOf(known, types)) {
    const detail = attribute.documentation ?? attributeWords(attribute);
    items.add({
      label: `@${name}`,
      kind: "property",
      text: sign,
      spelled: name,
      detail,
      about: "attribute",
      name,
      base: origin,
    });
  }
}

/** `text()` as the last step, where it can lead to a text. */
function addTextStep(items: Items, { origin, separator }: Placed<"step">): void {
  const { known } = items.view;
  if (origin === "" && separator === "/") return;
  const types = typesOf(known, separator === "/" ? origin : `${origin}/descendant-or-self::*`);
  if (types !== null && !types.some((type) => known?.types[type]?.text)) return;
  items.add({ label: "text()", kind: "function", detail: "the own text", about: "function", name: "text" });
}

/** `id(@ref)` of the references that the nodes have; without a schema, of whatever they may have. */
function addIdSteps(items: Items, { origin, separator }: Placed<"step">): void {
  const { known } = items.view;
  if (separator === "//" || origin === "") return;
  const types = typesOf(known, origin);
  const about = { kind: "function", about: "function", name: ID_STEP.name, base: origin } as const;
  if (known === null) items.add({ ...about, label: "id(@…)", snippet: "id(@$1)", filter: "id", detail: REFERRED });
  if (known === null || types === null) return;
  for (const [name, { attribute }] of attributesOf(known, types)) {
    if (!isReference(attribute)) continue;
    items.add({ ...about, label: `id(@${spellName(name)})`, detail: attribute.documentation ?? REFERRED });
  }
}

const REFERRED = "the nodes that an attribute refers to";

/** After a whole step: how the path goes on, as far as there is anything to go to, and what joins it with others. */
export function addSeparators(items: Items, place: Placed<"afterStep">): void {
  const { path, isEvidence, inBinding, inKey, isCompared, words } = place;
  const isValue = /(?:@[^/[\])]*|\/text\(\s*\))\s*$/.test(path);
  if (!isValue) {
    if (!/(?:^|\/)\.\.?\s*$/.test(path))
      items.add({ label: "[", kind: "operator", snippet: "[$1]", detail: "keep, rank or order" });
    if (typesOf(items.view.known, `${path}/*`)?.length !== 0) {
      items.add({ label: "/", kind: "operator", detail: "a child" });
      items.add({ label: "//", kind: "operator", detail: "a descendant" });
    }
  }
  if (inBinding) addSatisfies(items);
  else if (words !== null) addUpdateWords(items, words);
  else if (!isEvidence) {
    items.add({ label: "|", kind: "operator", text: "| ", detail: "and another path" });
    addSetOperators(items);
    if (isValue) addValueJoints(items);
  } else if (inKey) addDirections(items, true);
  else if (isCompared) addAfterCondition(items, { base: path, isRelevance: false, isValue: true });
  else if (mayBeJoined(items)) addValueJoints(items);
  else {
    items.add({ label: "|", kind: "operator", text: "| ", detail: "and another path" });
    addSetOperators(items);
  }
}

/** In a call that takes nothing but a path nothing can follow it. */
function mayBeJoined({ cursor: { call } }: Items): boolean {
  return call === null || call.takes.length === 0 || call.takes.some((kind) => TAKES_VALUE.has(kind));
}

const TAKES_VALUE = new Set<ParameterKind>(["condition", "value", "text"]);

/** The paths that an aggregate, `count` or `exists` may be given: children first, then deeper descendants; then other starts. */
export function addEvidence(items: Items, base: string): void {
  const { known } = items.view;
  if (itemsOf(base).kind === "values") {
    items.add({ label: "/../", kind: "operator", detail: "the node that has the value" });
    return;
  }
  const children = typesOf(known, `${base}/*`) ?? [];
  const deeper = (typesOf(known, `${base}//*`) ?? []).filter((name) => !children.includes(name));
  addValuePaths(items, base, children);
  addTypes(items, "/", children, base);
  addTypes(items, "//", deeper, base);
  if (children.length === 0 || base === "") items.add({ label: "/", kind: "operator", detail: "a child" });
  if (base === "") items.add({ label: "//", kind: "operator", detail: "any node" });
  if (base !== "") items.add({ label: "root()/", kind: "keyword", detail: "from the document on" });
}

/** In sums the numbers of the children, in other functions of values all that they have: `/POI/@minutes`. */
function addValuePaths(items: Items, base: string, children: readonly string[]): void {
  const { view, cursor } = items;
  const name = cursor.call?.name ?? "";
  const row = functionOf(name)?.forms.length === 1 ? valueRowOf(name) : null;
  if (row?.kind !== "sum" && row?.kind !== "pick" && row?.kind !== "join") return;
  for (const type of children) {
    for (const [attribute, { attribute: of }] of attributesOf(view.known, [type])) {
      if (row.kind === "sum" && of.type !== "number") continue;
      const label = `/${spellName(type)}/@${spellName(attribute)}`;
      const detail = of.documentation ?? attributeWords(of);
      items.add({ label, kind: "property", detail, about: "attribute", name: attribute, base: `${base}/${type}` });
    }
  }
}

/** Words after a path or content of an update. */
function addUpdateWords(items: Items, words: readonly string[]): void {
  for (const label of words) {
    const detail = Object.hasOwn(PLACES, label) ? PLACES[label as keyof typeof PLACES] : undefined;
    items.add({ label, kind: "keyword", text: `${label} `, detail });
  }
}
