import { kindOfType } from "@semantic-xpath/planner";
import { isStopWord, stemOf } from "@semantic-xpath/scorers";
import type { Ask, Condition, Give, Pick, Things } from "../intermediate.js";
import { finishedValues, firstValues, type Measure, measuresIn, measuresOf } from "../lexicon/dimensions.js";
import { contentStems } from "../lexicon/documentation.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Dimension } from "../words/marks.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { named, quoted, relative } from "../write/write.js";
import { comparison, conditionOf, negated } from "./conditions.js";
import type { Choice, Frame, Item } from "./items.js";
import type { Reference } from "./references.js";
import { Builder, fitOf, nearest, type Relation } from "./resolve.js";
import { peopleOf } from "./targets.js";

/** An intermediate query with how surely it is meant, and the items that it uses. */
export interface Interpretation {
  readonly ask: Ask;
  readonly confidence: number;
  readonly used: ReadonlyMap<Item, string>;
  /** "cost per day": the type of which an answer for each node is wanted; null: one answer is. */
  readonly perEach: string | null;
}

type NamedItem = Extract<Item, { kind: "named" }>;
export type Chosen = ReadonlyMap<NamedItem, Choice>;

/** What is asked for: its types and the attribute of them that is given. */
export interface Target {
  readonly types: readonly string[];
  readonly attribute: string | null;
  readonly head: NamedItem | null;
  readonly strength: number;
  /** A noun that says no more than that: "places" of restaurants. */
  readonly instead?: NamedItem;
  /** It is among nodes that an earlier turn found, or in them. */
  readonly among?: readonly string[];
  readonly inside?: Reference;
}

/** Reads a frame as one about a target, with one choice for each name; null where it can't be said. */
export function interpret(
  frame: Frame,
  chosen: Chosen,
  target: Target,
  lexicon: Lexicon,
  today: string,
): Interpretation | null {
  return new Interpreter(frame, chosen, target, lexicon, today).read();
}

class Interpreter {
  private readonly builder: Builder;
  private readonly used = new Map<Item, string>();
  private confidence: number;
  private pick: Pick | null = null;
  private beside: Things["beside"] | undefined;
  private perEach: string | null = null;
  private either: { attribute: string; conditions: Condition[] } | null = null;

  constructor(
    private readonly frame: Frame,
    private readonly chosen: Chosen,
    private readonly target: Target,
    private readonly lexicon: Lexicon,
    private readonly today: string,
  ) {
    this.builder = new Builder(target.types, lexicon);
    this.confidence = 0.97 * target.strength;
  }

