/** A weight as people compare it. */
export const weightText = (weight: number): string => weight.toFixed(4);

/** A number in a formula: up to four decimals. */
export const numberText = (value: number): string => String(Number(value.toFixed(4)));

/** `1 node`, `2 nodes`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
