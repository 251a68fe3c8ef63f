import { ENGLISH_DAYS } from "@semantic-xpath/english";
import { DAY, plusDays, resolveDays, stringLiteral, WEEKDAY_NAMES } from "@semantic-xpath/values";
import type { Condition } from "../../intermediate.js";
import { isHappening } from "../../lexicon/closed.js";
import { wordsIn } from "../../words/words.js";
import { compares, denied, testOf } from "../conditions.js";
import { COSTS } from "../costs.js";
import { daysOf, isEnd } from "../dimensions.js";
import type { Draft } from "../draft.js";
import type { AttributeOf } from "../form.js";
import type { Item } from "../items.js";
import { doneStates } from "../senses.js";
import { OPPOSITE } from "./measures.js";
import { doneFlag } from "./states.js";

/** Dates and days of the week, with the attribute that they are of. */
export function days(draft: Draft): void {
  for (const item of draft.items) {
    if (!draft.isFree(item)) continue;
    if (draft.isMark(item, "overdue")) overdue(draft, item);
    if (draft.isMark(item, "ahead", "elapsed")) fromToday(draft, item);
    if (item.kind !== "days" && item.kind !== "weekdays") continue;
    const before = draft.next(item, -1);
    const hasVerb = draft.items.some((each) => draft.isFree(each) && (each.kind === "verb" || each.kind === "rest"));
    const near =
      draft.attributeBeside(item, ["date", "dateTime", "interval"], [-1, -2]) ??
      draft.attributeBeside(item, ["date", "dateTime"], [1]);
    const verb = near === null ? boundVerb(draft, item) : null;
    const measure =
      near !== null
        ? near.sense
        : verb === null
          ? dateOf(draft, hasVerb, item)
          : draft.measure("date", ({ attribute }) => isEnd(attribute) === verb.isEnd);
    if (measure === null) continue;
    const condition = dayCondition(draft, item, measure, before);
    if (condition === null) continue;
    if (near !== null) draft.deny(near.item, item);
    if (verb !== null) draft.use(verb.item, measure.attribute);
    const trailing = draft.next(item);
    if (draft.isMark(trailing, "trailing") || isOnward(draft, before, trailing))
      draft.use(trailing!, draft.textOf(trailing!));
    draft.place(measure.type, condition, item);
    draft.cost += measure.cost;
    draft.use(item, `${measure.attribute}: ${draft.textOf(item)}`);
    if (near !== null && near.item !== draft.head.item) draft.use(near.item, near.sense.attribute);
    for (const mark of [before, draft.next(item, -2)])
      if (draft.isMark(mark, "before", "after", "since", "until", "compare", "in", "next", "last"))
        draft.use(mark!, draft.textOf(mark!));
  }
}

/**
 * The date that a bare day is about. For an obligation it is one that ends something. Of several it is the only one that every node has and that ends nothing.
 */
function dateOf(draft: Draft, hasVerb: boolean, item: Item): ReturnType<Draft["measure"]> {
  const { world } = draft;
  const named = draft.named("date");
  const isDeed = ({ attribute }: AttributeOf): boolean => wordsIn(attribute).some(isHappening);
  const isUsual = ({ type, attribute }: AttributeOf): boolean =>
    draft.types.includes(type) && !isEnd(attribute) && world.place(type).node.attributes[attribute]?.required === true;
  // A date that is named by a participle, such as `booked_on`, yields to another one.
  const undone = draft.measure("date", (of) => isUsual(of) && !isDeed(of));
  const noun = draft.head.item;
  const isOfNoun =
    noun !== null &&
    !isHappening(draft.textOf(noun)) &&
    named !== null &&
    named.strength < 0.7 &&
    isDeed(named) &&
    undone !== null;
  if (named !== null && !isOfNoun) return draft.nearest([named]);
  const any = draft.measure("date");
  const period = item.kind === "days" ? resolveDays(item.expression, draft.today) : null;
  const isHeld = (of: AttributeOf): boolean => {
    const held = daysOf(world, of);
    return held !== null && period !== null && held.first <= period.last && held.last >= period.first;
  };
  // A date attribute with values in the requested period goes before one without.
  const isBounded = draft.isMark(draft.next(item, -1), "before", "after", "since", "until", "compare");
  const held = isBounded || any === null || isHeld(any) ? null : draft.measure("date", isHeld);
  if (held !== null) return held;
  if (isObliged(draft)) return draft.measure("date", ({ attribute }) => isEnd(attribute)) ?? any;
  const usual = undone ?? draft.measure("date", isUsual);
  const cost = (usual?.cost ?? 1) + (hasVerb ? 2 : 1) * COSTS.inferredValue;
  return usual === null || any === null || any.cost <= cost ? any : { ...usual, cost };
}

