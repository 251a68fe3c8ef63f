import type { Condition, Give, Things } from "../intermediate.js";
import type { Reason } from "../translation.js";
import type { Item } from "./items.js";
import type { Sense } from "./senses.js";

/** The requested thing: nodes of some types that stand side by side, or an attribute of them. */
export interface Head {
  readonly types: readonly string[];
  /** The item that names it; null: it follows from the rest. */
  readonly item: Item | null;
  readonly attribute: string | null;
  readonly cost: number;
  readonly reason: string;
}

/** Results of an earlier turn: nodes by their paths, and their types. */
export interface Antecedent {
  readonly paths: readonly string[];
  readonly types: readonly string[];
  readonly isOne: boolean;
}

/** A condition at a type, as it is said or denied. */
export interface Placed {
  readonly type: string;
  readonly condition: Condition;
  readonly isNegated: boolean;
}

/** The meaning of a request for one head. */
export interface Form {
  readonly give: Give;
  readonly of: Things;
  readonly cost: number;
  readonly reasons: readonly Reason[];
  readonly used: ReadonlyMap<Item, string>;
  /** Items that mean something and have no part in it. */
  readonly left: readonly Item[];
  /** Words that `=~` compares with. */
  readonly graded: string | null;
  readonly isYesNo: boolean;
  readonly head: Head;
  readonly refused: ReadonlySet<Sense>;
}

/** An attribute of a type. */
export interface AttributeOf {
  readonly type: string;
  readonly attribute: string;
}
