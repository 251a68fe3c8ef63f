import { kindOfType } from "@semantic-xpath/planner";
import type { Condition, Pick, Things } from "../intermediate.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Choice, Frame, Item } from "./items.js";
import { Builder, fitOf, nearest, type Relation } from "./resolve.js";
import type { Chosen, Target } from "./target.js";

/** What a frame has been read as so far: conditions, order and place of what is asked for, and how surely. */
export class Sketch {
  readonly builder: Builder;
  /** The items that are read, and as what. */
  readonly used = new Map<Item, string>();
  confidence: number;
  pick: Pick | null = null;
  beside: Things["beside"] | undefined;
  perEach: string | null = null;
  /** Conditions on one attribute of which one is enough; "or" adds to them. */
  either: { attribute: string; conditions: Condition[] } | null = null;

  constructor(
    readonly frame: Frame,
    readonly chosen: Chosen,
    readonly target: Target,
    readonly lexicon: Lexicon,
    readonly today: string,
  ) {
    this.builder = new Builder(target.types, lexicon);
    this.confidence = 0.97 * target.strength;
  }

  use(item: Item, meaning: string): void {
    this.used.set(item, meaning);
  }

  kindOf = (type: string, attribute: string): string =>
    kindOfType(this.lexicon.schema.types[type]?.attributes[attribute]?.type ?? "string");

  isNumeric = (type: string, attribute: string): boolean =>
    ["number", "money", "quantity", "duration"].includes(this.kindOf(type, attribute));

  isOrdered = (type: string, attribute: string): boolean =>
    this.isNumeric(type, attribute) || ["date", "dateTime", "time"].includes(this.kindOf(type, attribute));

  isAsked = ({ attribute, types }: Choice): boolean =>
    attribute === this.target.attribute && types.some((type) => this.target.types.includes(type));

  /** Where a type is, seen from what is asked for. */
  relationOf = (type: string): Relation => nearest([type], this.target.types, this.lexicon).relation;

  /** Whether a condition is about nodes of a type. */
  isSaid = (type: string): boolean =>
    [...this.chosen.values()].some(({ kind, types }) => kind === "value" && types.includes(type));

  /** "meals under 15 minutes": meals with such an option, or such options? Only where what is in them is named it is clear. */
  mayMeanInner(types: readonly string[]): void {
    const isNamed = [...this.chosen.values()].some(
      (choice) => choice.kind === "type" && choice.types.some((type) => types.includes(type)),
    );
    if (!isNamed) this.confidence *= 0.55;
  }

  addNear(condition: Condition, types: readonly string[]): void {
    const { relation, types: some } = nearest(types, this.target.types, this.lexicon);
    this.confidence *= fitOf(relation);
    if (relation !== "beside") this.builder.add(condition, relation, some);
  }

  /** The request, in lower case. */
  get words(): string {
    return this.frame.request.toLowerCase();
  }

  isOfRoot = (): boolean => this.target.types.every((type) => this.lexicon.schema.roots.includes(type));

  /** Whether what is asked about is called by its name. */
  namesOne = (): boolean =>
    [...this.chosen].some(
      ([{ than }, { test, types, attribute }]) =>
        test !== null &&
        than === null &&
        "is" in test &&
        test.is.length === 1 &&
        (test.is[0]!.includes(" ") || attribute === "id") &&
        types.some((type) => this.target.types.includes(type)),
    );
}
