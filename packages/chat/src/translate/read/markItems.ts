import { measuresOf } from "../lexicon/dimensions.js";
import type { Dimension, Mark } from "../words/marks.js";
import type { FrameSketch } from "./frameSketch.js";
import type { Item } from "./items.js";
import type { Unit } from "./units.js";

export function readMark(sketch: FrameSketch, unit: Extract<Unit, { kind: "mark" }>, at: number): void {
  sketch.understood.push(unit);
  const { state } = sketch;
  const { mark } = unit;
  if (mark.kind === "aside" && EVERYBODY.test(sketch.text(unit))) sketch.isEach = true;
  switch (mark.kind) {
    case "operator":
      readOperator(sketch, unit, mark, at);
      return;
    case "between":
      state.between = true;
      return;
    case "extreme":
      readExtreme(sketch, unit, mark);
      return;
    case "ordered":
      pushRanking(sketch, unit, { isDescending: false, count: null, isCrowded: false, isOrder: true });
      return;
    case "crowded":
      pushRanking(sketch, unit, { isDescending: mark.isDescending, count: state.count, isCrowded: true });
      sketch.state.role = "with";
      return;
    case "free":
      if (lacks(sketch, unit)) return;
      // "a free evening": of what is not planned nothing is said.
      if (isTimeOfDay(sketch, at + 1)) sketch.isUnsaid = true;
      pushStatus(sketch, unit, mark.kind);
      return;
    case "paid":
      pushStatus(sketch, unit, "free", true);
      return;
    case "overdue":
    case "unfinished":
    case "unstarted":
      pushStatus(sketch, unit, mark.kind);
      return;
    case "last":
      if (sketch.refersTo(at + 1)) sketch.place = { from: -1, to: -1 };
      state.place = { from: -1, to: -1 };
      state.start ??= unit.from;
      return;
    case "next":
      readExtreme(sketch, unit, { kind: "extreme", dimension: "date", isDescending: false }, true);
      return;
    default:
      readWord(sketch, mark, unit, at);
  }
}

/** "the first option for everyone": one for each. */
const EVERYBODY = /^for (?:every|all|us all)/u;

type Extreme = Extract<Item, { kind: "extreme" }>;

/** Of no dimension of the data. */
function pushRanking(
  sketch: FrameSketch,
  unit: Unit,
  how: Pick<Extreme, "isDescending" | "count" | "isCrowded" | "isOrder">,
): void {
  sketch.push({ ...sketch.base(unit.from, unit.to), kind: "extreme", dimension: null, ...how });
}

function pushStatus(
  sketch: FrameSketch,
  unit: Unit,
  status: (Item & { kind: "status" })["status"],
  isOpposite = false,
): void {
  const base = sketch.base(unit.from, unit.to);
  sketch.push({ ...base, ...(isOpposite && { isNegated: !sketch.state.negate }), kind: "status", status });
}

function readOperator(sketch: FrameSketch, unit: Unit, mark: Extract<Mark, { kind: "operator" }>, at: number): void {
  const { state } = sketch;
  // "over the weekend" is in it, and not after it.
  if (sketch.text(unit) === "over" && isDays(sketch, at + 1)) {
    state.role = "in";
    return;
  }
  // "the top 5 by effort": no date follows.
  if (sketch.text(unit) === "by" && sketch.units[at + 1]?.kind === "senses") return;
  // "max" before what is not a number is the most.
  if (BOUNDS[sketch.text(unit)] !== undefined && sketch.units[at + 1]?.kind !== "said") {
    readExtreme(sketch, unit, { kind: "extreme", dimension: null, isDescending: BOUNDS[sketch.text(unit)]! });
    return;
  }
  state.start ??= unit.from;
  state.operator = {
    operator: state.negate ? opposite(mark.operator) : mark.operator,
    dimension: mark.dimension ?? null,
  };
  state.negate = false;
}

function readExtreme(sketch: FrameSketch, unit: Unit, mark: Extract<Mark, { kind: "extreme" }>, isNext = false): void {
  const { state } = sketch;
  const next = sketch.units[sketch.units.indexOf(unit) + 1];
  const isTopCount = next?.kind === "said" && next.said.kind === "number" && !next.said.isOrdinal;
  const count = isTopCount && next.said.kind === "number" ? next.said.value : state.count;
  const kept = state.isEach;
  const ends = sketch.units[sketch.units.indexOf(unit) + (next?.kind === "senses" ? 2 : 1)];
  const isOrder =
    count === null && ends !== undefined && sketch.text(ends) === "first" && state.place === null && !isNext;
  if (isOrder) sketch.skipped.add(ends);
  sketch.push({
    ...sketch.base(unit.from, isTopCount || (isOrder && ends === next) ? next!.to : unit.to),
    kind: "extreme",
    dimension: mark.dimension,
    isDescending: mark.isDescending,
    count,
    isCrowded: false,
    isOrder,
    place: count === null ? state.place : null,
    isNext,
    isAge: AGES.has(sketch.text(unit)),
  });
  sketch.state.isEach = kept;
}

