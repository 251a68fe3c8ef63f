import { dependsOnPlace } from "@semantic-xpath/planner";
import {
  type Batch,
  fieldReason,
  nodesBatch,
  type Observation,
  type RecordValue,
  reaches,
  weightIn,
} from "@semantic-xpath/runtime/internal";
import { listed } from "@semantic-xpath/values";
import type { WhyField } from "../answers.js";
import { countText } from "../numbers.js";
import { decimal } from "../words.js";
import { rankingOf } from "./ranking.js";

/** Contributors of one field that are told; all of them are counted. */
export const MAX_CONTRIBUTORS = 100;

/** The fields of a result's record with their contributors; null for a query without records. `place`: the place of the result, from 0. */
export function fieldsOf(observation: Observation, place: number): readonly WhyField[] | null {
  const { run, query, frame, result } = observation;
  const { record } = query.plan;
  const values = result.matches[place]?.record ?? null;
  if (record === null || values === null) return null;
  const ids = frame.ids.subarray(place, place + 1);
  const batch: Batch = dependsOnPlace(record)
    ? { ids, places: Int32Array.of(place + 1), lasts: Int32Array.of(countOf(observation)), bindings: null }
    : nodesBatch(ids);
  return record.fields.map((field) => ({
    name: field.name,
    value: values[field.name] ?? null,
    ...fieldReason(run, field, batch, MAX_CONTRIBUTORS),
  }));
}

/** The number of results before the cut by the limit. */
function countOf(observation: Observation): number {
  const { ids, weights } = rankingOf(observation).frame;
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const weight = weightIn(weights, i);
    if (weight > 0 && reaches(weight, observation.minScore)) count++;
  }
  return count;
}

const SHOWN = 3;

/** A sentence for each field that more than one attribute of the entry decides: its value, and what some of its contributors gave. */
export const fieldSentences = (fields: readonly WhyField[] | null): string[] =>
  (fields ?? []).filter((field) => !isCopy(field)).map(fieldSentence);

/** A field that has nothing but one value, as it stands. */
const isCopy = ({ value, contributors, count }: WhyField): boolean =>
  count === 0 || (count === 1 && contributors[0]!.without === null && contributors[0]!.gave[0] === value);

function fieldSentence({ name, value, contributors, count }: WhyField): string {
  const named = contributors.slice(0, SHOWN).map(({ path, gave, without }) => {
    const gives = gave.length === 0 ? "" : ` gave ${listed(gave.map(valueWords), "and")}`;
    return without === undefined ? `${path}${gives}` : `${path}${gives} (${valueWords(without)} without it)`;
  });
  const more = count > named.length ? [`${countText(count - named.length)} more`] : [];
  return `Its ${name} is ${valueWords(value)}: ${listed([...named, ...more], "and")}.`;
}

function valueWords(value: RecordValue): string {
  if (value === null) return "no value";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${countText(value.length)}`;
  if (typeof value === "number") return decimal(Number(value.toPrecision(6)));
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
