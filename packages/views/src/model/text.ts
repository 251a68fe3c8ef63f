/** Numbers, values, counts and failures as every surface of the project writes them. */

import { countText } from "@semantic-xpath/inspect/numbers";

export {
  counted,
  countText,
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

export const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
