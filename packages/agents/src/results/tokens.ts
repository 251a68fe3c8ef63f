const encoder = new TextEncoder();

/** Tokens of a text as this package counts them, for bounds: four bytes of UTF-8 each, rounded up. Models differ. */
export const tokensOf = (text: string): number => Math.ceil(encoder.encode(text).length / 4);

/** Cuts a text to at most the given characters; an ellipsis marks the cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  const isHalf = /[\ud800-\udbff]/.test(text[end - 1] ?? "");
  return `${text.slice(0, isHalf ? end - 1 : end)}…`;
}
