import { kindOfType } from "@semantic-xpath/planner";
import { measuresOf } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Words } from "../words/words.js";
import { FrameSketch } from "./frameSketch.js";
import { type Choice, choicesOf, type Frame } from "./items.js";
import { readMark } from "./markItems.js";
import { readSaid } from "./quantityItems.js";
import type { Unit } from "./units.js";

/** What the units say together, before anything of the schema is settled. */
export function frameOf(units: readonly Unit[], words: Words, lexicon: Lexicon): Frame {
  return read(new FrameSketch(units, words, lexicon));
}

function read(sketch: FrameSketch): Frame {
  for (let at = 0; at < sketch.units.length; at++) at = readUnit(sketch, at);
  sketch.place ??= sketch.state.place;
  const last = sketch.units.at(-1);
  const isPending = sketch.state.negate || sketch.state.operator !== null;
  const isDangling =
    isPending ||
    sketch.isUnsaid ||
    sketch.isLost ||
    (last?.kind === "mark" && (last.mark.kind === "after" || last.mark.kind === "before"));
  movePlaces(sketch);
  joinClashing(sketch);
  orderByLast(sketch);
  orderBySaid(sketch);
  lookInside(sketch);
  const { items, wants, wanted, isDistinct, isYesNo, asksWhat, refers, referred, isEach, place, understood, verbs } =
    sketch;
  return {
    request: sketch.words.request,
    items,
    wants,
    wanted,
    isDistinct,
    isYesNo,
    asksWhat,
    asksIf: asksIf(sketch),
    refers,
    referred,
    isEach,
    place,
    isDangling,
    verbs,
    isClosed: CLOSED.has(sketch.words.all[0]?.text ?? ""),
    refersMany: sketch.words.all.some(({ text, isQuoted }) => !isQuoted && MANY.has(text)),
    understood,
  };
}

function asksIf(sketch: FrameSketch): boolean {
  const [first, second] = sketch.words.all;
  return !sketch.isYesNo && VERBS.has(first?.text ?? "") && second !== undefined && !UNSAID.has(second.text);
}

/** "the first lunch option": the place is one of options. */
function movePlaces(sketch: FrameSketch): void {
  for (const [at, item] of sketch.items.entries()) {
    const next = sketch.items[at + 1];
    if (item.kind !== "named" || next?.kind !== "named" || item.place === null || next.place !== null) continue;
    const isCompound = item.to === next.from && item.choices[0]?.kind === "value" && next.choices[0]?.kind === "type";
    if (!isCompound || item.role !== next.role) continue;
    sketch.items[at] = { ...item, place: null };
    sketch.items[at + 1] = { ...next, place: item.place };
  }
}

/** "which is due first": in the order of what stands before it. */
function orderByLast(sketch: FrameSketch): void {
  const { place, items, words, state } = sketch;
  const before = items.at(-1);
  if (place === null || state.place !== place || state.start !== words.all.length - 1) return;
  if (before?.kind !== "named" || before.to !== state.start || Math.abs(place.from) !== 1 || place.from !== place.to)
    return;
  const choice = before.choices[0]!;
  const kind = kindOfType(
    sketch.lexicon.schema.types[choice.types[0]!]?.attributes[choice.attribute]?.type ?? "string",
  );
  if (choice.kind !== "attribute" || !WHEN.has(kind)) return;
  const { from, to } = { from: state.start, to: words.all.length };
  const order = { dimension: null, isDescending: place.from < 0, count: null, isCrowded: false };
  items.push({ from, to, role: before.role, isNegated: false, kind: "extreme", ...order });
  sketch.place = null;
}

