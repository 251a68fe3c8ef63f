import { measuresOf } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Sense } from "../lexicon/sense.js";
import type { Dimension, Mark } from "../words/marks.js";
import type { Said } from "../words/quantities.js";
import type { Words } from "../words/words.js";
import type { Unit } from "./units.js";

/** How words stand to what is asked for: they are it, it is in them, has them, or comes after or before them. */
export type Role = "asked" | "in" | "with" | "is" | "after" | "before";

/** An attribute with its types, or a value of one. */
export interface Choice {
  readonly kind: "type" | "attribute" | "value";
  readonly types: readonly string[];
  readonly attribute: string;
  readonly strength: number;
  readonly isFalse: boolean;
  readonly test: { readonly is: readonly string[] } | { readonly has: string; readonly also: readonly string[] } | null;
}

interface Base {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly isNegated: boolean;
}

/** A place in a list: `first two` is from 1 to 2. */
export interface Place {
  readonly from: number;
  readonly to: number | null;
}

export type Item = Base &
  (
    | {
        readonly kind: "named";
        readonly text: string;
        readonly choices: readonly Choice[];
        readonly isPlural: boolean;
        readonly place: Place | null;
        readonly isEach: boolean;
        readonly isAll: boolean;
        /** Joined with the item before by "or", or by "and". */
        readonly joined: "or" | "and" | null;
        /** "more than two parks". */
        readonly counted: { readonly operator: string; readonly count: number } | null;
        readonly isPossessor: boolean;
      }
    | {
        readonly kind: "measured";
        readonly operator: string;
        readonly said: Said;
        readonly dimension: Dimension | null;
        readonly upTo: Said | null;
        /** "priority 1 or 2". */
        readonly others: readonly Said[];
      }
    | {
        readonly kind: "extreme";
        readonly dimension: Dimension | null;
        readonly isDescending: boolean;
        readonly count: number | null;
        readonly isCrowded: boolean;
        /** "soonest first": all of them, in that order. */
        readonly isOrder?: boolean;
        /** "the second most expensive". */
        readonly place?: Place | null;
        /** "the next deadline": of those that are still to come. */
        readonly isNext?: boolean;
        /** "the newest": by when it came to be. */
        readonly isAge?: boolean;
      }
    | { readonly kind: "status"; readonly status: "overdue" | "unfinished" | "unstarted" | "free" }
    | { readonly kind: "words"; readonly text: string }
  );

/** A verb that says what is asked for: one eats what is of these types. */
export interface Verb {
  readonly from: number;
  readonly to: number;
  readonly types: readonly string[];
}

export interface Frame {
  readonly items: readonly Item[];
  readonly wants: "nodes" | "count" | "sum" | "avg";
  readonly wanted: Dimension | null;
  readonly isDistinct: boolean;
  readonly isYesNo: boolean;
  /** It begins with "is", "does", "have": nothing found is an answer. */
  readonly isClosed: boolean;
  readonly asksWhat: boolean;
  /** "is the boiler repaired?": whether something is so. */
  readonly asksIf: boolean;
  /** "it", "that one": what earlier turns were about. */
  readonly refers: boolean;
  /** "those", "the ones": several of them. */
  readonly refersMany: boolean;
  /** "that project": the types of what is referred to. */
  readonly referred: readonly string[];
  readonly isEach: boolean;
  /** "what comes first on day 2": a place without a noun. */
  readonly place: Place | null;
  /** It ends with "before" or "after", and says not of what. */
  readonly isDangling: boolean;
  /** What is done with what is asked for. */
  readonly verbs: readonly Verb[];
  /** Units that say nothing of the data and are understood. */
  readonly understood: readonly Unit[];
}

/** Senses that differ in the type alone are one choice. */
export function choicesOf(senses: readonly Sense[]): Choice[] {
  const groups = new Map<string, Choice>();
  for (const sense of senses) {
    const attribute = sense.kind === "type" ? "" : sense.attribute;
    const test = sense.kind === "value" ? sense.test : null;
    const isFalse = sense.kind === "attribute" && sense.isFalse === true;
    const key = JSON.stringify([sense.kind, sense.kind === "type" ? sense.type : attribute, test, isFalse]);
    const known = groups.get(key);
    const types = [...new Set([...(known?.types ?? []), sense.type])];
    const strength = Math.max(known?.strength ?? 0, sense.strength);
    groups.set(key, { kind: sense.kind, types, attribute, strength, isFalse, test });
  }
  return [...groups.values()].sort((a, b) => b.strength - a.strength);
}