/** "what has to be ready tomorrow": by then. */
const isObliged = ({ words: { all } }: Draft): boolean =>
  all.some(
    ({ text }, at) =>
      OBLIGING.has(text) || (["has", "have", "need", "needs"].includes(text) && all[at + 1]?.text === "to"),
  );
const OBLIGING: ReadonlySet<string> = new Set("must should due expected supposed".split(" "));

const BEGINNING: ReadonlySet<string> = new Set("start begin open commenc".split(" "));

/** "that end in May": which of two dates is meant. */
function boundVerb(draft: Draft, item: Item): { readonly item: Item; readonly isEnd: boolean } | null {
  for (const step of [-1, -2]) {
    const verb = draft.next(item, step);
    if (verb === undefined || !draft.isFree(verb)) continue;
    if (verb.kind !== "rest" && verb.kind !== "verb") continue;
    const { stem } = draft.words.all[verb.from]!;
    if (BEGINNING.has(stem) || isEnd(stem)) return { item: verb, isEnd: isEnd(stem) };
  }
  return null;
}

/** "from Friday on" */
const isOnward = (draft: Draft, before: Item | undefined, trailing: Item | undefined): boolean =>
  before !== undefined &&
  trailing !== undefined &&
  draft.textOf(before) === "from" &&
  ["on", "onward", "onwards"].includes(draft.textOf(trailing));

/** "by Friday" */
const isBy = (draft: Draft, before: Item | undefined): boolean => before !== undefined && draft.textOf(before) === "by";

function dayCondition(
  draft: Draft,
  item: Extract<Item, { kind: "days" | "weekdays" }>,
  measure: AttributeOf,
  before: Item | undefined,
): Condition | null {
  const { attribute } = measure;
  const kind = draft.world.kind(measure.type, attribute);
  const trailing = draft.next(item);
  if (
    item.kind === "days" &&
    trailing?.kind === "mark" &&
    trailing.mark.kind === "trailing" &&
    (isCount(kind) || kind === "date" || kind === "dateTime")
  ) {
    const days = resolveDays(item.expression, draft.today);
    const isFrom = trailing.mark.operator === ">=";
    if (days === null) return null;
    const day = isFrom ? days.first : days.last;
    return compares(attribute, trailing.mark.operator, isCount(kind) ? day.slice(0, 4) : stringLiteral(day));
  }
  const held = daysOf(draft.world, measure);
  if (item.kind === "weekdays") {
    const names = item.days.map((day) => WEEKDAY_NAMES[day]!);
    const resolved = item.isHabit
      ? null
      : resolveDays({ kind: "weekday", weekday: item.days[0]!, which: null }, draft.today);
    const isBounded = isBy(draft, before) || draft.isMark(before, "before", "after", "since", "until", "compare");
    if (isBounded && !item.isHabit) {
      const [day] = (draft.isMark(before, "since", "after") ? (["past", null] as const) : ([null, "past"] as const))
        .map((tense) => resolveDays({ kind: "weekday", weekday: item.days[0]!, which: null }, draft.today, tense))
        .filter((days) => days !== null);
      if (day !== undefined) return between(draft, attribute, kind, day.first, day.last, before);
    }
    const isNear =
      resolved !== null && (held === null || (resolved.first >= held.first && resolved.first <= held.last));
    if (!isNear || !(isBounded || (held !== null && spanOf(held) > 7 && !item.isHabit))) {
      const conditions = names.map((name) => ({ ...compares(attribute, "=", stringLiteral(name)), part: "weekday" }));
      return conditions.length === 1 ? conditions[0]! : { kind: "either", conditions };
    }
    return between(draft, attribute, kind, resolved.first, resolved.last, before);
  }
  const resolved = [null, "past", "future"]
    .map((tense) => {
      const [days, end] = [item.expression, item.until ?? item.expression].map((expression) =>
        resolveDays(expression, draft.today, tense as "past" | "future" | null),
      );
      return days == null || end == null || end.last < days.first ? null : { first: days.first, last: end.last };
    })
    .filter((days) => days !== null);
  const best =
    resolved.find(({ first, last }) => held !== null && last >= held.first && first <= held.last) ?? resolved[0];
  if (best === undefined) return null;
  if (isOnward(draft, before, trailing))
    return compares(attribute, ">=", isCount(kind) ? best.first.slice(0, 4) : stringLiteral(best.first));
  if (isCount(kind)) return between(draft, attribute, kind, best.first.slice(0, 4), best.last.slice(0, 4), before);
  return between(draft, attribute, kind, best.first, best.last, isAgo(draft, item) ? mirrored(before) : before);
}

