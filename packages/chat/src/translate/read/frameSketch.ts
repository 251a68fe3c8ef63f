import type { Lexicon } from "../lexicon/lexicon.js";
import type { Dimension } from "../words/marks.js";
import type { Words } from "../words/words.js";
import type { Base, Frame, Item, Place, Role, Verb } from "./items.js";
import type { Unit } from "./units.js";

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

/** A frame while its units are read, one after the other. */
export class FrameSketch {
  readonly items: Item[] = [];
  readonly understood: Unit[] = [];
  wants: Frame["wants"] = "nodes";
  wanted: Dimension | null = null;
  isDistinct = false;
  isYesNo = false;
  asksWhat = false;
  refers = false;
  referred: readonly string[] = [];
  isEach = false;
  place: Place | null = null;
  state = new State();
  /** Read with what is before them. */
  readonly skipped = new Set<Unit>();
  verbs: Verb[] = [];
  /** What is not to be done, or not planned, is asked for: no data says that. */
  isUnsaid = false;
  /** A place or a comparison was said that no item has. */
  isLost = false;

  constructor(
    readonly units: readonly Unit[],
    readonly words: Words,
    readonly lexicon: Lexicon,
  ) {}

  text = ({ from, to }: { from: number; to: number }): string =>
    this.words.all
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");

  markKind(at: number): string {
    const unit = this.units[at];
    return unit?.kind === "mark" ? unit.mark.kind : "";
  }

  base(from: number, to: number): Base {
    return { from: this.state.start ?? from, to, role: this.state.role, isNegated: this.state.negate };
  }

  push(item: Item): void {
    this.isLost ||= this.loses(item);
    this.items.push(item);
    const { role } = this.state;
    this.state = new State();
    this.state.role = role;
  }

  /** "the first evening", "longer than the museum": what has a place has to be a name, and what is compared a number. */
  private loses({ kind, ...item }: Item): boolean {
    const { place, operator, count } = this.state;
    if (place !== null && kind !== "named" && kind !== "extreme") return true;
    return operator !== null && operator.dimension !== null && count === null && "than" in item && item.than === null;
  }

  /** "the first one": what an earlier turn found. */
  refersTo(at: number): boolean {
    const unit = this.units[at];
    const refers = unit !== undefined && ["one", "ones", "of them", "of those", "of these"].includes(this.text(unit));
    this.refers ||= refers;
    return refers;
  }
}