/** What is carried along from word to word. */
class State {
  role: Role = "asked";
  negate = false;
  isEach = false;
  isAll = false;
  joined: "or" | "and" | null = null;
  place: Place | null = null;
  operator: { operator: string; dimension: Dimension | null } | null = null;
  count: number | null = null;
  between = false;
  /** Where what belongs to the next item began. */
  start: number | null = null;
}

/** What the units say together, before anything of the schema is settled. */
export function frameOf(units: readonly Unit[], words: Words, lexicon: Lexicon): Frame {
  return new FrameReader(units, words, lexicon).read();
}

type SaidUnit = Extract<Unit, { kind: "said" }>;

class FrameReader {
  private readonly items: Item[] = [];
  private readonly understood: Unit[] = [];
  private wants: Frame["wants"] = "nodes";
  private wanted: Dimension | null = null;
  private isDistinct = false;
  private isYesNo = false;
  private asksWhat = false;
  private refers = false;
  private referred: readonly string[] = [];
  private isEach = false;
  private place: Place | null = null;
  private state = new State();
  /** Read with what stands before them. */
  private readonly skipped = new Set<Unit>();
  private verbs: Verb[] = [];

  constructor(
    private readonly units: readonly Unit[],
    private readonly words: Words,
    private readonly lexicon: Lexicon,
  ) {}

  read(): Frame {
    for (let at = 0; at < this.units.length; at++) at = this.unit(at);
    this.place ??= this.state.place;
    const last = this.units.at(-1);
    const isPending = this.state.negate || this.state.operator !== null;
    const isDangling =
      isPending || (last?.kind === "mark" && (last.mark.kind === "after" || last.mark.kind === "before"));
    this.movePlaces();
    const asksIf = this.asksIf();
    const { items, wants, wanted, isDistinct, isYesNo, asksWhat, refers, referred, isEach, place, understood, verbs } =
      this;
    return {
      items,
      wants,
      wanted,
      isDistinct,
      isYesNo,
      asksWhat,
      asksIf,
      refers,
      referred,
      isEach,
      place,
      isDangling,
      verbs,
      isClosed: CLOSED.has(this.words.all[0]?.text ?? ""),
      refersMany: this.words.all.some(({ text, isQuoted }) => !isQuoted && MANY.has(text)),
      understood,
    };
  }

  private asksIf(): boolean {
    const [first, second] = this.words.all;
    return !this.isYesNo && VERBS.has(first?.text ?? "") && second !== undefined && !UNSAID.has(second.text);
  }

  /** "the first lunch option": the place is one of options. */
  private movePlaces(): void {
    for (const [at, item] of this.items.entries()) {
      const next = this.items[at + 1];
      if (item.kind !== "named" || next?.kind !== "named" || item.place === null || next.place !== null) continue;
      const isCompound = item.to === next.from && item.choices[0]?.kind === "value" && next.choices[0]?.kind === "type";
      if (!isCompound || item.role !== next.role) continue;
      this.items[at] = { ...item, place: null };
      this.items[at + 1] = { ...next, place: item.place };
    }
  }

  /** Reads a unit and gives the place of the last that was read. */
  private unit(at: number): number {
    const unit = this.units[at]!;
    if (this.skipped.has(unit)) {
      this.understood.push(unit);
      return at;
    }
    switch (unit.kind) {
      case "verb":
        this.verbs.push(unit);
        this.understood.push(unit);
        return at;
      case "filler":
        if (this.text(unit) === "a" || this.text(unit) === "an") this.state.count = null;
        return at;
      case "rest":
        return this.rest(at);
      case "senses":
        this.named(unit, at);
        return at;
      case "said":
        return this.said(unit, at);
      case "mark":
        this.mark(unit, at);
        return at;
    }
  }

