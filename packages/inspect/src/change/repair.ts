import type { ArgumentValue, Observation } from "@semantic-xpath/runtime/internal";
import type { ChangeKind } from "../answers.js";
import { listOf } from "../words.js";
import type { Edit } from "./pieces.js";
import { lossOf } from "./size.js";
import { Syntax } from "./syntax.js";

/** A change that may let a node pass where it fell out: not tried yet. */
export interface Repair {
  readonly kind: ChangeKind;
  /** In the text that was run. */
  readonly edits: readonly Edit[];
  readonly options?: { readonly limit?: number; readonly minScore?: number };
  readonly params?: Readonly<Record<string, ArgumentValue>>;
  readonly message: string;
  /** What it gives up of what the query says, and how far a number moves: see `Size`. Without one, what its kind usually does. */
  readonly loss?: number;
  readonly by?: number;
}

/** What repairs are made from: a run and its text. */
export interface Scene {
  readonly observation: Observation;
  readonly syntax: Syntax;
}

export const sceneOf = (observation: Observation): Scene => ({ observation, syntax: Syntax.of(observation) });

/** Both at once. */
export function joined(repairs: readonly Repair[]): Repair {
  const [first, ...rest] = repairs;
  if (rest.length === 0) return first!;
  return {
    kind: "several",
    edits: repairs.flatMap(({ edits }) => edits),
    options: Object.assign({}, ...repairs.map(({ options }) => options)),
    params: Object.assign({}, ...repairs.map(({ params }) => params)),
    message: listOf(
      repairs.map(({ message }) => message),
      "and",
    ),
    loss: repairs.reduce((sum, repair) => sum + lossOf(repair), 0),
    by: repairs.reduce((sum, { by = 0 }) => sum + by, 0),
  };
}
