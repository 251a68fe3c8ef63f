import { describeValue, type SequencePlan } from "@semantic-xpath/planner";
import {
  type Given,
  givenTo,
  keyValues,
  type Observation,
  orderOf,
  type TraceValue,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { once, remembered } from "../memo.js";
import type { OrderKeyText } from "./runView.js";

/** What the entries of a result are beside their weights, by their place from 0. */
export interface EntryValues {
  /** Of a result in the order of keys. */
  readonly keys: readonly OrderKeyText[];
  /** What an entry has for each key, null where it has none. */
  keysAt(place: number): TraceValue["values"];
  /** What an entry gave to the value of the query. */
  givenAt(place: number): Given;
}

const NO_KEYS: TraceValue["values"] = [];
const NOTHING: Given = { values: [], share: null };

/** Nothing is computed before an entry is asked for. */
export const entryValuesOf = remembered(({ run, query, frame }: Observation): EntryValues => {
  const { result, order } = query.plan;
  if (result.kind === "Value") {
    const given = once(() => givenTo(run, result));
    const givenAt = (i: number): Given => given()(frame.ids[i]!, frame.attributes?.[i] ?? NONE);
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