  private text = ({ from, to }: { from: number; to: number }): string =>
    this.words.all
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");

  /** What follows each other and is not known is one wish; small words within belong to it. */
  private rest(at: number): number {
    let last = at;
    for (let next = at + 1; next < this.units.length && next <= last + 2; next++) {
      const { kind } = this.units[next]!;
      if (kind === "rest") last = next;
      else if (kind !== "filler" && !(kind === "mark" && ["of", "in"].includes(this.markKind(next)))) break;
    }
    const from = this.units[at]!.from;
    const to = this.units[last]!.to;
    const text = this.words.request.slice(this.words.all[from]!.span.start, this.words.all[to - 1]!.span.end);
    this.push({ ...this.base(from, to), kind: "words", text });
    return last;
  }

  private markKind(at: number): string {
    const unit = this.units[at];
    return unit?.kind === "mark" ? unit.mark.kind : "";
  }

  private base(from: number, to: number): Base {
    return { from: this.state.start ?? from, to, role: this.state.role, isNegated: this.state.negate };
  }

  private push(item: Item): void {
    this.items.push(item);
    const { role } = this.state;
    this.state = new State();
    this.state.role = role;
  }

  private named(unit: Extract<Unit, { kind: "senses" }>, at: number): void {
    const { state } = this;
    const choices = choicesOf(unit.senses);
    const next = this.units[at + 1];
    let { place } = state;
    let to = unit.to;
    const isType = choices.some(({ kind }) => kind === "type");
    if (place === null && isType && next?.kind === "said" && next.said.kind === "number" && !unit.isPlural) {
      place = { from: next.said.value, to: next.said.value };
      to = next.to;
    } else if (place === null && isType && next?.kind === "said" && next.said.kind === "number" && unit.isPlural) {
      const end = this.units[at + 3];
      const joint = this.units[at + 2];
      const isRange = joint !== undefined && ["to", "and", "through", "till", "until"].includes(this.text(joint));
      const last = isRange && end?.kind === "said" && end.said.kind === "number" ? end : next;
      if (last.said.kind === "number") place = { from: next.said.value, to: last.said.value };
      to = last.to;
    }
    const counted =
      state.operator !== null && state.count !== null
        ? { operator: state.operator.operator, count: state.count }
        : null;
    if (place === null && counted === null && state.count !== null && isType) place = null;
    const before = this.words.all[unit.from - 1]?.text ?? "";
    if (isType && ["this", "that", "these", "those"].includes(before) && place === null) {
      this.refers = true;
      this.referred = choices.flatMap(({ kind, types }) => (kind === "type" ? types : []));
    }
    const isPossessor = next?.kind === "mark" && this.text(next) === "'s";
    const { isEach, isAll, joined } = state;
    if (isEach) this.isEach = true;
    this.push({
      ...this.base(unit.from, to),
      kind: "named",
      text: this.text(unit),
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

  private said(unit: SaidUnit, at: number): number {
    const before = this.items.at(-1);
    // Read already, with the type before it.
    if (before !== undefined && before.to >= unit.to) return at;
    return (
      this.number(unit, at) ??
      this.alternative(unit, at) ??
      this.hours(unit, at) ??
      this.range(unit, at) ??
      this.measure(unit, at)
    );
  }

  /** A place or how many, where the number is one. */
  private number(unit: SaidUnit, at: number): number | null {
    const { said } = unit;
    const { state } = this;
    if (said.kind !== "number") return null;
    state.start ??= unit.from;
    const next = this.units[at + 1];
    if (said.isOrdinal) {
      this.understood.push(unit);
      if (this.refersTo(at + 1)) {
        this.place = { from: said.value, to: said.value };
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
    if (state.place === null || state.place.from >= 0) return null;
    state.place = { from: -said.value, to: null };
    return at;
  }

  /** "priority 1 or 2". */
  private alternative({ said, to }: SaidUnit, at: number): number | null {
    const previous = this.items.at(-1);
    if (this.state.joined === null || previous?.kind !== "measured") return null;
    if (previous.operator !== "=" || previous.said.kind !== said.kind) return null;
    this.items[this.items.length - 1] = { ...previous, to, others: [...previous.others, said] };
    this.state.joined = null;
    return at;
  }

  /** A part of the day is from one time to another. */
  private hours({ said, from, to }: SaidUnit, at: number): number | null {
    if (said.kind !== "hours") return null;
    const timeOf = (time: string): Said => ({ from, to, kind: "time", time });
    const role = this.state.role === "asked" ? "is" : this.state.role;
    this.pushMeasured({ from, to }, ">=", timeOf(said.first), { role, upTo: timeOf(said.last) });
    return at;
  }

  private range({ said, from }: SaidUnit, at: number): number | null {
    const trailing = this.units[at + 1];
    const { state } = this;
    if (trailing?.kind === "mark" && trailing.mark.kind === "trailing")
      state.operator = { operator: trailing.mark.operator, dimension: state.operator?.dimension ?? null };
    const other = this.units[at + 2];
    if (!state.between || other?.kind !== "said") return null;
    this.pushMeasured({ from, to: other.to }, ">=", said, { upTo: other.said });
    return at + 2;
  }

  private measure({ said, from, to }: SaidUnit, at: number): number {
    const { state } = this;
    // "more than two parks" counts what follows; "more than 500 calories" compares it.
    if (said.kind === "number" && state.operator !== null && this.isCountable(at + 1)) {
      state.count = said.value;
      return at;
    }
    const isMoment = said.kind === "days" || said.kind === "time";
    const isPlaced = isMoment && (state.role === "after" || state.role === "before");
    const operator = isPlaced ? (state.role === "after" ? ">" : "<") : (state.operator?.operator ?? "=");
    this.pushMeasured({ from, to }, operator, said, isPlaced ? { role: "is" } : {});
    if (isPlaced) this.state.role = "asked";
    return at;
  }

  private pushMeasured(
    { from, to }: { from: number; to: number },
    operator: string,
    said: Said,
    { role = this.state.role, upTo = null }: { role?: Role; upTo?: Said | null },
  ): void {
    const dimension = upTo === null ? (this.state.operator?.dimension ?? null) : null;
    this.push({ ...this.base(from, to), role, kind: "measured", operator, said, dimension, upTo, others: [] });
  }

  /** "the first one": what an earlier turn found. */
  private refersTo(at: number): boolean {
    const unit = this.units[at];
    const refers = unit !== undefined && ["one", "ones", "of them", "of those", "of these"].includes(this.text(unit));
    this.refers ||= refers;
    return refers;
  }

  /** Whether nodes of a type stand there, or a value that some of them have. */
  private isCountable(at: number): boolean {
    const unit = this.units[at];
    if (unit?.kind !== "senses") return false;
    const [best] = unit.senses;
    return best !== undefined && (best.kind === "type" || best.kind === "value");
  }

  private mark(unit: Extract<Unit, { kind: "mark" }>, at: number): void {
    this.understood.push(unit);
    const { state } = this;
    const { mark } = unit;
    switch (mark.kind) {
      case "operator":
        // "over the weekend" is in it, and not after it.
        if (this.text(unit) === "over" && this.isDays(at + 1)) {
          state.role = "in";
          return;
        }
        // "max" before what is no number is the most.
        if (BOUNDS[this.text(unit)] !== undefined && this.units[at + 1]?.kind !== "said") {
          this.extreme(unit, { kind: "extreme", dimension: null, isDescending: BOUNDS[this.text(unit)]! });
          return;
        }
        state.start ??= unit.from;
        state.operator = {
          operator: state.negate ? opposite(mark.operator) : mark.operator,
          dimension: mark.dimension ?? null,
        };
        state.negate = false;
        return;
      case "between":
        state.between = true;
        return;
      case "extreme":
        this.extreme(unit, mark);
        return;
      case "ordered":
        this.push({
          ...this.base(unit.from, unit.to),
          kind: "extreme",
          dimension: null,
          isDescending: false,
          count: null,
          isCrowded: false,
          isOrder: true,
        });
        return;
      case "crowded":
        this.push({
          ...this.base(unit.from, unit.to),
          kind: "extreme",
          dimension: null,
          isDescending: mark.isDescending,
          count: state.count,
          isCrowded: true,
        });
        this.state.role = "with";
        return;
      case "free":
        if (this.lacks(unit)) return;
        this.push({ ...this.base(unit.from, unit.to), kind: "status", status: mark.kind });
        return;
      case "paid":
        this.push({
          ...this.base(unit.from, unit.to),
          isNegated: !this.state.negate,
          kind: "status",
          status: "free",
        });
        return;
      case "overdue":
      case "unfinished":
      case "unstarted":
        this.push({ ...this.base(unit.from, unit.to), kind: "status", status: mark.kind });
        return;
      case "last":
        if (this.refersTo(at + 1)) this.place = { from: -1, to: -1 };
        state.place = { from: -1, to: -1 };
        state.start ??= unit.from;
        return;
      case "next":
        this.extreme(unit, { kind: "extreme", dimension: "date", isDescending: false }, true);
        return;
      default:
        this.word(mark, unit, at);
    }
  }

  /** Whether days are said there, an article aside. */
  private isDays(at: number): boolean {
    const unit = this.units[at]?.kind === "filler" ? this.units[at + 1] : this.units[at];
    return unit?.kind === "said" && unit.said.kind === "days";
  }

  /** "nut free": what is said before it is not to be there. */
  private lacks(unit: Unit): boolean {
    const before = this.items.at(-1);
    if (before?.kind !== "named" || before.to !== unit.from || before.isPlural || before.choices[0]!.kind === "type")
      return false;
    this.items[this.items.length - 1] = { ...before, role: "with", isNegated: !before.isNegated };
    this.state.role = "asked";
    return true;
  }

  /** "finished completely": all of it is. */
  private lastWhole(): void {
    const before = this.items.at(-1);
    if (before?.kind === "named" && before.choices[0]!.kind === "value")
      this.items[this.items.length - 1] = { ...before, isAll: true };
    else this.state.isAll = true;
  }

  /** "when is that due?": what an earlier turn found, and no clause about what was said before. */
  private isPronoun(unit: Unit, at: number): boolean {
    const before = this.words.all[unit.from - 1]?.text ?? "";
    const next = this.units[at + 1];
    const isNoun = next?.kind === "senses" && next.senses[0]!.kind === "type";
    return this.text(unit) === "that" && BEFORE_PRONOUN.has(before) && !isNoun;
  }

  /** "under 20 dollars", "within 2 hours": before an amount it compares. */
  private measures(unit: Unit, at: number): boolean {
    const operator = AMOUNTS[this.text(unit)];
    const next = this.units[at + 1];
    const ahead = next?.kind === "filler" ? this.units[at + 2] : next;
    if (operator === undefined || ahead?.kind !== "said" || ahead.said.kind === "days" || ahead.said.kind === "time")
      return false;
    this.state.start ??= unit.from;
    this.state.operator = { operator, dimension: null };
    return true;
  }

  private extreme(unit: Unit, mark: Extract<Mark, { kind: "extreme" }>, isNext = false): void {
    const { state } = this;
    const next = this.units[this.units.indexOf(unit) + 1];
    const isTopCount = next?.kind === "said" && next.said.kind === "number" && !next.said.isOrdinal;
    const count = isTopCount && next.said.kind === "number" ? next.said.value : state.count;
    const kept = state.isEach;
    const ends = this.units[this.units.indexOf(unit) + (next?.kind === "senses" ? 2 : 1)];
    const isOrder =
      count === null && ends !== undefined && this.text(ends) === "first" && state.place === null && !isNext;
    if (isOrder) this.skipped.add(ends);
    this.push({
      ...this.base(unit.from, isTopCount || (isOrder && ends === next) ? next!.to : unit.to),
      kind: "extreme",
      dimension: mark.dimension,
      isDescending: mark.isDescending,
      count,
      isCrowded: false,
      isOrder,
      place: count === null ? state.place : null,
      isNext,
      isAge: AGES.has(this.text(unit)),
    });
    this.state.isEach = kept;
  }

  private word(mark: Mark, unit: Unit, at: number): void {
    const { state } = this;
    switch (mark.kind) {
      case "count":
        this.wants = "count";
        state.role = "asked";
        return;
      case "sum":
        if (this.wants !== "count") this.wants = "sum";
        return;
      case "mean":
        this.wants = "avg";
        return;
      case "each":
        state.isEach = true;
        if (this.items.length > 0) state.role = "in";
        return;
      case "all":
        state.isAll = true;
        return;
      case "wholly":
        this.lastWhole();
        return;
      case "distinct":
        this.isDistinct = true;
        return;
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
        if (this.measures(unit, at)) return;
        if (mark.kind === "in" && state.place !== null) {
          this.place = state.place;
          this.understood.push({ ...unit, from: state.start ?? unit.from });
          state.place = null;
        }
        if (this.items.length > 0 || this.wants !== "nodes" || mark.kind === "in")
          state.role = this.text(unit) === "'s" ? state.role : "in";
        return;
      case "after":
      case "before":
        state.role = mark.kind;
        return;
      case "and":
      case "or":
        state.joined = mark.kind;
        if (this.items.at(-1)?.isNegated === true && mark.kind === "or") state.negate = true;
        return;
      case "is":
        if (this.isPronoun(unit, at)) this.refers = true;
        else if (this.items.length > 0) state.role = "is";
        else if (this.text(unit).startsWith("who")) this.wantedOf("person", unit);
        return;
      case "yes-no":
        this.isYesNo ||= at < 2;
        if (this.items.length === 0) state.role = "asked";
        return;
      case "ask":
        this.asksWhat ||= at < 2 && this.text(unit).startsWith("what");
        if (this.items.length === 0 || this.items.every(({ role }) => role === "in")) state.role = "asked";
        return;
      case "wanted":
        this.wantedOf(mark.dimension, unit);
        return;
      case "refers":
        if (this.text(unit) === "it" && IMPERSONAL.has(this.words.all[unit.to]?.text ?? "")) return;
        // "dinners that have nuts in them": of the same sentence.
        if (this.items.length === 0 || this.markKind(at - 1) !== "in") this.refers = true;
        return;
      default:
        return;
    }
  }

  /** "how much work, in hours". */
  private isInTime = (): boolean =>
    this.words.all.some(({ text }, at, all) => TIMES.has(text) && all[at - 1]?.text === "in");

  /** "how", "where" … ask for an attribute where one says that. */
  private wantedOf(said: Dimension, unit: Unit): void {
    const isUncounted = said === "money" && measuresOf(this.lexicon, said).length === 0;
    const dimension = isUncounted && this.isInTime() ? "duration" : said;
    if (isUncounted && dimension === "duration") this.wants = "sum";
    if (this.wanted !== null || (this.items.length > 0 && dimension !== "time" && dimension !== "money")) return;
    if (dimension === "place") return;
    if (measuresOf(this.lexicon, dimension).length > 0 || dimension === "person") this.wanted = dimension;
    else this.understood.splice(this.understood.indexOf(unit), 1);
    this.state.role = "asked";
  }
}

/** Units of what "how much" asks for. */
const TIMES: ReadonlySet<string> = new Set(["hours", "minutes"]);
const VERBS: ReadonlySet<string> = new Set(["is", "are", "was", "were"]);
/** What stands for no node of the data. */
const UNSAID: ReadonlySet<string> = new Set("there any anything anyone anybody something".split(" "));

const BOUNDS: Readonly<Record<string, boolean>> = { max: true, min: false };
const MANY: ReadonlySet<string> = new Set(["those", "these", "them", "they", "ones"]);
const CLOSED: ReadonlySet<string> = new Set("is are was were does do did has have had can will any".split(" "));
const AGES: ReadonlySet<string> = new Set(["newest", "oldest", "most recent"]);
/** "is it going to rain?": nothing that was found is meant. */
const IMPERSONAL: ReadonlySet<string> = new Set("going rain raining snow snowing possible rains snows".split(" "));
const BEFORE_PRONOUN: ReadonlySet<string> = new Set(
  "is are was were 's does do did of for about with in on will can".split(" "),
);

/** Prepositions that compare where an amount follows. */
const AMOUNTS: Readonly<Record<string, string>> = { under: "<", within: "<=", inside: "<", in: "<=" };

const OPPOSITES: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=" };
const opposite = (operator: string): string => OPPOSITES[operator] ?? operator;
