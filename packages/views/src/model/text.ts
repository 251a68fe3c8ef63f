/** Numbers, values, counts and failures as every surface of the project writes them. */

import { counted, countText, singleText } from "@semantic-xpath/inspect/numbers";
import type { RecordValue } from "@semantic-xpath/runtime";

export {
  counted,
  countText,
  messageOf,
  singleText,
  valueLine,
  valuesOf,
  weightText,
  weightTexts,
} from "@semantic-xpath/inspect/numbers";

export const timeText = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(milliseconds < 1 ? 2 : 1) : countText(Math.round(milliseconds));

/** A scorer without its settings: `lexical-2(k1=0.8 …)#37ab` is `lexical-2`. */
export const scorerName = (id: string): string => /^[^(#]+/.exec(id)?.[0].trim() ?? id;

export const percentText = (share: number): string =>
  `${share > 0 && share < 0.01 ? "under 1" : (share * 100).toFixed(0)} %`;

/** A field of a record in one line: a list with commas, of records how many there are. */
export function fieldText(value: RecordValue): string {
  if (value === null) return "absent";
  if (!Array.isArray(value)) return singleText(value as string);
  const [first] = value;
  return typeof first === "object"
    ? counted(value.length, "record")
    : value.map((each) => singleText(each as string)).join(", ");
}
