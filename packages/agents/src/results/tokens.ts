const encoder = new TextEncoder();

/** Tokens of a text as this package counts them, for bounds: four bytes of UTF-8 each, rounded up. Models differ. */
export const tokensOf = (text: string): number => Math.ceil(encoder.encode(text).length / 4);
