/** Three significant digits, without an exponent. */
const digits = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** Microseconds in the unit that reads best. */
export function duration(microseconds) {
  if (microseconds < 0.01) return "<0.01 µs";
  if (microseconds < 1e3) return `${digits(microseconds)} µs`;
  return microseconds < 1e6 ? `${digits(microseconds / 1e3)} ms` : `${digits(microseconds / 1e6)} s`;
}

/** How many times: `×12.3`. */
export const times = (ratio) => `×${ratio < 0.01 ? "<0.01" : digits(ratio)}`;

/** 1000 as 10^3. */
export const power = (size) => `10^${Math.round(Math.log10(size))}`;

export const count = (value) => value.toLocaleString("en-US");

export { digits };
