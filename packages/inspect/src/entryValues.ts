import type { Span } from "@semantic-xpath/parser";
import { describeValue, type SequencePlan } from "@semantic-xpath/planner";
import {
  type Given as Contribution,
  givenTo,
  keyValues,
  type Observation,
  orderOf,
  type TraceValue,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { once, remembered } from "./memo.js";

/** A key of the order of a result, in the notation of queries. */
export interface OrderKeyText {
  readonly text: string;
  readonly isDescending: boolean;
  readonly span: Span;
}

/** Values of the entries of a result beside their weights, by place from 0. */
export interface EntryValues {
  /** Keys of a result in the order of keys. */
  readonly keys: readonly OrderKeyText[];
  /** Values of an entry for each key, null for a missing one. */
  keysAt(place: number): TraceValue["values"];
  /** Contribution of an entry to the value of the query. */
  givenAt(place: number): Contribution;
}

const NO_KEYS: TraceValue["values"] = [];
const NOTHING: Contribution = { values: [], share: null };

/** Nothing is computed before an entry is asked for. */
export const entryValuesOf = remembered(({ run, query, frame }: Observation): EntryValues => {
  const { result, order } = query.plan;
  if (result.kind === "Value") {
    const contributionsOf = once(() => givenTo(run, result));
    const givenAt = (i: number): Contribution => contributionsOf()(frame.ids[i]!, frame.attributes?.[i] ?? NONE);
    return { keys: [], keysAt: () => NO_KEYS, givenAt };
  }
  if (order !== "keys") return { keys: [], keysAt: () => NO_KEYS, givenAt: () => NOTHING };
  const { keys } = orderOf(result as SequencePlan);
  const values = once(() => keyValues(run, keys, frame.ids));
  return {
    keys: keys.map(({ value, isDescending, span }) => ({ text: describeValue(value), isDescending, span })),
    keysAt: (i) => values()(i),
    givenAt: () => NOTHING,
  };
});