/** "the top 5 tasks by effort": in the order of what is said last. */
function orderBySaid({ items, words, lexicon }: FrameSketch): void {
  const at = items.findIndex((item) => item.kind === "extreme" && item.dimension === "rating");
  const [extreme, last] = [items[at], items.at(-1)];
  if (extreme?.kind !== "extreme" || last?.kind !== "named" || words.all[last.from - 1]?.text !== "by") return;
  const [choice] = last.choices;
  if (choice!.kind !== "attribute") return;
  // Of a scale on which 1 is the most urgent the top is the least.
  const isScale = measuresOf(lexicon, "priority").some(({ attribute }) => attribute === choice!.attribute);
  items.splice(at, 1);
  const order = { ...extreme, dimension: null, isDescending: isScale !== extreme.isDescending };
  items.splice(items.length - 1, 0, order);
}

const TEXTS: ReadonlySet<string> = new Set(["string", "text"]);

/** "tasks with door in the title", "whose name has potato in it": a text that is looked for in one attribute. */
function lookInside({ items, words, lexicon }: FrameSketch): void {
  const [first, second] = items.slice(-2);
  if (first === undefined || second === undefined) return;
  const between = words.all.slice(first.to, second.from).map(({ text }) => text);
  const isAfter = between[0] === "in" && between.length <= 2;
  const isBefore = between.length === 1 && SAYING.has(between[0]!);
  const [text, where] = isAfter ? [first, second] : [second, first];
  if (!(isAfter || isBefore) || where.kind !== "named" || (text.kind !== "named" && text.kind !== "words")) return;
  const choice = where.choices.find(
    ({ kind, types, attribute }) =>
      kind === "attribute" && TEXTS.has(kindOfType(lexicon.schema.types[types[0]!]!.attributes[attribute]!.type)),
  );
  if (choice === undefined) return;
  const has = words.request.slice(words.all[text.from]!.span.start, words.all[text.to - 1]!.span.end);
  const inside = { ...choice, kind: "value", test: { has, also: [] }, strength: 1 } as const;
  const { role, isNegated } = text;
  const [from, to] = [first.from, second.to];
  items.splice(-2, 2, { ...where, from, to, text: has, role, isNegated, choices: [inside] });
}
const SAYING: ReadonlySet<string> = new Set("has have having contains contain containing includes mentions".split(" "));

const WHEN: ReadonlySet<string> = new Set(["date", "dateTime", "time"]);

/** "dentist appointment", where each word is in the name of another thing: no name, but a wish. */
function joinClashing(sketch: FrameSketch): void {
  const { items, words } = sketch;
  for (let at = items.length - 1; at > 0; at--) {
    const [first, second] = [items[at - 1]!, items[at]!];
    if (first.kind !== "named" || second.kind !== "named" || first.to !== second.from) continue;
    if (first.isNegated !== second.isNegated || !areOfOthers(first.choices[0]!, second.choices[0]!)) continue;
    const { from, role, isNegated } = first;
    const text = words.request.slice(words.all[from]!.span.start, words.all[second.to - 1]!.span.end);
    items.splice(at - 1, 2, { kind: "words", from, to: second.to, role, isNegated, text, isOfNames: true });
  }
}

/** Whether two parts of names are of no one thing. */
function areOfOthers(one: Choice, other: Choice): boolean {
  if (one.attribute !== other.attribute || one.kind !== "value" || other.kind !== "value") return false;
  if (one.test === null || other.test === null || !one.types.some((type) => other.types.includes(type))) return false;
  if (one.strength >= WHOLE_NAME || other.strength >= WHOLE_NAME) return false;
  const [a, b] = [one.test, other.test];
  if ("has" in a && "has" in b) return false;
  if ("is" in a && "is" in b) return !a.is.some((text) => b.is.includes(text));
  const [names, part] = "is" in a ? [a.is, b] : "is" in b ? [b.is, a] : [[], a];
  return "has" in part && !names.some((text) => text.toLowerCase().includes(part.has.toLowerCase()));
}

/** A name that is said as a whole is at least so sure. */
const WHOLE_NAME = 0.94;

