import type { Glyphs } from "./screen.js";

/** A bar of `cells` cells at the most, as long as `share` of them, to an eighth where the terminal can show it. */
export function bar(share: number, cells: number, { full, parts }: Glyphs): string {
  const steps = parts.length + 1;
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * cells * steps);
  // What is not nothing shows.
  const shown = share > 0 ? Math.max(1, eighths) : 0;
  const rest = shown % steps;
  return full.repeat(Math.floor(shown / steps)) + (rest === 0 ? "" : parts[rest - 1]!);
}

/** A weight as people compare it. */
export const weightText = (weight: number): string => weight.toFixed(4);
