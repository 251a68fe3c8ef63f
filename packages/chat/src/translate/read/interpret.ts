import type { Ask, Condition, Things } from "../intermediate.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import { giveOf } from "./given.js";
import type { Frame, Item } from "./items.js";
import { readMeasured } from "./measures.js";
import { readNamed } from "./names.js";
import { readExtreme } from "./orders.js";
import { Sketch } from "./sketch.js";
import { readStatus } from "./states.js";
import type { Chosen, Target } from "./target.js";
import { peopleOf } from "./targets.js";
import { readWish } from "./wishes.js";

/** An intermediate query with how surely it is meant, and the items that it uses. */
export interface Interpretation {
  readonly ask: Ask;
  readonly confidence: number;
  readonly used: ReadonlyMap<Item, string>;
  /** "cost per day": the type of which an answer for each node is wanted; null: one answer is. */
  readonly perEach: string | null;
}

/** Reads a frame as one about a target, with one choice for each name; null where it can't be said. */
export function interpret(
  frame: Frame,
  chosen: Chosen,
  target: Target,
  lexicon: Lexicon,
  today: string,
): Interpretation | null {
  return read(new Sketch(frame, chosen, target, lexicon, today));
}

function read(sketch: Sketch): Interpretation | null {
  const { items } = sketch.frame;
  if (sketch.target.instead !== undefined) sketch.use(sketch.target.instead, sketch.target.types.join(" or "));
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    if (sketch.used.has(item)) continue;
    if (item.kind === "words" && !isCrowd(sketch, at)) continue;
    if (item.kind === "named") readNamed(sketch, item, at);
    else if (item.kind === "measured") readMeasured(sketch, item, at);
    else if (item.kind === "extreme") readExtreme(sketch, item, at);
    else if (item.kind === "status") readStatus(sketch, item);
    else readWish(sketch, item);
  }
  // What is left may say more about what has been read by now.
  for (const item of items) if (item.kind === "words" && !sketch.used.has(item)) readWish(sketch, item);
  checkVerbs(sketch);
  // "who" asks for somebody, and not for what is not one.
  if (sketch.frame.wanted === "person" && sketch.target.attribute === null && !isPeople(sketch))
    sketch.confidence *= 0.5;
  const { place } = sketch.frame;
  if (place !== null && sketch.pick === null && !sketch.frame.refers)
    sketch.pick = { order: null, ...place, isEach: sketch.frame.isEach };
  if (place !== null && sketch.target.head !== null && !sketch.builder.hasScope) sketch.confidence *= 0.5;
  const of = thingsOf(sketch);
  // "the parcel is collected": what the name says is no condition.
  if (of.conditions.some((condition) => isInName(condition, of.conditions))) sketch.confidence *= 0.5;
  // Of the one thing that is called by its name nothing is left to be judged.
  if (sketch.namesOne() && of.conditions.some(({ kind }) => kind === "graded")) sketch.confidence *= 0.75;
  if (!isEachDeepest(sketch, of)) sketch.confidence *= 0.5;
  // "the longest train ride": of what only more or less fits the first in an order of its own says little.
  if (of.pick?.order != null && of.conditions.some(({ kind }) => kind === "graded")) sketch.confidence *= 0.85;
  if (sketch.frame.isClosed && OF_EACH.test(sketch.words)) sketch.confidence *= 0.6;
  const give = giveOf(sketch);
  // How much there is of what is only more or less so has no answer.
  if (give?.kind === "count" && of.conditions.some(({ kind }) => kind === "graded")) sketch.confidence *= 0.5;
  if (give === null) return null;
  return { ask: { give, of }, confidence: sketch.confidence, used: sketch.used, perEach: sketch.perEach };
}

function isCrowd(sketch: Sketch, at: number): boolean {
  const before = sketch.frame.items[at - 1];
  return before?.kind === "extreme" && before.isCrowded;
}

/** One does what a verb says with what it is about: where that is not what is found, something else was meant. */
function checkVerbs(sketch: Sketch): void {
  const { head, attribute, types } = sketch.target;
  if (head !== null || attribute !== null || sketch.target.among !== undefined) return;
  for (const verb of sketch.frame.verbs)
    if (!verb.types.some((type) => types.includes(type) || sketch.isSaid(type))) sketch.confidence *= OTHER_VERB;
}

/** Whether a choice "of each day" is made in the days, and not in each of what is in them. */
function isEachDeepest(sketch: Sketch, { pick, within }: Things): boolean {
  if (pick?.isEach !== true || within === null) return true;
  const each = sketch.frame.items.find((item) => item.kind === "named" && item.isEach);
  return each?.kind !== "named" || within.types.some((type) => sketch.chosen.get(each)?.types.includes(type));
}

function thingsOf(sketch: Sketch): Things {
  const { types, among } = sketch.target;
  return {
    types,
    ...(among !== undefined && { among }),
    within: sketch.beside === undefined ? withinOf(sketch) : null,
    conditions: withoutSaid(sketch.builder.own),
    pick: sketch.pick,
    ...(sketch.beside !== undefined && {
      beside: { ...sketch.beside, things: { ...sketch.beside.things, within: withinOf(sketch) } },
    }),
  };
}

/** "projects with overdue tasks": that they have tasks is said by the other condition; and what is said twice is said once. */
const withoutSaid = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(
    (condition, at) =>
      !conditions.slice(0, at).some((other) => JSON.stringify(other) === JSON.stringify(condition)) &&
      !conditions.some((other) => other !== condition && saysMoreThan(other, condition)),
  );

/** Whether a text is looked for in the one value that another condition asks for. */
function isInName(condition: Condition, conditions: readonly Condition[]): boolean {
  if (condition.kind === "either" && condition.conditions.length === 1)
    return isInName(condition.conditions[0]!, conditions);
  if (condition.kind !== "contains") return false;
  const text = condition.text.toLowerCase();
  return conditions
    .flatMap((other) => (other.kind === "either" && other.conditions.length === 1 ? other.conditions : [other]))
    .some(
      (other) =>
        other.kind === "compares" &&
        other.operator === "=" &&
        other.attribute === condition.attribute &&
        other.value.toLowerCase().includes(text),
    );
}

/** Whether of two conditions on what is in a node the one says that there is some, and the other more of the same. */
function saysMoreThan(one: Condition, other: Condition): boolean {
  if (one.kind !== "has" || other.kind !== "has" || isBare(one) || !isBare(other)) return false;
  const [types, others] = [one.things.types, other.things.types];
  return types.length === others.length && types.every((type) => others.includes(type));
}

const isBare = ({ operator, things }: Extract<Condition, { kind: "has" }>): boolean =>
  operator === undefined && things.conditions.length === 0 && things.within === null && things.pick === null;

/** What they are in, and that in what an earlier turn found. */
function withinOf(sketch: Sketch): Things | null {
  const { inside } = sketch.target;
  if (inside === undefined) return sketch.builder.within();
  const { types, paths } = inside;
  return sketch.builder.within({ types, within: null, conditions: [], pick: null, among: paths });
}

const isPeople = (sketch: Sketch): boolean => {
  const people = peopleOf(sketch.lexicon);
  return sketch.target.types.some((type) => people.includes(type));
};

/** "does everyone have fish?": that some have is no answer. */
const OF_EACH = /\b(?:both|every(?:thing|one|body)?)\b/u;

/** A reading in which a verb is about nothing that is found. */
const OTHER_VERB = 0.55;
