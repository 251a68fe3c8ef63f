import type { Schema } from "@semantic-xpath/planner";
import type { Change } from "../draft.js";
import type { Item, Sequence } from "../items.js";

export type Operation = "read" | "create" | "update" | "delete";

/** Input of a rule. */
export interface Scene {
  readonly text: string;
  readonly items: readonly Item[];
  readonly sequences: readonly Sequence[];
  readonly schema: Schema | null;
  /** Types that the root of the data may have; empty if unknown. */
  readonly roots: readonly string[];
  /** Certainty that the text is the demo's: declared (`sure`), by forms of the demo alone (`likely`), or neither. */
  readonly demo: "sure" | "likely" | "no";
  /** One of several readings. All questions of one name in a text are answered alike. */
  choose<A extends string>(name: string, answers: readonly A[]): A;
  /** Records the requested operation. */
  operation(operation: Operation): void;
}

/** Recognises one form of a dialect, and says how it is written today. Its edits do not overlap. */
export type Rule = (scene: Scene) => readonly Change[];