  read(): Interpretation | null {
    const { items } = this.frame;
    if (this.target.instead !== undefined) this.use(this.target.instead, this.target.types.join(" or "));
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!;
      if (this.used.has(item)) continue;
      if (item.kind === "words" && !this.isCrowd(at)) continue;
      if (item.kind === "named") this.named(item, at);
      else if (item.kind === "measured") this.measured(item, at);
      else if (item.kind === "extreme") this.extreme(item, at);
      else if (item.kind === "status") this.status(item);
      else this.words(item);
    }
    // What is left may say more about what has been read by now.
    for (const item of items) if (item.kind === "words" && !this.used.has(item)) this.words(item);
    this.verbs();
    // "who" asks for somebody, and not for what is not one.
    if (this.frame.wanted === "person" && this.target.attribute === null && !this.isPeople()) this.confidence *= 0.5;
    const { place } = this.frame;
    if (place !== null && this.pick === null && !this.frame.refers)
      this.pick = { order: null, ...place, isEach: this.frame.isEach };
    if (place !== null && this.target.head !== null && !this.builder.hasScope) this.confidence *= 0.5;
    const of = this.things();
    if (!this.isEachDeepest(of)) this.confidence *= 0.5;
    const give = this.give();
    // How much there is of what is only more or less so has no answer.
    if (give?.kind === "count" && of.conditions.some(({ kind }) => kind === "graded")) this.confidence *= 0.5;
    if (give === null) return null;
    return { ask: { give, of }, confidence: this.confidence, used: this.used, perEach: this.perEach };
  }

  private isCrowd(at: number): boolean {
    const before = this.frame.items[at - 1];
    return before?.kind === "extreme" && before.isCrowded;
  }

  /** One does what a verb says with what it is about: where that is not what is found, something else was meant. */
  private verbs(): void {
    const { head, attribute, types } = this.target;
    if (head !== null || attribute !== null || this.target.among !== undefined) return;
    for (const verb of this.frame.verbs)
      if (!verb.types.some((type) => types.includes(type) || this.isSaid(type))) this.confidence *= OTHER_VERB;
  }

  /** Whether a condition is about nodes of a type. */
  private isSaid = (type: string): boolean =>
    [...this.chosen.values()].some(({ kind, types }) => kind === "value" && types.includes(type));

  /** Whether a choice "of each day" is made in the days, and not in each of what is in them. */
  private isEachDeepest({ pick, within }: Things): boolean {
    if (pick?.isEach !== true || within === null) return true;
    const each = this.frame.items.find((item) => item.kind === "named" && item.isEach);
    return each?.kind !== "named" || within.types.some((type) => this.chosen.get(each)?.types.includes(type));
  }

  private use(item: Item, meaning: string): void {
    this.used.set(item, meaning);
  }

  private things(): Things {
    const { types, among } = this.target;
    return {
      types,
      ...(among !== undefined && { among }),
      within: this.beside === undefined ? this.within() : null,
      conditions: this.builder.own,
      pick: this.pick,
      ...(this.beside !== undefined && {
        beside: { ...this.beside, things: { ...this.beside.things, within: this.within() } },
      }),
    };
  }

  /** What they are in, and that in what an earlier turn found. */
  private within(): Things | null {
    const { inside } = this.target;
    if (inside === undefined) return this.builder.within();
    const { types, paths } = inside;
    return this.builder.within({ types, within: null, conditions: [], pick: null, among: paths });
  }

  private give(): Give | null {
    const { wants, wanted, isDistinct } = this.frame;
    const { attribute, head, types } = this.target;
    if (attribute === null) {
      if (this.frame.asksIf) return this.whether();
      if (wants === "sum" || wants === "avg") return null;
      return wants === "count" ? { kind: "count" } : { kind: "nodes" };
    }
    if (wants === "count") {
      const isNumber = this.kindOf(types[0]!, attribute) === "number";
      if (isNumber && this.namesOne()) return { kind: "values", attribute, isDistinct: false };
      return isNumber ? { kind: "compute", by: "sum", attribute } : { kind: "count" };
    }
    if (wants !== "nodes") return { kind: "compute", by: wants, attribute };
    const subject = this.frame.items.find((item) => item.kind === "named" && item.role === "asked");
    const isMany = subject?.kind === "named" && (subject.isAll || subject.isPlural);
    const isWhole = head === null && this.builder.own.length === 0;
    if (wanted === "money" && this.pick === null && (isMany || isWhole))
      return { kind: "compute", by: "sum", attribute };
    const asked = this.frame.items.find(
      (item) => item.kind === "named" && this.chosen.get(item)?.attribute === attribute,
    );
    const isList =
      asked?.kind === "named" &&
      asked.isPlural &&
      this.pick === null &&
      !this.isNumeric(types[0]!, attribute) &&
      !this.isOfRoot();
    return { kind: "values", attribute, isDistinct: isDistinct || (isList && head === null) };
  }

  private isPeople = (): boolean => {
    const people = peopleOf(this.lexicon);
    return this.target.types.some((type) => people.includes(type));
  };

  private isOfRoot = (): boolean => this.target.types.every((type) => this.lexicon.schema.roots.includes(type));

  /** "is the museum on day 2 free?": of one it is so or not; of several it may be so of some. */
  private whether(): Give {
    const { among } = this.target;
    const isOne =
      among?.length === 1 ||
      this.namesOne() ||
      this.frame.items.some((item) => item.kind === "named" && item.place !== null);
    const isMany = this.frame.items.some(
      (item) => item.kind === "named" && item.role === "asked" && (item.isPlural || item.isAll),
    );
    if (!isOne || isMany) this.confidence *= 0.5;
    // "is the cake ordered?" of what is called so: that it is there says nothing.
    if (this.namesOne() && this.saysOnlyNames()) return { kind: "nodes" };
    if (this.builder.own.some(isGraded)) this.confidence *= 0.5;
    return { kind: "exists" };
  }

  private saysOnlyNames = (): boolean =>
    this.frame.items.every((item) => {
      const choice = item.kind === "named" ? this.chosen.get(item)! : null;
      return choice !== null && (choice.kind === "type" || LABELS.has(choice.attribute));
    });

  /** Whether what is asked about is called by its name. */
  private namesOne = (): boolean =>
    [...this.chosen].some(
      ([, { test, types }]) =>
        test !== null &&
        "is" in test &&
        test.is.length === 1 &&
        test.is[0]!.includes(" ") &&
        types.some((type) => this.target.types.includes(type)),
    );

  private kindOf = (type: string, attribute: string): string =>
    kindOfType(this.lexicon.schema.types[type]?.attributes[attribute]?.type ?? "string");

  private named(item: NamedItem, at: number): void {
    const choice = this.chosen.get(item)!;
    this.confidence *= 0.7 + 0.3 * choice.strength;
    if (choice.kind === "attribute" && item.isEach && this.isOneAnswer()) {
      this.confidence *= 0.4;
      this.perEach = choice.attribute;
    }
    if (choice.kind === "attribute" && this.isSaidByValue(choice, at)) {
      this.use(item, `@${choice.attribute}`);
      return;
    }
    if (item === this.target.head && choice.kind === "type") {
      this.use(item, this.target.types.join(" or "));
      this.place(item);
      return;
    }
    if (item.role === "after" || item.role === "before") {
      this.next(item, choice);
      return;
    }
    if (choice.kind === "attribute" && this.isAsked(choice)) {
      this.use(item, `@${choice.attribute}`);
      return;
    }
    if (choice.kind === "attribute" && this.comparesWithNext(item, choice, at)) return;
    const { relation, types } = nearest(choice.types, this.target.types, this.lexicon);
    if (relation === "beside" && isWide(item, choice)) {
      this.use(item, this.target.types.join(" or "));
      this.confidence *= WIDE_FIT;
      return;
    }
    this.confidence *= fitOf(relation);
    if (relation === "beside") return;
    // What also says something of what is asked for says that.
    if (relation !== "self" && choice.kind === "value" && this.mayBeOwn(item)) this.confidence *= 0.75;
    if (choice.kind === "attribute" && item.role !== "with" && !item.isNegated && this.isAlwaysThere(choice)) {
      this.use(item, `@${choice.attribute}`);
      if (!this.isOrderedNext(at)) this.confidence *= 0.8;
      return;
    }
    if (choice.kind === "type") this.type(item, types, relation);
    else this.condition(item, choice, types, relation);
  }

  private mayBeOwn = ({ choices }: NamedItem): boolean =>
    choices.some(
      ({ kind, types, strength }) =>
        kind === "value" && strength >= 0.95 && types.some((type) => this.target.types.includes(type)),
    );

  /** "French food": the value beside it is one of the attribute. */
  private isSaidByValue({ attribute }: Choice, at: number): boolean {
    return [this.frame.items[at - 1], this.frame.items[at + 1]].some((other) => {
      const choice = other?.kind === "named" ? this.chosen.get(other)! : null;
      return choice?.kind === "value" && choice.attribute === attribute;
    });
  }

  /** Of what all nodes have it says nothing that there is one. */
  private isAlwaysThere = ({ types, attribute }: Choice, isTruth = false): boolean =>
    (isTruth || this.kindOf(types[0]!, attribute) !== "boolean") &&
    this.lexicon.schema.types[types[0]!]!.attributes[attribute]!.required;

  /** "costs the most": what comes next orders by it. */
  private isOrderedNext(at: number): boolean {
    const next = this.frame.items[at + 1];
    return next?.kind === "extreme" && next.dimension === null;
  }

  private isAsked = ({ attribute, types }: Choice): boolean =>
    attribute === this.target.attribute && types.some((type) => this.target.types.includes(type));

  /** Places of the head: of each of those that it is in, or of all. */
  private place({ place, isEach }: NamedItem): void {
    if (place === null) return;
    this.pick = { order: null, ...place, isEach: this.frame.isEach && !isEach };
  }

  private type(item: NamedItem, types: readonly string[], relation: "self" | "above" | "below"): void {
    const [type] = types as [string];
    this.use(item, types.join(" or "));
    if (relation === "above") {
      if (item.isEach && this.isOneAnswer()) {
        this.confidence *= 0.4;
        this.perEach = type;
      }
      if (item.place !== null) this.builder.scope(type).pick = { order: null, ...item.place, isEach: false };
      else if (item.isEach) this.builder.scope(type);
      return;
    }
    if (relation === "below" && this.saysMore(item, types)) return;
    if (relation === "self") {
      if (item.place !== null) this.pick ??= { order: null, ...item.place, isEach: false };
      return;
    }
    const things: Things = { types, within: null, conditions: [], pick: null };
    const has: Condition = item.counted === null ? { kind: "has", things } : { kind: "has", things, ...item.counted };
    this.builder.own.push(item.isNegated ? negated(has) : has);
  }

  /** A number of all of them: how many, how much, or on average. */
  private isOneAnswer(): boolean {
    const { attribute, head, types } = this.target;
    if (this.frame.wants !== "nodes") return true;
    return attribute !== null && head === null && this.isNumeric(types[0]!, attribute);
  }

  /** "without blocked tasks": a condition before it is about the same. */
  private saysMore(item: NamedItem, types: readonly string[]): boolean {
    const before = this.frame.items[this.frame.items.indexOf(item) - 1];
    const choice = before?.kind === "named" ? this.chosen.get(before)! : null;
    if (before === undefined || choice === null || before.role !== item.role || choice.kind === "type") return false;
    return this.used.has(before) && choice.types.some((type) => types.includes(type));
  }

  private condition(
    item: NamedItem,
    choice: Choice,
    types: readonly string[],
    relation: "self" | "above" | "below",
  ): void {
    const condition = conditionOf(choice, this.lexicon);
    const said = `${types.join(" or ")} @${choice.attribute}`;
    this.use(item, said);
    if (item.place !== null && item === this.target.head) this.place(item);
    else if (item.place !== null && relation === "above")
      this.builder.scope(types[0]!).pick = { order: null, ...item.place, isEach: false };
    if (item.counted !== null && relation === "below") {
      const things: Things = { types, within: null, conditions: [condition], pick: null };
      this.builder.own.push({ kind: "has", things, ...item.counted });
      return;
    }
    const isUnsaid = this.target.head === null && this.frame.wanted !== "person";
    if (relation === "below" && (choice.kind === "attribute" || isUnsaid)) this.mayMeanInner(types);
    if ((item.isAll || (item.role === "is" && !item.isNegated && this.isOver(choice))) && relation === "below") {
      this.builder.own.push({ kind: "every", things: { types, within: null, conditions: [], pick: null }, condition });
      return;
    }
    // "rice and egg": of a list both; "museums and parks": of what is one of them either.
    const isBoth = item.joined === "and" && choice.test !== null && "has" in choice.test;
    if (item.joined !== null && !isBoth && this.joins(choice.attribute, condition, item.isNegated)) return;
    // "high protein lunches": more likely of the lunches than of who has them.
    if (relation !== "self" && item.text.split(" ").some((word) => VAGUE.has(word))) this.confidence *= 0.6;
    if (item.isNegated && relation === "below") {
      this.builder.own.push(
        negated({ kind: "has", things: { types, within: null, conditions: [condition], pick: null } }),
      );
      return;
    }
    if (item.isNegated && condition.kind === "present" && this.isNumeric(types[0]!, choice.attribute)) {
      this.builder.add({ kind: "compares", attribute: choice.attribute, operator: "=", value: "0" }, relation, types);
      return;
    }
    const whole: Condition = item.isNegated ? negated(condition, this.isAlwaysThere(choice, true)) : condition;
    const list: { kind: "either"; conditions: Condition[] } = { kind: "either", conditions: [whole] };
    const open = item.isNegated ? null : { attribute: choice.attribute, conditions: list.conditions };
    this.builder.add(open === null ? whole : list, relation, types);
    this.either = open;
  }

  /** "projects that are finished": all that is in them is. */
  private isOver({ attribute, types, test }: Choice): boolean {
    if (test === null || !("is" in test)) return false;
    return finishedValues(this.lexicon).some(
      (finished) =>
        finished.attribute === attribute &&
        types.includes(finished.type) &&
        test.is.every((value) => finished.values.includes(value)),
    );
  }

  /** "meals under 15 minutes": meals with such an option, or such options? Only where what is in them is named it is clear. */
  private mayMeanInner(types: readonly string[]): void {
    const isNamed = [...this.chosen.values()].some(
      (choice) => choice.kind === "type" && choice.types.some((type) => types.includes(type)),
    );
    if (!isNamed) this.confidence *= 0.55;
  }

  /** "museum or park", "museums and parks": one of both. */
  private joins(attribute: string, condition: Condition, isNegated: boolean): boolean {
    if (this.either === null || isNegated || this.either.attribute !== attribute) return false;
    this.either.conditions.push(condition);
    return true;
  }

  /** What comes after something among its siblings: the next one, or all of a type that is named. */
  private next(item: NamedItem, choice: Choice): void {
    const { head } = this.target;
    if (choice.kind === "attribute") return;
    const types = choice.types;
    const conditions = choice.kind === "value" ? [conditionOf(choice, this.lexicon)] : [];
    const pick = item.place === null ? null : { order: null, ...item.place, isEach: false };
    const things: Things = { types, within: null, conditions, pick };
    this.use(item, `${item.role} ${types.join(" or ")}`);
    this.beside = { things, direction: item.role as "after" | "before" };
    if (head === null) this.pick = { order: null, from: 1, to: 1, isEach: true };
  }

  /** "rating above 4.5": the attribute is said before what it compares with. */
  private comparesWithNext(item: NamedItem, choice: Choice, at: number): boolean {
    for (const place of [at + 1, at - 1]) {
      const other = this.frame.items[place];
      if (other?.kind !== "measured" || this.used.has(other)) continue;
      if (
        this.compare(
          other,
          choice.types.map((type) => ({ type, attribute: choice.attribute, strength: choice.strength })),
        )
      ) {
        this.use(item, `@${choice.attribute}`);
        return true;
      }
    }
    const extreme = this.frame.items[at - 1] ?? null;
    return extreme?.kind === "extreme" && this.used.has(extreme);
  }

  private measured(item: Extract<Item, { kind: "measured" }>, at: number): void {
    const following = this.frame.items[at + 1];
    const preceding = this.frame.items[at - 1];
    for (const other of [following, preceding]) {
      if (other?.kind !== "named") continue;
      const choice = this.chosen.get(other)!;
      if (choice.kind !== "attribute" || this.isAsked(choice)) continue;
      const measures = choice.types.map((type) => ({ type, attribute: choice.attribute, strength: choice.strength }));
      if (!this.compare(item, measures)) continue;
      this.use(other, `@${choice.attribute}`);
      return;
    }
    const byUnit =
      item.said.kind === "number" && item.said.unit !== undefined ? measuresIn(this.lexicon, item.said.unit) : [];
    if (byUnit.length > 0 && new Set(byUnit.map(({ attribute }) => attribute)).size === 1 && this.compare(item, byUnit))
      return;
    const dimension = item.dimension ?? DIMENSION_OF[item.said.kind];
    if (dimension === null || !this.compare(item, measuresOf(this.lexicon, dimension))) this.confidence *= 0.5;
  }

  private compare(item: Extract<Item, { kind: "measured" }>, measures: readonly Measure[]): boolean {
    const options = measures
      .map((measure) => ({ measure, ...nearest([measure.type], this.target.types, this.lexicon) }))
      .filter(({ relation }) => relation !== "beside")
      .sort((a, b) => this.nearness(b.relation, b.measure) - this.nearness(a.relation, a.measure));
    for (const { measure, relation } of options) {
      const conditions = this.comparisons(item, measure, relation);
      if (conditions === null) continue;
      for (const condition of conditions)
        this.builder.add(item.isNegated ? negated(condition) : condition, relation, [measure.type]);
      this.use(item, `@${measure.attribute}`);
      this.confidence *= fitOf(relation);
      if (relation === "below") this.mayMeanInner([measure.type]);
      return true;
    }
    return false;
  }

  /** What is said of days is said of the nearest, and not of the whole. */
  private nearness = (relation: Relation, { type, strength }: Measure): number =>
    fitOf(relation) * strength * (relation === "above" && this.lexicon.schema.roots.includes(type) ? 0.8 : 1);

  private comparisons(
    item: Extract<Item, { kind: "measured" }>,
    { type, attribute }: Measure,
    relation: string,
  ): Condition[] | null {
    const { said, upTo } = item;
    if (
      said.kind === "days" &&
      said.weekday !== undefined &&
      item.operator === "=" &&
      (relation === "above" || this.contains(type))
    )
      return [{ kind: "compares", attribute, part: "weekday", operator: "=", value: quoted(said.weekday) }];
    const one = comparison(this.lexicon, type, attribute, item.operator, said);
    if (one === null) return null;
    const others = item.others
      .map((said) => comparison(this.lexicon, type, attribute, item.operator, said))
      .filter((each) => each !== null);
    if (others.length > 0) return [{ kind: "either", conditions: [one, ...others] }];
    if (upTo === null) return [one];
    const other = comparison(
      this.lexicon,
      type,
      attribute,
      upTo.kind === "time" ? "<" : "<=",
      upTo.kind === "number" || upTo.kind === said.kind ? ({ ...said, ...upTo, kind: said.kind } as typeof said) : upTo,
    );
    return other === null ? null : [one, other];
  }

  private contains = (type: string): boolean =>
    Object.values(this.lexicon.schema.types[type]!.children).some(({ min }) => min > 0);

  private extreme(item: Extract<Item, { kind: "extreme" }>, at: number): void {
    const key = item.isCrowded ? this.crowd(item, at) : this.keyOf(item, at);
    if (key === null) {
      this.confidence *= 0.4;
      return;
    }
    this.use(item, `order by ${key}`);
    if (item.isNext === true) this.stillToCome();
    if (item.isAge === true && this.isLimit(key)) this.confidence *= 0.5;
    const { head } = this.target;
    const isMany = head?.isPlural === true && item.count === null && head.place === null;
    const place = item.place ?? head?.place ?? null;
    const from = place?.from ?? 1;
    const to = item.count ?? place?.to ?? 1;
    const order = { key, isDescending: item.isDescending };
    if (item.isOrder === true) {
      this.pick = { order, from: null, to: null, isEach: this.frame.isEach };
      return;
    }
    this.pick = { order, from: isMany && item.dimension === "date" ? null : from, to, isEach: this.frame.isEach };
    if (isMany) this.confidence *= 0.75;
  }

  /** "the next deadline": of what is not finished, or not past. */
  private stillToCome(): void {
    const open = this.unfinished();
    if (open?.types.some((type) => this.target.types.includes(type)) === true) {
      if (!this.frame.items.some(({ kind }) => kind === "status")) this.addNear(open.condition, open.types);
      return;
    }
    const [date] = measuresOf(this.lexicon, "date").filter(({ type }) => this.target.types.includes(type));
    if (date !== undefined)
      this.builder.own.push({
        kind: "compares",
        attribute: date.attribute,
        operator: ">=",
        value: quoted(this.today),
      });
  }

  /** What has to be done by a day is not new or old by it. */
  private isLimit(key: string): boolean {
    const limits = new Set(["deadline", "due", "end", "until", "expir"].map((word) => stemsIn(word)[0]!));
    return this.target.types.some((type) =>
      Object.entries(this.lexicon.schema.types[type]?.attributes ?? {}).some(
        ([attribute, { aliases = [] }]) =>
          key.includes(named(attribute)) && [attribute, ...aliases].flatMap(stemsIn).some((stem) => limits.has(stem)),
      ),
    );
  }

  /** The value by which a superlative orders: an attribute that is said after it, a count, or one of its dimension. */
  private keyOf(item: Extract<Item, { kind: "extreme" }>, at: number): string | null {
    const next = this.frame.items[at + 1];
    if (next?.kind === "status" && item.dimension === null) return this.counted(at + 1);
    if (next?.kind === "named") {
      const choice = this.chosen.get(next)!;
      const { relation, types } = nearest(choice.types, this.target.types, this.lexicon);
      if (choice.kind === "attribute" && relation === "self" && this.isOrdered(types[0]!, choice.attribute)) {
        this.use(next, `@${choice.attribute}`);
        return `@${named(choice.attribute)}`;
      }
      if (choice.kind === "attribute" && relation === "below" && this.isNumeric(types[0]!, choice.attribute)) {
        this.use(next, `@${choice.attribute}`);
        return `sum(${this.below(types, [])}/@${named(choice.attribute)})`;
      }
      if (item.dimension === null && choice.kind === "type" && choice.strength < SURE_NAME) {
        const key = this.documented(next);
        if (key !== null) return key;
      }
      if (relation === "below" && item.dimension === null && choice.kind !== "attribute") return this.counted(at + 1);
    }
    const before = this.frame.items[at - 1];
    const said = before?.kind === "named" ? this.chosen.get(before)! : null;
    if (item.dimension === null && said?.kind === "attribute")
      return this.measureKey(said.types.map((type) => ({ type, attribute: said.attribute, strength: said.strength })));
    const { dimension } = item;
    if (dimension === null) return next?.kind === "words" ? this.documented(next) : null;
    return this.measureKey(measuresOf(this.lexicon, dimension));
  }

  /** "the most work": an attribute whose documentation has the word. */
  private documented(item: Extract<Item, { kind: "words" | "named" }>): string | null {
    const said = new Set(stemsIn(item.text));
    for (const type of this.target.types) {
      for (const [attribute, { documentation = "" }] of Object.entries(this.lexicon.schema.types[type]!.attributes)) {
        if (!this.isNumeric(type, attribute) || !contentStems(documentation).some((stem) => said.has(stem))) continue;
        this.use(item, `@${attribute}`);
        this.confidence *= 0.9;
        return `@${named(attribute)}`;
      }
    }
    return null;
  }

  private measureKey(measures: readonly Measure[]): string | null {
    const self = measures.find(({ type }) => this.target.types.includes(type));
    if (self !== undefined) {
      const kind = this.kindOf(self.type, self.attribute);
      const isInterval = kind === "interval";
      // A day that begins earliest is not the first one.
      if (
        kind === "date" &&
        measures.some(
          ({ type, strength }) =>
            strength > self.strength && nearest([type], this.target.types, this.lexicon).relation === "below",
        )
      )
        this.confidence *= 0.5;
      return isInterval ? `start(@${named(self.attribute)})` : `@${named(self.attribute)}`;
    }
    const below = measures.filter(({ type }) => nearest([type], this.target.types, this.lexicon).relation === "below");
    const [first] = below;
    if (first === undefined || !this.isNumeric(first.type, first.attribute)) return null;
    const types = below.filter(({ attribute }) => attribute === first.attribute).map(({ type }) => type);
    this.confidence *= 0.9;
    return `sum(${this.below(types, [])}/@${named(first.attribute)})`;
  }

  private isOrdered = (type: string, attribute: string): boolean =>
    this.isNumeric(type, attribute) || ["date", "dateTime", "time"].includes(this.kindOf(type, attribute));

  private isNumeric = (type: string, attribute: string): boolean =>
    ["number", "money", "quantity", "duration"].includes(this.kindOf(type, attribute));

  private below = (types: readonly string[], conditions: readonly Condition[]): string =>
    relative({ types, within: null, conditions, pick: null }, this.lexicon.schema);

  /** How many there are of what is said from a place on. */
  private counted(at: number): string | null {
    let types: readonly string[] | null = null;
    const conditions: Condition[] = [];
    for (let place = at; place < this.frame.items.length; place++) {
      const item = this.frame.items[place]!;
      if (item.kind === "status" && types === null) {
        const open =
          item.status === "overdue" ? this.overdue() : item.status === "unfinished" ? this.unfinished() : null;
        if (open === null) break;
        types = open.types;
        conditions.push(open.condition);
        this.use(item, item.status === "overdue" ? "past its date and not finished" : "not finished");
        continue;
      }
      if (item.kind !== "named" || (place > at && item.role === "in")) break;
      const choice = this.chosen.get(item)!;
      const below = nearest(choice.types, this.target.types, this.lexicon);
      if (below.relation !== "below") break;
      types ??= below.types;
      if (choice.kind === "type") types = below.types;
      else
        conditions.push(
          item.isNegated ? negated(conditionOf(choice, this.lexicon)) : conditionOf(choice, this.lexicon),
        );
      this.use(item, "counted");
    }
    return types === null ? null : `count(${this.below(types, conditions)})`;
  }

  /** The mean of relevance over what is in it, where only words say with what; else how many there are. */
  private crowd(_item: Item, at: number): string | null {
    const counted = this.counted(at + 1);
    if (counted !== null) return counted;
    const { schema } = this.lexicon;
    const children = this.target.types.flatMap((type) => Object.keys(schema.types[type]?.children ?? {}));
    if (children.length === 0) return null;
    const next = this.frame.items[at + 1];
    if (next?.kind !== "words") return "count(/*)";
    return null;
  }

  private unfinished(): { types: string[]; condition: Condition } | null {
    const finished = finishedValues(this.lexicon).filter(
      ({ type }) => nearest([type], this.target.types, this.lexicon).relation !== "beside",
    );
    const [first] = finished;
    if (first === undefined) return null;
    const conditions = first.values.map(
      (value): Condition => ({ kind: "compares", attribute: first.attribute, operator: "!=", value: quoted(value) }),
    );
    return { types: [first.type], condition: conditions.length === 1 ? conditions[0]! : { kind: "both", conditions } };
  }

  private status(item: Extract<Item, { kind: "status" }>): void {
    if (item.status === "free") {
      this.freeOfCharge(item);
      return;
    }
    if (item.status === "unstarted") {
      this.unstarted(item);
      return;
    }
    const open = this.unfinished();
    if (item.status === "unfinished") {
      if (open === null) {
        this.confidence *= 0.7;
        return;
      }
      this.addNear(item.isNegated ? negated(open.condition) : open.condition, open.types);
      this.use(item, "not finished");
      return;
    }
    const past = this.overdue();
    if (past === null) {
      this.confidence *= 0.3;
      return;
    }
    this.addNear(item.isNegated ? negated(past.condition) : past.condition, past.types);
    this.use(item, "past its date and not finished");
  }

  /** What has a date that is past, and is not finished. */
  private overdue(): { types: string[]; condition: Condition } | null {
    const open = this.unfinished();
    const dates = measuresOf(this.lexicon, "date");
    const deadline =
      dates.find(({ type }) => this.target.types.includes(type)) ??
      dates.find(({ type }) => nearest([type], this.target.types, this.lexicon).relation === "below");
    if (deadline === undefined) return null;
    const past: Condition = {
      kind: "compares",
      attribute: deadline.attribute,
      operator: "<",
      value: quoted(this.today),
    };
    const whole: Condition = open?.types.includes(deadline.type)
      ? { kind: "both", conditions: [open.condition, past] }
      : past;
    return { types: [deadline.type], condition: whole };
  }

  private unstarted(item: Item): void {
    const [first] = firstValues(this.lexicon).filter(
      ({ type }) => nearest([type], this.target.types, this.lexicon).relation !== "beside",
    );
    if (first === undefined) {
      this.confidence *= 0.3;
      return;
    }
    const condition: Condition = {
      kind: "compares",
      attribute: first.attribute,
      operator: "=",
      value: quoted(first.value),
    };
    this.addNear(item.isNegated ? negated(condition) : condition, [first.type]);
    this.use(item, "not started");
  }

  private addNear(condition: Condition, types: readonly string[]): void {
    const { relation, types: some } = nearest(types, this.target.types, this.lexicon);
    this.confidence *= fitOf(relation);
    if (relation !== "beside") this.builder.add(condition, relation, some);
  }

  private freeOfCharge(item: Item): void {
    const [cost] = measuresOf(this.lexicon, "money").filter(({ type }) => this.target.types.includes(type));
    if (cost === undefined) {
      this.confidence *= 0.4;
      return;
    }
    this.builder.own.push({
      kind: "compares",
      attribute: cost.attribute,
      operator: item.isNegated ? ">" : "=",
      value: "0",
    });
    this.use(item, `@${cost.attribute} = 0`);
  }

  /** "quick, under 30 minutes", "75 minutes of cooking": words for what is compared or ordered already. */
  private isExplained(item: Extract<Item, { kind: "words" }>): boolean {
    const words = wordsIn(item.text).filter((word) => !isStopWord(word));
    if (words.length === 0 || item.isNegated) return false;
    const measured = [...this.used.keys()].some(({ kind }) => kind === "measured" || kind === "extreme");
    return words.every((word) => {
      const dimension = VAGUE.get(word);
      const isVague =
        dimension !== undefined &&
        measured &&
        (dimension === null ||
          measuresOf(this.lexicon, dimension).some(({ attribute }) => this.attributes.has(attribute)));
      return isVague || [...this.attributes].some((attribute) => this.isSaidOf(attribute, stemOf(word)));
    });
  }

  /** Whether a word is in another name of an attribute. */
  private isSaidOf(attribute: string, stem: string): boolean {
    return Object.values(this.lexicon.schema.types).some(({ attributes }) =>
      [attribute, ...(attributes[attribute]?.aliases ?? [])].flatMap(stemsIn).includes(stem),
    );
  }

  /** The attributes that conditions, orders and what is given are about. */
  private get attributes(): ReadonlySet<string> {
    const { attribute } = this.target;
    const said = [...this.used.values()].flatMap((meaning) =>
      [...meaning.matchAll(/@"?([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map(([, name]) => name!),
    );
    return new Set(attribute === null ? said : [...said, attribute]);
  }

  /** What is known neither to the schema nor as a name of the data is a wish. */
  private words(item: Extract<Item, { kind: "words" }>): void {
    const at = this.frame.items.indexOf(item);
    const before = this.frame.items[at - 1];
    const isNoun = before?.kind === "named" && before.to === item.from && /^\p{L}+s$/u.test(item.text);
    if (isNoun && this.chosen.get(before)?.kind === "value") {
      this.use(item, "what these are");
      this.confidence *= 0.95;
      return;
    }
    const { schema } = this.lexicon;
    if (this.isExplained(item)) {
      this.use(item, "said by another condition");
      this.confidence *= 0.97;
      return;
    }
    this.confidence *= VAGUE.has(item.text.toLowerCase()) ? 0.45 : 0.72;
    if (item.isNegated) this.confidence *= 0.6;
    if (before?.kind === "extreme" && before.isCrowded) {
      const types = this.target.types.flatMap((type) => Object.keys(schema.types[type]?.children ?? {}));
      const things: Things = {
        types: [...new Set(types)],
        within: null,
        conditions: [{ kind: "graded", target: "node", text: item.text }],
        pick: null,
      };
      this.builder.own.push({ kind: "mean", things });
      this.pick = { order: null, from: 1, to: before.count ?? 1, isEach: false };
      this.use(before, "the mean over what is in it");
      this.use(item, `node =~ ${quoted(item.text)}`);
      this.confidence /= 0.4;
      return;
    }
    const known = stemsIn(item.text).filter((stem) => !isStopWord(stem));
    const isKnown = (stem: string) =>
      this.target.types.some(
        (type) => this.lexicon.words.saysInProse(type, stem) || this.lexicon.words.has(type, stem),
      );
    if (!known.some(isKnown)) this.confidence *= 0.6;
    const graded: Condition = { kind: "graded", target: "node", text: item.text };
    this.builder.own.push(item.isNegated ? negated(graded) : graded);
    this.use(item, `node =~ ${quoted(item.text)}`);
  }
}

const LABELS: ReadonlySet<string> = new Set(["name", "title", "label", "subject", "heading"]);
const isGraded = (condition: Condition): boolean =>
  condition.kind === "graded" || (condition.kind === "not" && isGraded(condition.condition));

/** A reading in which a verb is about nothing that is found. */
const OTHER_VERB = 0.55;
/** Nouns for anything that there is: "the places where we have lunch" are restaurants. */
const WIDE: ReadonlySet<string> = new Set(
  "place places spot spots thing things location locations item items".split(" "),
);
const WIDE_FIT = 0.9;
export const isWide = ({ text }: { readonly text: string }, { kind }: Choice): boolean =>
  kind === "type" && WIDE.has(text);

/** A name at least so sure is what it says, before anything else that it may mean. */
const SURE_NAME = 0.8;

/** Words that compare with something that is not said. */
const VAGUE: ReadonlyMap<string, Dimension | null> = new Map(
  (
    [
      ["duration", "quick quickly fast long short brief"],
      ["money", "cheap expensive affordable pricey"],
      ["time", "early late"],
      ["rating", "good bad great nice"],
      ["priority", "urgent important"],
      ["weight", "light heavy"],
      ["size", "big small"],
      [null, "low high"],
      ["place", "near far close"],
      ["reason", "healthy easy hard fancy fun interesting"],
    ] as const
  ).flatMap(([dimension, words]) => words.split(" ").map((word) => [word, dimension] as const)),
);

const DIMENSION_OF = {
  number: null,
  money: "money",
  duration: "duration",
  time: "time",
  days: "date",
  hours: "time",
} as const;
