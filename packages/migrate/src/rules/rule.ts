import type { Schema } from "@semantic-xpath/planner";
import type { Change } from "../draft.js";
import type { Item, Sequence } from "../items.js";

export type Operation = "read" | "create" | "update" | "delete";

/** What a rule looks at. */
export interface Scene {
  readonly text: string;
  readonly items: readonly Item[];
  readonly sequences: readonly Sequence[];
  readonly schema: Schema | null;
  /** Types that the root of the data may have; empty if nobody knows. */
  readonly roots: readonly string[];
  /** Whether the text is the demo's: somebody says so (`sure`), it has forms that nobody else uses (`likely`), or neither. */
  readonly demo: "sure" | "likely" | "no";
  /** One of several readings. All questions of one name in a text are answered alike. */
  choose<A extends string>(name: string, answers: readonly A[]): A;
  /** What is asked besides reading. */
  operation(operation: Operation): void;
}

/** Recognises one form of a dialect, and says how it is written today. Its edits do not overlap. */
export type Rule = (scene: Scene) => readonly Change[];
