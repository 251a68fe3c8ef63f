import { kindOfType } from "@semantic-xpath/planner";
import { stemOf } from "@semantic-xpath/scorers";
import { measuresOf } from "../lexicon/dimensions.js";
import { numberOf, type Said } from "../words/quantities.js";
import type { FrameSketch } from "./frameSketch.js";
import { choicesOf, type Role } from "./items.js";
import type { Unit } from "./units.js";

type SaidUnit = Extract<Unit, { kind: "said" }>;

export function readSaid(sketch: FrameSketch, unit: SaidUnit, at: number): number {
  const before = sketch.items.at(-1);
  // Read already, with the type before it.
  if (before !== undefined && before.to >= unit.to && before.from < unit.from) return at;
  return (
    readPlace(sketch, unit, at) ??
    readAlternative(sketch, unit, at) ??
    readHours(sketch, unit, at) ??
    readRange(sketch, unit, at) ??
    readMeasure(sketch, unit, at)
  );
}

/** A place or how many, where the number is one. */
function readPlace(sketch: FrameSketch, unit: SaidUnit, at: number): number | null {
  const { said } = unit;
  const { state } = sketch;
  if (said.kind !== "number") return null;
  state.start ??= unit.from;
  const next = sketch.units[at + 1];
  if (said.isOrdinal) {
    sketch.understood.push(unit);
    if (sketch.refersTo(at + 1)) {
      sketch.place = { from: said.value, to: said.value };
      return at + 1;
    }
    const isCount = next?.kind === "said" && next.said.kind === "number" && !next.said.isOrdinal;
    const count = isCount && next.said.kind === "number" ? next.said.value : null;
    state.place = { from: said.value, to: count === null ? said.value : said.value + count - 1 };
    return count === null ? at : at + 1;
  }
  if (next?.kind === "mark" && next.mark.kind === "extreme") {
    state.count = said.value;
    return at;
  }
  if (state.place !== null && state.place.from < 0) {
    state.place = { from: -said.value, to: null };
    return at;
  }
  // "the two bathroom tasks": how many there are, which is known.
  const isKnown = state.operator === null && said.unit === undefined && isCountable(sketch, at + 1);
  if (!isKnown || !DETERMINERS.has(sketch.words.all[unit.from - 1]?.text ?? "")) return null;
  sketch.understood.push(unit);
  return at;
}

const DETERMINERS: ReadonlySet<string> = new Set("the these those both all my our".split(" "));

/** "priority 1 or 2". */
function readAlternative(sketch: FrameSketch, { said, to }: SaidUnit, at: number): number | null {
  const previous = sketch.items.at(-1);
  if (sketch.state.joined === null || previous?.kind !== "measured") return null;
  if (previous.operator !== "=" || previous.said.kind !== said.kind) return null;
  sketch.items[sketch.items.length - 1] = { ...previous, to, others: [...previous.others, said] };
  sketch.state.joined = null;
  return at;
}

/** A part of the day is from one time to another. */
function readHours(sketch: FrameSketch, { said, from, to }: SaidUnit, at: number): number | null {
  if (said.kind !== "hours") return null;
  placeOfDay(sketch, from);
  const timeOf = (time: string): Said => ({ from, to, kind: "time", time });
  const role = sketch.state.role === "asked" ? "is" : sketch.state.role;
  pushMeasured(sketch, { from, to }, ">=", timeOf(said.first), { role, upTo: timeOf(said.last) });
  return at;
}

/** "the first evening": that of the first day. */
function placeOfDay(sketch: FrameSketch, to: number): void {
  const { place, start, isEach } = sketch.state;
  const senses = sketch.lexicon.phrases.get(stemOf("day"))?.filter(({ kind }) => kind === "type") ?? [];
  if (place === null || start === null || senses.length === 0 || isEach) return;
  const day = { text: "day", isPlural: false, isAll: false, joined: null, counted: null, than: null } as const;
  const base = { ...sketch.base(start, to), role: "in", kind: "named" } as const;
  sketch.push({ ...base, ...day, choices: choicesOf(senses), place, isEach, isPossessor: false });
}

function readRange(sketch: FrameSketch, { said, from }: SaidUnit, at: number): number | null {
  const trailing = sketch.units[at + 1];
  const { state } = sketch;
  if (trailing?.kind === "mark" && trailing.mark.kind === "trailing")
    state.operator = { operator: trailing.mark.operator, dimension: state.operator?.dimension ?? null };
  const other = sketch.units[at + 2];
  if (!state.between || other?.kind !== "said") return null;
  pushMeasured(sketch, { from, to: other.to }, ">=", inUnitOf(said, other, sketch), { upTo: other.said });
  return at + 2;
}

/** "between 3 and 5 hours": the unit is said once. */
function inUnitOf(said: Said, { said: other, from }: SaidUnit, { words }: FrameSketch): Said {
  const last = numberOf(words.all[from]!)?.value;
  if (said.kind !== "number" || other.kind !== "duration" || last === undefined || last === 0) return said;
  return { from: said.from, to: said.to, kind: "duration", minutes: (said.value * other.minutes) / last };
}

function readMeasure(sketch: FrameSketch, { said, from, to }: SaidUnit, at: number): number {
  const { state } = sketch;
  // "more than two parks" counts what follows; "more than 500 calories" compares it.
  if (said.kind === "number" && state.operator !== null && isCountable(sketch, at + 1)) {
    state.count = said.value;
    return at;
  }
  const isYear = said.kind === "number" && said.unit === undefined && isYearIn(sketch, said.value);
  const isMoment = said.kind === "days" || said.kind === "time" || isYear;
  if (isYear && state.operator === null) state.operator = { operator: "=", dimension: "date" };
  const isPlaced = isMoment && (state.role === "after" || state.role === "before");
  const placed = state.role === "after" ? ">" : "<";
  const operator = isPlaced ? placed : (state.operator?.operator ?? "=");
  pushMeasured(sketch, { from, to }, operator, said, isPlaced ? { role: "is" } : {});
  if (isPlaced) sketch.state.role = "asked";
  return at;
}

/** "after 1900": a number of which the schema knows years. */
const isYearIn = ({ lexicon }: FrameSketch, value: number): boolean =>
  Number.isInteger(value) &&
  value >= FIRST_YEAR &&
  value <= LAST_YEAR &&
  measuresOf(lexicon, "date").some(
    ({ type, attribute }) => kindOfType(lexicon.schema.types[type]!.attributes[attribute]!.type) === "number",
  );
const FIRST_YEAR = 1000;
const LAST_YEAR = 2100;

function pushMeasured(
  sketch: FrameSketch,
  { from, to }: { from: number; to: number },
  operator: string,
  said: Said,
  { role = sketch.state.role, upTo = null }: { role?: Role; upTo?: Said | null },
): void {
  const dimension = upTo === null ? (sketch.state.operator?.dimension ?? null) : null;
  sketch.push({ ...sketch.base(from, to), role, kind: "measured", operator, said, dimension, upTo, others: [] });
}

/** Whether nodes of a type stand there, or a value that some of them have. */
function isCountable(sketch: FrameSketch, at: number): boolean {
  const unit = sketch.units[at];
  if (unit?.kind !== "senses") return false;
  const [best] = unit.senses;
  return best !== undefined && (best.kind === "type" || best.kind === "value");
}
