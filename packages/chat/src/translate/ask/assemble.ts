import type { Condition, Pick, Things } from "../intermediate.js";
import { attributeOf, denied } from "./conditions.js";
import type { Draft } from "./draft.js";
import type { Antecedent, Placed } from "./form.js";

/** The nodes with their conditions: each at its type, those of what is above around, those of what is below inside. */
export function assembled(draft: Draft): Things {
  const ownConditions = conditionsOf(draft, draft.types);
  const within = aboveOf(draft, draft.types[0]!);
  const order = draft.order === null ? null : { key: draft.order.key, isDescending: draft.order.isDescending };
  const [from, to] = draft.range;
  const picked = draft.types.map((type) => draft.picks.get(type)).find((each) => each !== undefined) ?? null;
  const isSome = order !== null || from !== null;
  const pick: Pick | null = isSome
    ? { order, from, to, isEach: draft.isEach }
    : picked === null
      ? null
      : { ...picked, isEach: picked.isEach && (draft.isEach || within !== null) };
  const types = narrowed(draft);
  return { types, within, conditions: ownConditions, pick };
}

/** Keeps, of types side by side, those that have all requested attributes. */
function narrowed(draft: Draft): readonly string[] {
  if (draft.types.length < 2) return draft.types;
  const needed = draft.placed
    .filter(({ type }) => draft.types.includes(type))
    .map(({ condition }) => attributeOf(condition))
    .filter((name) => name !== null);
  const fitting = draft.types.filter((type) => needed.every((name) => draft.world.attributes(type).includes(name)));
  return fitting.length === 0 ? draft.types : fitting;
}

function conditionsOf(draft: Draft, types: readonly string[]): Condition[] {
  const self = draft.placed.filter(({ type }) => types.includes(type)).map((each) => conditionOf(draft, each));
  const below = draft.placed.filter(
    ({ type }) =>
      !types.includes(type) &&
      types.some((head) => draft.world.place(head).below.has(type)) &&
      !types.some((head) => draft.world.place(head).above.has(type)),
  );
  return [...self, ...nested(draft, below)];
}

/** Conditions on what is inside, along the hierarchy: those of a type and of what is in it are about the same nodes. */
function nested(draft: Draft, placed: readonly Placed[]): Condition[] {
  if (placed.length === 0) return [];
  const types = [...new Set(placed.map(({ type }) => type))].sort(
    (a, b) => draft.world.place(a).depth - draft.world.place(b).depth,
  );
  const conditions: Condition[] = [];
  const nestedTypes = new Set<string>();
  for (const type of types) {
    if (nestedTypes.has(type)) continue;
    nestedTypes.add(type);
    const ofType = placed.filter((each) => each.type === type);
    const inner = placed.filter((each) => !nestedTypes.has(each.type) && draft.world.place(type).below.has(each.type));
    for (const { type: other } of inner) nestedTypes.add(other);
    const within = nested(draft, inner);
    const affirmed = ofType.filter(({ isNegated }) => !isNegated).map(({ condition }) => condition);
    const has = (conditions: readonly Condition[]): Condition => ({
      kind: "has",
      things: { types: [type], within: null, conditions, pick: null },
    });
    // "no vegetarian option": none that is so, among those of which the rest is said.
    const refused = ofType.filter(({ isNegated }) => isNegated).map(({ condition }) => condition);
    if (refused.length > 0) conditions.push({ kind: "not", condition: has([...affirmed, ...refused, ...within]) });
    else if (affirmed.length > 0 || within.length > 0) conditions.push(has([...affirmed, ...within]));
  }
  return conditions;
}

/** The container of the head, with its conditions. */
function aboveOf(draft: Draft, head: string): Things | null {
  const above = [...draft.world.place(head).above].sort(
    (a, b) => draft.world.place(a).depth - draft.world.place(b).depth,
  );
  let within: Things | null = null;
  for (const type of above) {
    const placed = draft.placed
      .filter((each) => each.type === type && !draft.types.includes(type))
      .map((each) => conditionOf(draft, each));
    const aside = draft.placed.filter(
      (each) => draft.reach(each.type)?.relation === "aside" && draft.world.meeting(head, each.type) === type,
    );
    const conditions = [...placed, ...nested(draft, aside)];
    const pick = draft.picks.get(type) ?? null;
    const isEach = draft.isEach && draft.items.some((item) => item.kind === "name" && draft.used.get(item) === type);
    if (conditions.length === 0 && pick === null && !isEach) continue;
    within = { types: [type], within, conditions, pick };
  }
  return within;
}

/** The nodes that are, or are in, the earlier results; null if their types can't be. */
export function among(draft: Draft, things: Things, found: Antecedent): Things | null {
  if (things.types.some((type) => found.types.includes(type))) return { ...things, among: found.paths };
  const { within } = things;
  if (within !== null) {
    const inside = among(draft, within, found);
    return inside === null ? null : { ...things, within: inside };
  }
  const isBelow = things.types.some((type) => found.types.some((each) => draft.world.place(type).above.has(each)));
  if (!isBelow) return null;
  return { ...things, within: { types: found.types, within: null, conditions: [], among: found.paths, pick: null } };
}

const conditionOf = ({ world }: Draft, { type, condition, isNegated }: Placed): Condition =>
  isNegated ? denied(world, type, condition) : condition;
