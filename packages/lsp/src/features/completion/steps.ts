import { AXES, AXIS_NAMES, type Axis, type Place } from "@semantic-xpath/parser";
import type { TypeSet } from "@semantic-xpath/planner";
import { COMPLETION } from "../kinds.js";
import { countOf } from "../types/dataFacts.js";
import { typesOf } from "../types/typesOf.js";
import { attributesOf, attributeWords, count } from "../words/words.js";
import type { View } from "../workspace/view.js";
import type { Items, Request } from "./request.js";

type StepPlace = Extract<Place, { kind: "step" }>;

/** Types that the step can reach and no others; then what else a step may be. */
export function addSteps({ view }: Request, items: Items, place: StepPlace): void {
  const { origin, separator, axis, inNames, following } = place;
  const step = `${origin}${separator}${axis === null ? "" : `${axis}::`}`;
  const reached = fitting(view, typesOf(view.known, `${step}*`), step, following);
  const near = separator === "//" && axis === null ? (typesOf(view.known, `${origin}/*`) ?? []) : [];
  addTypes(view, items, reached, near, origin);
  if (inNames) return;
  items.add({ label: "*", kind: COMPLETION.operator, detail: "any type", about: "axis", name: "*", base: origin });
  if (axis !== null) return;
  addAttributeSteps({ view } as Request, items, origin, separator, "@");
  if (origin !== "") {
    items.add({ label: "..", kind: COMPLETION.operator, detail: "the parent", about: "axis", name: "parent" });
  }
  for (const name of AXIS_NAMES) addAxis(items, name);
}

/** Those from which the path goes on as it is written after the cursor; all of them if there is none. */
function fitting({ known }: View, reached: TypeSet, step: string, following: string): TypeSet {
  if (reached === null || following === "") return reached;
  const fit = reached.filter((name) => typesOf(known, `${step}${name}${following}`)?.length !== 0);
  return fit.length === 0 ? reached : fit;
}

function addAxis(items: Items, name: Axis): void {
  const detail = AXES[name].documentation;
  items.add({ label: `${name}::`, kind: COMPLETION.keyword, detail, filter: name, about: "axis", name });
}

/** Types in the order of their use: those next to the node first, then the more frequent. */
function addTypes(view: View, items: Items, reached: TypeSet, near: readonly string[], base: string): void {
  const tree = view.data.value;
  const names = reached ?? namesInText(view);
  const nodes = new Map(names.map((name) => [name, tree === null ? 0 : countOf(tree, [name])]));
  const ranked = [...names].sort(
    (a, b) => Number(near.includes(b)) - Number(near.includes(a)) || nodes.get(b)! - nodes.get(a)!,
  );
  for (const name of ranked) {
    const documentation = view.known?.types[name]?.documentation;
    items.add({
      label: name,
      kind: COMPLETION.type,
      ...(documentation !== undefined && { detail: documentation }),
      ...(tree !== null && { description: count(nodes.get(name)!, "node") }),
      about: "type",
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
  { view }: Pick<Request, "view">,
  items: Items,
  origin: string,
  separator: "/" | "//",
  sign: "@" | "",
): void {
  const types = typesOf(view.known, separator === "/" ? origin : `${origin}/descendant-or-self::*`);
  if (types === null) return;
  for (const [name, { attribute }] of attributesOf(view.known, types)) {
    const detail = attribute.documentation ?? attributeWords(attribute);
    const label = `@${name}`;
    items.add({
      label,
      kind: COMPLETION.property,
      text: `${sign}${name}`,
      detail,
      about: "attribute",
      name,
      base: origin,
    });
  }
}

/** After a whole step: how the path goes on, as far as there is anything to go to. */
export function addSeparators({ view }: Request, items: Items, place: Extract<Place, { kind: "afterStep" }>): void {
  const below = typesOf(view.known, `${place.path}/*`);
  const hasChildren = below === null || below.length > 0;
  items.add({
    label: "[",
    kind: COMPLETION.operator,
    text: "[$1]",
    isSnippet: true,
    filter: "[",
    detail: "keep or rank",
  });
  if (hasChildren) {
    items.add({ label: "/", kind: COMPLETION.operator, detail: "a child" });
    items.add({ label: "//", kind: COMPLETION.operator, detail: "a descendant" });
  }
  if (!place.isEvidence)
    items.add({ label: "|", kind: COMPLETION.operator, text: " | ", filter: "|", detail: "and another path" });
}

/** The paths that an aggregate, `count` or `exists` may be given: children first, then deeper descendants. */
export function addEvidence({ view }: Request, items: Items, base: string): void {
  const children = typesOf(view.known, `${base}/*`) ?? [];
  const deeper = (typesOf(view.known, `${base}//*`) ?? []).filter((name) => !children.includes(name));
  for (const [separator, names] of [
    ["/", children],
    ["//", deeper],
  ] as const) {
    for (const name of names) {
      const detail = view.known?.types[name]?.documentation;
      const label = `${separator}${name}`;
      items.add({ label, kind: COMPLETION.type, ...(detail !== undefined && { detail }), about: "type", name, base });
    }
  }
  if (children.length === 0) items.add({ label: "/", kind: COMPLETION.operator, detail: "a child" });
}
