import type { Io, Output } from "../io.js";

/** Writes lines, or nothing for an empty list. */
export const writeLines = ({ write }: Output, lines: readonly string[]): void => {
  if (lines.length > 0) write(`${lines.join("\n")}\n`);
};

export const writeJson = (value: unknown, { stdout }: Io): void => stdout.write(`${JSON.stringify(value, null, 2)}\n`);
