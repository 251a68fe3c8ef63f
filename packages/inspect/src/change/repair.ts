import type { Span } from "@semantic-xpath/parser";
import type { ArgumentValue, Observation } from "@semantic-xpath/runtime/internal";
import { listed } from "@semantic-xpath/values";
import type { Change, ChangeKind } from "../answers.js";

import type { Edit } from "./editedText.js";
import { Syntax } from "./syntax.js";

/** A change that may admit a node where it was dropped: not tried yet. */
export interface Repair {
  readonly kind: ChangeKind;
  /** In the text that was run. */
  readonly edits: readonly Edit[];
  readonly options?: Change["options"];
  readonly params?: Readonly<Record<string, ArgumentValue>>;
  readonly message: string;
  /** Loss of meaning, and distance that a number moves: see `Size`. Default: the usual one of its kind. */
  readonly loss?: number;
  readonly by?: number;
}

/** A repair that replaces one range of the text. */
export const replacing = (
  kind: ChangeKind,
  span: Span,
  text: string,
  message: string,
  more: Partial<Repair> = {},
): Repair => ({ kind, edits: [{ span, text }], message, ...more });

/** Input of repairs: a run and its text. */
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
    message: listed(
      repairs.map(({ message }) => message),
      "and",
    ),
    loss: sum(repairs.map(lossOf)),
    by: sum(repairs.map(byOf)),
  };
}

/**
 * Size of a change, compared in this order:
 *
 * 1. `places`: number of places of the query that it touches. A place is a step (its axis, its name, or all of it), a bracket, an argument
 * or an option; several edits in one bracket are one place.
 * 2. `loss`: loss of meaning, added over its places. 0: a number, a value, an argument or an option is another one. 1: an axis or a
 * name is another one, or the path ends earlier. 2: an operand of a bracket goes. 3: a bracket or a step goes. 4: a step comes.
 * 3. `by`: distance that its numbers move, added over its places: ranks and places count 1 each, thresholds their difference.
 */
export interface Size {
  readonly places: number;
  readonly loss: number;
  readonly by: number;
}

export const NOTHING: Size = { places: 0, loss: 0, by: 0 };

export const compareSizes = (a: Size, b: Size): number => a.places - b.places || a.loss - b.loss || a.by - b.by;

/** The size of a change with one more repair. */
export function grownBy(size: Size, repair: Repair): Size {
  const { edits, options = {}, params = {} } = repair;
  const places = (edits.length > 0 ? 1 : 0) + Object.keys(options).length + Object.keys(params).length;
  return { places: size.places + places, loss: size.loss + lossOf(repair), by: size.by + byOf(repair) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const byOf = ({ by = 0 }: Repair): number => by;

const lossOf = ({ kind, loss }: Repair): number => loss ?? USUAL_LOSS[kind];

const USUAL_LOSS: Readonly<Record<ChangeKind, number>> = {
  threshold: 0,
  index: 0,
  value: 0,
  argument: 0,
  offset: 0,
  limit: 0,
  "min-score": 0,
  several: 0,
  moment: 2,
  axis: 1,
  type: 1,
  bracket: 3,
  path: 4,
};
