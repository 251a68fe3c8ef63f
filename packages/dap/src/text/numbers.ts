export { counted, weightText } from "@semantic-xpath/inspect/numbers";

/** A number in a formula: up to four decimals. */
export const numberText = (value: number): string => String(Number(value.toFixed(4)));
