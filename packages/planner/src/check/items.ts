import type {
  AttributeStep,
  AxisStep,
  Bracket,
  Evidence,
  Group,
  GroupBy,
  IdStep,
  Meet,
  Missing,
  ParameterReference,
  Path,
  Query,
  Segment,
  TextStep,
} from "@semantic-xpath/parser";
import { nameOfEntry } from "@semantic-xpath/parser";

/** The last step of a path that leads from nodes to their values. */
export type PartStep = AttributeStep | TextStep;

/** Groups by key: what made them, and the items that they are made of. */
export interface GroupItems {
  readonly kind: "Groups";
  readonly by: GroupBy;
  readonly of: Items;
}

/** Keys of groups, after a last step `/@name`. */
export interface KeyItems {
  readonly kind: "Keys";
  readonly step: AttributeStep;
  readonly of: GroupItems;
}

/** Items other than nodes in brackets: the values of one kind of last step, groups, or keys of groups. */
export type SpecialItem = PartStep | GroupItems | KeyItems;

/** The items of a set: nodes; special ones; or several kinds of items. */
export type Items = "nodes" | "mixed" | SpecialItem;

/** Origin of a path without a start of its own, and bindings of quantifiers. */
export interface ItemScope {
  readonly origin: Items;
  bound(name: string): Items;
}

/** At the document node, with nothing bound. */
export const FROM_DOCUMENT: ItemScope = { origin: "nodes", bound: () => "nodes" };

/** State of the checks at a place. */
interface CheckPlace {
  readonly origin: { readonly items: Items };
  readonly item: SpecialItem | null;
  readonly bound: ReadonlyMap<string, { readonly items: Items }>;
}

/** Scope of the paths at the present place. */
export const scopeOfCheck = ({ origin, bound }: Omit<CheckPlace, "item">): ItemScope => ({
  origin: origin.items,
  bound: (name) => bound.get(name)?.items ?? "nodes",
});

/** The items that a path of a value or condition leads to. */
export function itemsOfEvidence(place: CheckPlace, { start, segments }: Evidence): Items {
  const scope = { ...scopeOfCheck(place), origin: place.item ?? "nodes" } as const;
  return itemsAtEnd(itemsAtStart(start, scope), segments);
}

/** The items of a set, decided by how its paths end. */
export function itemsOf(query: Query, scope: ItemScope = FROM_DOCUMENT): Items {
  const [first = "nodes", ...others] = query.paths.map((path) => itemsOfOperand(path, scope));
  return others.every((other) => isSameItem(first, other)) ? first : "mixed";
}

/** The items that the first bracket of a group sees. */
export const itemsInGroup = (group: Group, scope: ItemScope = FROM_DOCUMENT): Items => itemsOf(group.query, scope);

/** The items that the steps after a group see. */
export const itemsOfGroup = (group: Group, scope: ItemScope = FROM_DOCUMENT): Items =>
  itemsAfter(itemsInGroup(group, scope), group.brackets);

/** The items after brackets: each `group by` makes groups of what is before it. */
const itemsAfter = (items: Items, brackets: readonly Bracket[]): Items => brackets.reduce(itemsAfterBracket, items);

export const itemsAfterBracket = (items: Items, { content }: Bracket): Items =>
  content.kind === "GroupBy" ? { kind: "Groups", by: content, of: items } : items;

export function itemsOfOperand(operand: Path | Meet | Missing, scope: ItemScope): Items {
  if (operand.kind === "Missing") return "nodes";
  if (operand.kind === "Meet") return itemsOfOperand(operand.left, scope);
  return itemsAtEnd(itemsAtStart(operand.start ?? operand.head, scope), operand.segments);
}

/** The items that the first step of a path starts from. */
export function itemsAtStart(
  start: Group | ParameterReference | { readonly kind: "RootStart" } | null,
  scope: ItemScope,
): Items {
  if (start === null) return scope.origin;
  if (start.kind === "RootStart") return "nodes";
  return start.kind === "Group" ? itemsOfGroup(start, scope) : scope.bound(start.name);
}

export const itemsAtEnd = (start: Items, segments: readonly Segment[]): Items =>
  segments.reduce<Items>(itemsAfterStep, start);

/** The items that a step leads to from others. */
export function itemsAfterStep(items: Items, segment: Segment): Items {
  const { step } = segment;
  switch (step.kind) {
    case "AttributeStep":
      return isGroups(items) ? { kind: "Keys", step, of: items } : step;
    case "TextStep":
      return step;
    case "AxisStep":
    case "IdStep":
      return itemsAfter(itemsBeforeBrackets(items, segment), step.brackets);
    case "ParentStep":
      return isKeys(items) ? items.of : "nodes";
    case "SelfStep":
    case "RecordStep":
    case "ComputedStep":
      return items;
    default:
      return "nodes";
  }
}

/** The items that the first bracket of a step sees. */
export function itemsBeforeBrackets(items: Items, { step, separator }: Segment): Items {
  if (step.kind !== "AxisStep" || !isGroups(items) || !isGroups(items.of)) return "nodes";
  if (isGroupTest(step)) return items.of;
  return step.test.kind === "WildcardTest" ? (separator === "/" ? items.of : "mixed") : "nodes";
}

/** True if a step names the members of groups of groups. */
const isGroupTest = ({ test }: AxisStep | (IdStep & { readonly test?: never })): boolean =>
  test?.kind === "NameTest" && test.names.some((name) => name.kind === "Name" && name.text === "group");

export const isGroups = (items: Items | null): items is GroupItems =>
  items !== null && typeof items !== "string" && items.kind === "Groups";

export const isKeys = (items: Items | null): items is KeyItems =>
  items !== null && typeof items !== "string" && items.kind === "Keys";

/** Attributes, own texts or keys. */
export const isPart = (items: Items | null): items is PartStep | KeyItems =>
  items !== null && typeof items !== "string" && items.kind !== "Groups";

/** Null of nodes and mixed items. */
export const specialOf = (items: Items): SpecialItem | null => (typeof items === "string" ? null : items);

function isSameItem(a: Items, b: Items): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  if (isGroups(a) || isGroups(b) || isKeys(a) || isKeys(b)) return false;
  return partName(a) === partName(b);
}

/** The name of an attribute or key, null for own text. */
export function partName(item: PartStep | KeyItems): string | null {
  const step = item.kind === "Keys" ? item.step : item;
  return step.kind === "TextStep" || step.name.kind === "Missing" ? null : step.name.text;
}

/** The names of the keys of groups, in their order. */
export const keyNames = ({ by }: GroupItems): readonly string[] =>
  by.keys.flatMap((key) => nameOfEntry(key)?.text ?? []);

/** The key of a name; undefined if there is none. */
export const keyNamed = ({ by }: GroupItems, name: string): GroupBy["keys"][number] | undefined =>
  by.keys.find((key) => nameOfEntry(key)?.text === name);

/** The items that brackets and steps after a query see, in words for tools: groups with their keys, values, or nodes. */
export type ContextItems =
  | { readonly kind: "groups"; readonly keys: readonly string[]; readonly ofGroups: boolean }
  | { readonly kind: "values" | "nodes" };

export function contextItems(query: Query): ContextItems {
  const items = itemsOf(query);
  if (isGroups(items)) return { kind: "groups", keys: keyNames(items), ofGroups: isGroups(items.of) };
  return { kind: isPart(items) ? "values" : "nodes" };
}
