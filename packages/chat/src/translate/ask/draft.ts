import type { Condition, Give, Pick } from "../intermediate.js";
import type { Dimension, Mark } from "../lexicon/closed.js";
import type { Reason, ReasonOf } from "../translation.js";
import { stemsIn, type Words } from "../words/words.js";
import { attributeText } from "../write/write.js";
import { COSTS } from "./costs.js";
import { type Measure, measuresOf } from "./dimensions.js";
import type { Antecedent, AttributeOf, Head, Placed } from "./form.js";
import type { Item, NameItem } from "./items.js";
import type { Lexicon, Sense } from "./senses.js";
import type { Relation } from "./world.js";

/** Factor of the strength of a date that only the noun of the things has a word of. */
const NOUN = 0.6;

/** The draft that rules build from the items of a request for one head: each uses up items or leaves them. */
export class Draft {
  readonly used = new Map<Item, string>();
  readonly placed: Placed[] = [];
  readonly negated = new Set<Item>();
  /** Denied items whose denial is in a condition. */
  readonly heeded = new Set<Item>();
  /** Names that one sense is settled of. */
  readonly settled = new Map<Item, Sense>();
  readonly picks = new Map<string, Pick>();
  give: Give = { kind: "nodes" };
  order: { key: string; isDescending: boolean } | null = null;
  range: readonly [number | null, number | null] = [null, null];
  isEach = false;
  /** The rule that is at work, for reasons. */
  rule: ReasonOf = "head";
  readonly reasons: Reason[] = [];
  types: readonly string[];
  isYesNo = false;

  constructor(
    readonly items: readonly Item[],
    readonly words: Words,
    readonly lexicon: Lexicon,
    readonly head: Head,
    readonly today: string,
    /** Senses that are not to be taken, for a reading beside the first. */
    readonly refused: ReadonlySet<Sense>,
    /** The earlier results that the request refers to; null for none. */
    readonly antecedent: Antecedent | null = null,
  ) {
    this.types = head.types;
    this.cost = head.cost;
    if (head.item !== null) this.used.set(head.item, head.types.join(" or "));
  }

  private costs = 0;

  get cost(): number {
    return this.costs;
  }

  set cost(cost: number) {
    const added = cost - this.costs;
    if (Math.abs(added) > 1e-9) this.reasons.push({ of: this.rule, cost: added });
    this.costs = cost;
  }

  get world() {
    return this.lexicon.world;
  }

  isFree = (item: Item | undefined): item is Item => item !== undefined && !this.used.has(item);

  at = (item: Item): number => this.items.indexOf(item);

  next = (item: Item, step = 1): Item | undefined => this.items[this.at(item) + step];

  marks = (kind: Mark["kind"]): Item[] =>
    this.items.filter((item) => item.kind === "mark" && item.mark.kind === kind && !this.used.has(item));

  isMark = (item: Item | undefined, ...kinds: readonly Mark["kind"][]): boolean =>
    item?.kind === "mark" && kinds.includes(item.mark.kind);

  /** True for a stem of a name of the data, or of a word that nothing knows. */
  names = (stem: string, except: Item | null = null): boolean =>
    this.items.some(
      (item) =>
        item !== except &&
        (item.kind === "name" || item.kind === "rest" || item.kind === "verb") &&
        this.words.all.slice(item.from, item.to).some((word) => word.stem === stem),
    );

  textOf = ({ from, to }: Item): string =>
    this.words.all
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");

  use(item: Item, meaning: string): void {
    this.used.set(item, meaning);
  }

  /** The relation of a type to the head, and its cost; null if unrelated. */
  reach(type: string): { readonly relation: Relation; readonly cost: number } | null {
    let best: { relation: Relation; cost: number } | null = null;
    for (const head of this.types) {
      const relation = this.world.relation(head, type);
      if (relation === null) continue;
      const cost = relation === "self" ? 0 : COSTS[relation];
      if (best === null || cost < best.cost) best = { relation, cost };
    }
    return best;
  }

  /** The sense of a name that suits the head best. */
  sense(item: NameItem, isWanted: (sense: Sense) => boolean = () => true): (Sense & { readonly cost: number }) | null {
    let best: (Sense & { cost: number }) | null = null;
    const settled = this.settled.get(item);
    for (const sense of settled === undefined ? item.senses : [settled]) {
      if (this.refused.has(sense) || !isWanted(sense)) continue;
      const reach = this.reach(sense.type);
      if (reach === null) continue;
      const cost = 0.45 * (1 - sense.strength) + reach.cost;
      if (best === null || cost < best.cost - 1e-9) best = { ...sense, cost };
    }
    return best;
  }

