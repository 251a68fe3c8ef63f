/** Characters that a writer gathers before it gives them: few pieces, and little memory. */
export const PIECE = 1 << 16;

/** Options of all writers of whole trees. */
export interface WriteOptions {
  /** Spaces of each level, or what stands for one; "" or 0: no line breaks where the format does without. Default 2. */
  readonly indent?: number | string;
}

export function indentOf({ indent = 2 }: WriteOptions): string {
  return typeof indent === "number" ? " ".repeat(indent) : indent;
}

/** All pieces in one string. */
export function joined(pieces: Iterable<string>): string {
  let text = "";
  for (const piece of pieces) text += piece;
  return text;
}