const isTimeOfDay = (sketch: FrameSketch, at: number): boolean => {
  const unit = sketch.units[at];
  return unit?.kind === "said" && (unit.said.kind === "hours" || unit.said.kind === "days");
};

/** Whether days are said there, an article aside. */
function isDays(sketch: FrameSketch, at: number): boolean {
  const unit = sketch.units[at]?.kind === "filler" ? sketch.units[at + 1] : sketch.units[at];
  return unit?.kind === "said" && unit.said.kind === "days";
}

/** "nut free": what is said before it is not to be there. */
function lacks(sketch: FrameSketch, unit: Unit): boolean {
  const before = sketch.items.at(-1);
  if (before?.kind !== "named" || before.to !== unit.from || before.isPlural || before.choices[0]!.kind === "type")
    return false;
  // "is the tower free?": of what costs something that it costs nothing.
  const [choice] = before.choices;
  const isPriced = measuresOf(sketch.lexicon, "money").some(({ type }) => choice!.types.includes(type));
  if (isPriced && choice!.test !== null) return false;
  sketch.items[sketch.items.length - 1] = { ...before, role: "with", isNegated: !before.isNegated };
  sketch.state.role = "asked";
  return true;
}

/** "finished completely": all of it is. */
function lastWhole(sketch: FrameSketch): void {
  const before = sketch.items.at(-1);
  if (before?.kind === "named" && before.choices[0]!.kind === "value")
    sketch.items[sketch.items.length - 1] = { ...before, isAll: true };
  else sketch.state.isAll = true;
}

/** "when is that due?": what an earlier turn found, and no clause about what was said before. */
function isPronoun(sketch: FrameSketch, unit: Unit, at: number): boolean {
  const before = sketch.words.all[unit.from - 1]?.text ?? "";
  const next = sketch.units[at + 1];
  const isNoun = next?.kind === "senses" && next.senses[0]!.kind === "type";
  return sketch.text(unit) === "that" && BEFORE_PRONOUN.has(before) && !isNoun;
}

/** "under 20 dollars", "within 2 hours": before an amount it compares. */
function readAmount(sketch: FrameSketch, unit: Unit, at: number): boolean {
  const operator = AMOUNTS[sketch.text(unit)];
  const next = sketch.units[at + 1];
  const ahead = next?.kind === "filler" ? sketch.units[at + 2] : next;
  if (operator === undefined || ahead?.kind !== "said" || ahead.said.kind === "days" || ahead.said.kind === "time")
    return false;
  sketch.state.start ??= unit.from;
  sketch.state.operator = { operator, dimension: null };
  return true;
}

function readWord(sketch: FrameSketch, mark: Mark, unit: Unit, at: number): void {
  const { state } = sketch;
  switch (mark.kind) {
    case "count":
      sketch.wants = "count";
      state.role = "asked";
      countsTime(sketch, at + 1);
      return;
    case "sum":
      if (sketch.wants !== "count") sketch.wants = "sum";
      return;
    case "mean":
      sketch.wants = "avg";
      return;
    case "each":
      state.isEach = true;
      if (sketch.items.length > 0) state.role = "in";
      return;
    case "all":
      state.isAll = true;
      return;
    case "wholly":
      lastWhole(sketch);
      return;
    case "distinct":
      sketch.isDistinct = true;
      return;
    case "is":
      if (isPronoun(sketch, unit, at)) sketch.refers = true;
      else if (sketch.items.length > 0) state.role = "is";
      else if (sketch.text(unit).startsWith("who")) readWanted(sketch, "person", unit);
      return;
    case "yes-no":
      sketch.isYesNo ||= at < 2;
      if (sketch.items.length === 0) state.role = "asked";
      return;
    case "ask":
      sketch.asksWhat ||= at < 2 && sketch.text(unit).startsWith("what");
      if (sketch.items.length === 0 || sketch.items.every(({ role }) => role === "in")) state.role = "asked";
      return;
    case "wanted":
      readWanted(sketch, mark.dimension, unit);
      return;
    case "refers":
      if (POSSESSIVES.has(sketch.text(unit)) && sketch.items.length > 0) return;
      if (sketch.text(unit) === "it" && isImpersonal(sketch, unit.to)) return;
      // "dinners that have nuts in them": of the same sentence.
      if (sketch.items.length === 0 || sketch.markKind(at - 1) !== "in") sketch.refers = true;
      return;
    default:
      readConnective(sketch, mark, unit, at);
  }
}

