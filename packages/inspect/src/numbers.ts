/** Numbers as every surface of the project writes them. A door of its own: what shows numbers alone need not load the rest. */

/** A weight or score as people compare it: four digits. */
export const weightText = (weight: number): string => weight.toFixed(4);

/** A whole number with thin spaces between thousands: `100 000`. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** `1 node`, `2 nodes`. `many` if an s does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