/** Reads a unit and gives the place of the last that was read. */
function readUnit(sketch: FrameSketch, at: number): number {
  const unit = sketch.units[at]!;
  if (sketch.skipped.has(unit)) {
    sketch.understood.push(unit);
    return at;
  }
  switch (unit.kind) {
    case "verb":
      sketch.verbs.push(unit);
      sketch.understood.push(unit);
      return at;
    case "filler":
      if (sketch.text(unit) === "only" && sketch.state.role === "with") sketch.state.isAll = true;
      if (sketch.text(unit) === "a" || sketch.text(unit) === "an") sketch.state.count = null;
      return at;
    case "rest":
      return readRest(sketch, at);
    case "senses":
      readName(sketch, unit, at);
      return at;
    case "said":
      return readSaid(sketch, unit, at);
    case "mark":
      readMark(sketch, unit, at);
      return at;
  }
}

/** What follows each other and is not known is one wish; small words within belong to it. */
function readRest(sketch: FrameSketch, at: number): number {
  let last = at;
  for (let next = at + 1; next < sketch.units.length && next <= last + 2; next++) {
    const { kind } = sketch.units[next]!;
    if (kind === "rest") last = next;
    else if (kind !== "filler" && !(kind === "mark" && ["of", "in"].includes(sketch.markKind(next)))) break;
  }
  const from = sketch.units[at]!.from;
  const to = sketch.units[last]!.to;
  const text = sketch.words.request.slice(sketch.words.all[from]!.span.start, sketch.words.all[to - 1]!.span.end);
  sketch.push({ ...sketch.base(from, to), kind: "words", text });
  return last;
}

function readName(sketch: FrameSketch, unit: Extract<Unit, { kind: "senses" }>, at: number): void {
  const { state } = sketch;
  const choices = choicesOf(unit.senses);
  const next = sketch.units[at + 1];
  let { place } = state;
  let to = unit.to;
  const isType = choices.some(({ kind }) => kind === "type");
  if (place === null && isType && next?.kind === "said" && next.said.kind === "number" && !unit.isPlural) {
    place = { from: next.said.value, to: next.said.value, isNumber: true };
    to = next.to;
  } else if (place === null && isType && next?.kind === "said" && next.said.kind === "number" && unit.isPlural) {
    const end = sketch.units[at + 3];
    const joint = sketch.units[at + 2];
    const isRange = joint !== undefined && ["to", "and", "through", "till", "until"].includes(sketch.text(joint));
    const last = isRange && end?.kind === "said" && end.said.kind === "number" ? end : next;
    if (last.said.kind === "number") place = { from: next.said.value, to: last.said.value, isNumber: true };
    to = last.to;
  }
  const counted =
    state.operator !== null && state.count !== null ? { operator: state.operator.operator, count: state.count } : null;
  const than = counted === null && choices[0]!.kind === "value" ? state.operator : null;
  if (place === null && counted === null && state.count !== null && isType) place = null;
  const before = sketch.words.all[unit.from - 1]?.text ?? "";
  if (isType && ["this", "that", "these", "those"].includes(before) && place === null) {
    sketch.refers = true;
    sketch.referred = choices.flatMap(({ kind, types }) => (kind === "type" ? types : []));
  }
  const isPossessor = next?.kind === "mark" && sketch.text(next) === "'s";
  const { isEach, isAll, joined } = state;
  if (isEach) sketch.isEach = true;
  sketch.push({
    ...sketch.base(unit.from, to),
    ...(than !== null && { role: "is" }),
    kind: "named",
    than,
    text: sketch.text(unit),
    choices,
    isPlural: unit.isPlural,
    place,
    isEach,
    isAll,
    joined,
    counted,
    isPossessor,
  });
}

const VERBS: ReadonlySet<string> = new Set(["is", "are", "was", "were"]);
/** What stands for no node of the data. */
const UNSAID: ReadonlySet<string> = new Set("there any anything anyone anybody something".split(" "));
const MANY: ReadonlySet<string> = new Set(["those", "these", "them", "they", "ones"]);
const CLOSED: ReadonlySet<string> = new Set("is are was were does do did has have had can will any".split(" "));