/** True of a day by its distance from today, "3 weeks ago". */
const isAgo = (draft: Draft, item: Item): boolean => ENGLISH_DAYS.ago.includes(draft.words.all[item.to - 1]!.text);

/** A longer time ago is an earlier day. */
const mirrored = (item: Item | undefined): Item | undefined =>
  item?.kind === "mark" && item.mark.kind === "compare" && item.mark.dimension !== "date"
    ? { ...item, mark: { ...item.mark, operator: OPPOSITE[item.mark.operator] } }
    : item;

/** True for years, which stand for their days. */
const isCount = (kind: string): boolean => kind === "year" || kind === "number";

export function between(
  draft: Draft,
  attribute: string,
  kind: string,
  first: string,
  last: string,
  before: Item | undefined,
): Condition {
  const value = (day: string): string => (isCount(kind) ? day : stringLiteral(day));
  const part = kind === "interval" ? "start" : undefined;
  const compare = (operator: string, day: string): Condition => ({
    ...compares(attribute, operator, value(day)),
    ...(part !== undefined && { part }),
  });
  const mark = before?.kind === "mark" ? before.mark : null;
  const operator = mark?.kind === "compare" ? mark.operator : null;
  if (mark?.kind === "before" || operator === "<") return compare("<", first);
  if (mark?.kind === "after" || operator === ">")
    return kind === "date" || isCount(kind) ? compare(">", last) : compare(">=", dayAfter(last));
  if (mark?.kind === "since" || operator === ">=") return compare(">=", first);
  if (mark?.kind === "until" || operator === "<=" || isBy(draft, before))
    return kind === "date" || isCount(kind) ? compare("<=", last) : compare("<", dayAfter(last));
  if ((kind === "date" || isCount(kind)) && first === last) return compare("=", first);
  const upper = kind === "date" || isCount(kind) ? compare("<=", last) : compare("<", dayAfter(last));
  return { kind: "both", conditions: [compare(">=", first), upper] };
}

/** Restricts the nodes to dates from today on, or until today where there are later ones. */
function fromToday(draft: Draft, item: Item): void {
  const date = draft.measure("date");
  const isAhead = draft.isMark(item, "ahead");
  const held = date === null ? null : daysOf(draft.world, date);
  if (!isAhead && (held === null || held.last <= draft.today)) draft.use(item, "");
  else if (date !== null) {
    draft.place(date.type, compares(date.attribute, isAhead ? ">=" : "<=", stringLiteral(draft.today)), item);
    draft.use(item, `${date.attribute}: ${draft.textOf(item)}`);
    draft.cost += date.cost;
  }
}

function overdue(draft: Draft, item: Item): void {
  const due = draft.measure("date", ({ attribute }) => isEnd(attribute)) ?? draft.measure("date");
  if (due === null) return;
  const open = doneStates(draft.world).find(({ type }) => type === due.type);
  const flag = doneFlag(draft, due.type);
  const late = compares(due.attribute, "<", stringLiteral(draft.today));
  const conditions: Condition[] = [
    late,
    ...(open !== undefined
      ? [denied(draft.world, open.type, testOf(open))]
      : flag !== null
        ? [denied(draft.world, flag.type, testOf(flag))]
        : []),
  ];
  draft.place(due.type, { kind: "both", conditions }, item);
  draft.use(item, "overdue");
  draft.cost += due.cost;
}

const dayAfter = (day: string): string => plusDays(day, 1);
const spanOf = ({ first, last }: { first: string; last: string }): number =>
  (Date.parse(last) - Date.parse(first)) / DAY + 1;