  place(type: string, condition: Condition, ...items: readonly Item[]): void {
    const denied = items.filter((item) => this.negated.has(item));
    for (const item of denied) this.heeded.add(item);
    const isNegated = denied.length > 0;
    const key = JSON.stringify(condition);
    const same = this.placed.filter((each) => each.type === type);
    if (same.some((each) => JSON.stringify(each.condition) === key && each.isNegated === isNegated)) return;
    this.placed.push({ type, condition, isNegated });
  }

  /** An attribute of a dimension that the head or what is around it has. */
  measure(
    dimension: Dimension,
    isWanted: (measure: Measure) => boolean = () => true,
  ): (Measure & { readonly cost: number }) | null {
    const measures = measuresOf(this.world, dimension).filter(isWanted);
    const named = dimension === "date" ? this.named(dimension) : null;
    return this.nearest(named !== null && isWanted(named) ? [named] : measures);
  }

  /** The attribute of a dimension that the request has a word of, as `exam_on` in "exams in May"; null for none or several. */
  named(dimension: Dimension): Measure | null {
    const measures = measuresOf(this.world, dimension).filter(({ type }) => this.types.includes(type));
    const isSaid = (measure: Measure, except: Item | null): boolean =>
      stemsIn(measure.attribute).some((stem) => this.names(stem, except));
    const [measure, other] = measures.filter((each) => isSaid(each, null));
    if (measure === undefined || other !== undefined) return null;
    // The noun of the things says little of their dates.
    const { head } = this;
    const isNoun = measures.length > 1 && head.reason === "named" && head.item !== null && !isSaid(measure, head.item);
    return isNoun ? { ...measure, strength: NOUN * measure.strength } : measure;
  }

  nearest(measures: readonly Measure[]): (Measure & { readonly cost: number }) | null {
    let best: (Measure & { cost: number }) | null = null;
    let isDouble = false;
    for (const measure of measures) {
      const reach = this.reach(measure.type);
      // A date of the root does not apply to its parts.
      if (reach === null || (reach.relation !== "self" && this.world.isRoot(measure.type))) continue;
      const cost = 0.45 * (1 - measure.strength) + (reach.relation === "below" ? COSTS.inferredBelow : reach.cost);
      if (best !== null && Math.abs(cost - best.cost) < 0.02) isDouble ||= measure.type === best.type;
      if (best === null || cost < best.cost - 1e-9) {
        isDouble = best !== null && best.type === measure.type && best.cost - cost < 0.02;
        best = { ...measure, cost };
      }
    }
    return best === null ? null : { ...best, cost: best.cost + (isDouble ? COSTS.secondMeasure : 0) };
  }

  /** A free name beside an item that may be an attribute of one of some kinds. */
  attributeBeside(
    item: Item,
    kinds: readonly string[] | null,
    steps: readonly number[],
  ): { item: NameItem; sense: Sense & { kind: "attribute"; cost: number } } | null {
    for (const step of steps) {
      const other = this.next(item, step);
      if (other?.kind !== "name" || !this.isFree(other)) continue;
      const sense = this.sense(
        other,
        (each) =>
          each.kind === "attribute" &&
          (kinds === null ||
            kinds.includes(this.world.kind(each.type, each.attribute)) ||
            (kinds.includes("date") && this.world.kind(each.type, each.attribute) === "year")),
      );
      if (sense !== null && sense.kind === "attribute") return { item: other, sense };
    }
    return null;
  }

  /** Carries a negation from an attribute to the value it is compared with: "not opened since May". */
  deny(from: Item, to: Item): void {
    if (!this.negated.has(from)) return;
    this.heeded.add(from);
    this.negated.add(to);
  }

  isKey = ({ type, attribute }: AttributeOf): boolean =>
    this.types.includes(type) && this.order?.key === attributeText(attribute, this.world);

  isSaid = ({ type, attribute }: AttributeOf): boolean =>
    this.placed.some(
      (each) => each.type === type && each.condition.kind === "compares" && each.condition.attribute === attribute,
    );
}