/** What says how that which follows goes with what was said. */
function readConnective(sketch: FrameSketch, mark: Mark, unit: Unit, at: number): void {
  const { state } = sketch;
  switch (mark.kind) {
    case "not":
      state.negate = true;
      return;
    case "but-not":
    case "without":
      state.negate = true;
      state.role = mark.kind === "without" ? "with" : "is";
      return;
    case "with":
      state.role = "with";
      return;
    case "in":
    case "of":
      if (readAmount(sketch, unit, at)) return;
      // "what must I not cook for Bruno": not Bruno is what is not said.
      if (state.negate && sketch.units[at - 1]?.kind === "verb") sketch.isUnsaid = true;
      if (mark.kind === "in" && state.place !== null) {
        sketch.place = state.place;
        sketch.understood.push({ ...unit, from: state.start ?? unit.from });
        state.place = null;
      }
      if (sketch.items.length > 0 || sketch.wants !== "nodes" || mark.kind === "in")
        state.role = sketch.text(unit) === "'s" ? state.role : "in";
      return;
    case "after":
    case "before":
      state.role = mark.kind;
      return;
    case "and":
    case "or":
      state.joined = mark.kind;
      if (sketch.items.at(-1)?.isNegated === true && mark.kind === "or") state.negate = true;
      return;
    default:
      return;
  }
}

/** "how many hours am I on trains?" where no attribute is called hours: how long in all. */
function countsTime(sketch: FrameSketch, at: number): void {
  const unit = sketch.units[at];
  if (unit?.kind !== "rest" || !TIMES.has(sketch.text(unit)) || measuresOf(sketch.lexicon, "duration").length === 0)
    return;
  sketch.wants = "sum";
  sketch.wanted = "duration";
  sketch.skipped.add(unit);
}

/** "how much work, in hours". */
const isInTime = (sketch: FrameSketch): boolean =>
  sketch.words.all.some(({ text }, at, all) => TIMES.has(text) && all[at - 1]?.text === "in");

/** "how", "where" … ask for an attribute where one says that. */
function readWanted(sketch: FrameSketch, said: Dimension, unit: Unit): void {
  const isUncounted = said === "money" && measuresOf(sketch.lexicon, said).length === 0;
  const dimension = isUncounted && isInTime(sketch) ? "duration" : said;
  const next = sketch.units[sketch.units.indexOf(unit) + 1];
  if (isUncounted && next !== undefined && isWork(sketch, next)) {
    sketch.skipped.add(next);
    sketch.wants = "sum";
    sketch.wanted = "duration";
    sketch.state.role = "asked";
    return;
  }
  if (isUncounted && dimension === "duration") sketch.wants = "sum";
  if (sketch.wanted !== null || (sketch.items.length > 0 && dimension !== "time" && dimension !== "money")) return;
  if (dimension === "place") return;
  if (measuresOf(sketch.lexicon, dimension).length > 0 || dimension === "person") sketch.wanted = dimension;
  else sketch.understood.splice(sketch.understood.indexOf(unit), 1);
  sketch.state.role = "asked";
}

/** "how much work is left": how long that takes. */
const isWork = (sketch: FrameSketch, unit: Unit): boolean =>
  ["work", "effort", "time"].includes(sketch.text(unit)) && measuresOf(sketch.lexicon, "duration").length > 0;

/** Units of what "how much" asks for. */
const TIMES: ReadonlySet<string> = new Set(["hours", "minutes"]);

const BOUNDS: Readonly<Record<string, boolean>> = { max: true, min: false };

const AGES: ReadonlySet<string> = new Set(["newest", "oldest", "most recent"]);

/** "projects and their goals": of the same sentence. */
const POSSESSIVES: ReadonlySet<string> = new Set(["its", "their"]);

/** "how long does it take to cook rice?" */
function isImpersonal({ words }: FrameSketch, at: number): boolean {
  const [next, second] = [words.all[at]?.text ?? "", words.all[at + 1]?.text];
  return IMPERSONAL.has(next) || (["take", "takes", "cost", "costs"].includes(next) && second === "to");
}

/** "is it going to rain?": nothing that was found is meant. */
const IMPERSONAL: ReadonlySet<string> = new Set("going rain raining snow snowing possible rains snows".split(" "));

const BEFORE_PRONOUN: ReadonlySet<string> = new Set(
  "is are was were 's does do did of for about with in on will can".split(" "),
);

/** Prepositions that compare where an amount follows. */
const AMOUNTS: Readonly<Record<string, string>> = { under: "<", within: "<=", inside: "<", in: "<=" };

const OPPOSITES: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=" };

const opposite = (operator: string): string => OPPOSITES[operator] ?? operator;
