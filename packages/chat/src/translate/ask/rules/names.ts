import type { Condition } from "../../intermediate.js";
import { isHappening } from "../../lexicon/closed.js";
import { compares, testOf } from "../conditions.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import type { Item, NameItem } from "../items.js";
import type { Sense } from "../senses.js";
import { AMOUNT_KINDS } from "../world.js";
import { equalTo } from "./measures.js";

/** Values, flags and types: what else the nodes have or are in. */
export function names(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== "name" || !draft.isFree(item)) continue;
    const sense = draft.sense(item);
    if (sense === null) continue;
    const before = draft.next(item, -1);
    const isWith = draft.isMark(before, "with", "without");
    switch (sense.kind) {
      case "type": {
        const { relation } = draft.reach(sense.type)!;
        if (draft.placed.some(({ type }) => type === sense.type)) {
          // A word about the contents states, or denies, that there are any.
        } else if (relation === "below") {
          placeHas(draft, sense.type, item);
          if (!isWith && !draft.negated.has(item)) draft.cost += COSTS.inferredValue;
        } else if (relation === "aside") continue;
        else if (draft.isMark(before, "each") && relation === "self" && draft.give.kind === "compute")
          draft.use(before!, "");
        else if (draft.isMark(before, "each")) {
          draft.isEach = true;
          draft.use(before!, `each ${sense.type}`);
          if (
            draft.give.kind === "compute" ||
            draft.give.kind === "count" ||
            (draft.order !== null && relation !== "above")
          )
            draft.cost += COSTS.perEach;
        }
        draft.use(item, sense.type);
        break;
      }
      case "attribute": {
        const { give } = draft;
        const givenAttribute =
          give.kind === "totals"
            ? give.total.attribute
            : give.kind === "compute" || (give.kind === "values" && draft.head.attribute === null)
              ? give.attribute
              : null;
        // A second name of an attribute that is already compared, ordered by or computed adds nothing.
        if (givenAttribute === sense.attribute || draft.isSaid(sense) || draft.isKey(sense)) {
          draft.use(item, sense.attribute);
          continue;
        }
        if (item.isVerb && give.kind !== "nodes") continue;
        const isAlone = give.kind === "nodes" && !isWith && !draft.negated.has(item);
        if (isAlone && isParticiple(draft, item, sense)) draft.cost += COSTS.verb;
        else if (isAlone && isSome(draft, item, sense)) {
          // "where people got injured"
          draft.place(sense.type, compares(sense.attribute, ">", "0"), item);
          draft.cost += COSTS.inferredValue;
        } else if (
          isAlone &&
          draft.reach(sense.type)!.relation === "self" &&
          !draft.isMark(before, "compare", "order")
        ) {
          // "their prices": what is shown of them.
          const number = equalTo(draft, item, sense);
          if (number) break;
          draft.give = { kind: "values", attribute: sense.attribute, isDistinct: false };
          draft.cost += COSTS.shownValue;
        } else if (equalTo(draft, item, sense)) break;
        else if (isWith || draft.negated.has(item)) draft.place(sense.type, hasSome(draft, sense), item);
        else draft.cost += isParticiple(draft, item, sense) ? COSTS.verb : COSTS.shownValue;
        draft.use(item, sense.attribute);
        break;
      }
      default:
        placeTest(draft, item, sense);
    }
    if (draft.used.has(item)) draft.cost += sense.cost;
    if (isWith && draft.used.has(item)) draft.use(before!, "with");
  }
}

/** The test that nodes have something of an attribute: of numbers among which there is a zero, more than that. */
const hasSome = ({ world }: Draft, { type, attribute }: Sense & { readonly kind: "attribute" }): Condition =>
  AMOUNT_KINDS.includes(world.kind(type, attribute)) && world.values(type, attribute).includes("0")
    ? compares(attribute, ">", "0")
    : { kind: "present", attribute };

/** "were played": of a date its verb, which is only what happened. */
const isParticiple = (
  draft: Draft,
  item: NameItem,
  { type, attribute }: Sense & { readonly kind: "attribute" },
): boolean => isHappening(draft.textOf(item)) && ["date", "dateTime"].includes(draft.world.kind(type, attribute));

/** "injured" of a number of them. */
const isSome = (draft: Draft, item: NameItem, { type, attribute }: Sense & { readonly kind: "attribute" }): boolean =>
  isHappening(draft.textOf(item)) && draft.world.kind(type, attribute) === "number";

function placeHas(draft: Draft, type: string, item: Item): void {
  draft.place(
    headFor(draft, type),
    { kind: "has", things: { types: [type], within: null, conditions: [], pick: null } },
    item,
  );
}

const headFor = (draft: Draft, type: string): string =>
  draft.types.find((head) => draft.world.place(head).below.has(type)) ?? draft.types[0]!;

/** A value or a flag; with others of its attribute that "or" or a comma joins. */
function placeTest(draft: Draft, item: NameItem, sense: Sense): void {
  const conditions = testsOf(draft, item, sense);
  const joined: NameItem[] = [item];
  let last: Item = item;
  for (;;) {
    const after = draft.next(last);
    // "Ann's and Ben's"
    const isOwner =
      draft.isMark(after, "of") && draft.textOf(after!) === "'s" && draft.isMark(draft.next(after!), "and");
    const joint = isOwner ? draft.next(after!) : after;
    const other: Item | undefined = draft.isMark(joint, "or", "and") ? draft.next(joint!) : joint;
    if (other?.kind !== "name" || !draft.isFree(other) || other.senses.length === 0) break;
    const isOr = draft.isMark(joint, "or");
    const same = draft.sense(
      other,
      (each) =>
        each.kind === sense.kind &&
        each.type === sense.type &&
        (each as { attribute?: string }).attribute === (sense as { attribute?: string }).attribute,
    );
    const differs =
      same !== null &&
      same.kind === "value" &&
      sense.kind === "value" &&
      same.is !== undefined &&
      sense.is !== undefined &&
      !same.is.some((value) => sense.is!.includes(value));
    const chosen = isOr
      ? (same ?? draft.sense(other, (each) => each.kind === "value" || each.kind === "flag"))
      : differs && (draft.isMark(joint, "and") || isListed(draft, last, other))
        ? same
        : null;
    if (chosen === null || chosen.type !== sense.type) break;
    conditions.push(testOf(chosen));
    joined.push(other);
    if (draft.isMark(joint, "or", "and")) draft.use(joint!, "or");
    last = other;
  }
  const isNegated = joined.some((each) => draft.negated.has(each));
  if (isNegated) for (const each of joined) draft.negated.add(each);
  draft.place(sense.type, conditions.length === 1 ? conditions[0]! : { kind: "either", conditions }, ...joined);
  for (const each of joined) draft.use(each, draft.textOf(each));
}

/** The test of a sense; a word that several texts of a type have in part may be in any of them. */
function testsOf(draft: Draft, item: NameItem, sense: Sense): Condition[] {
  if (sense.kind !== "value" || sense.strength >= 0.95) return [testOf(sense)];
  const alternatives = item.senses.filter(
    (each) =>
      each.kind === "value" &&
      each.type === sense.type &&
      each.attribute !== sense.attribute &&
      each.strength < 0.95 &&
      !draft.refused.has(each),
  );
  return [sense, ...alternatives].map(testOf);
}

/** A comma is between two items. */
function isListed(draft: Draft, one: Item, other: Item): boolean {
  const { request, all } = draft.words;
  return request.slice(all[one.to - 1]!.span.end, all[other.from]!.span.start).includes(",");
}
