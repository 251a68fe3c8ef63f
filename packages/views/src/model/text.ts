/** Numbers, counts and failures as every surface of the project writes them. */

/** A weight or score as people compare it: four digits. */
export const weightText = (weight: number): string => weight.toFixed(4);

/** A whole number with thin spaces between thousands: `100 000`. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

export const timeText = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(milliseconds < 1 ? 2 : 1) : countText(Math.round(milliseconds));

/** `1 node`, `2 nodes`. `many` if an s does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** A scorer without its settings: `lexical-2(k1=0.8 …)#37ab` is `lexical-2`. */
export const scorerName = (id: string): string => /^[^(#]+/.exec(id)?.[0].trim() ?? id;

export const percentText = (share: number): string =>
  `${share > 0 && share < 0.01 ? "under 1" : (share * 100).toFixed(0)} %`;

export const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
