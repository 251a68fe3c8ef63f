const ALPHABET = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 61;

/** The two characters of each 12 bits: one by one takes twice as long. */
const PAIRS = new Uint16Array(1 << 12);
const pairs = new Uint8Array(PAIRS.buffer);
for (let bits = 0; bits < PAIRS.length; bits++) pairs.set([ALPHABET[bits >> 6]!, ALPHABET[bits & 63]!], bits * 2);

/** RFC 4648, with padding. Hosts differ in what they have for this, and strings of characters are slow: a megabyte takes some milliseconds. */
export function base64(bytes: Uint8Array): string {
  const out = new Uint16Array(Math.ceil(bytes.length / 3) * 2);
  const write = (group: number, at: number): void => {
    out[at] = PAIRS[group >> 12]!;
    out[at + 1] = PAIRS[group & 0xfff]!;
  };
  // Reading past the end is slow for all groups, not only for the last one.
  const tripleEnd = bytes.length - (bytes.length % 3);
  let at = 0;
  for (let i = 0; i < tripleEnd; i += 3, at += 2) write((bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!, at);
  if (tripleEnd < bytes.length) write((bytes[tripleEnd]! << 16) | ((bytes[tripleEnd + 1] ?? 0) << 8), at);
  const characters = new Uint8Array(out.buffer);
  characters.fill(PADDING, characters.length - ((3 - (bytes.length % 3)) % 3));
  return new TextDecoder().decode(characters);
}

/** The bytes of a column, little endian as on every host that has typed arrays in practice. */
export const columnBase64 = (column: Uint8Array | Uint16Array | Int32Array | Float32Array): string =>
  base64(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));

/** The bytes that `base64` wrote. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let group = 0;
    for (let k = i; k < i + 4; k++) group = (group << 6) | VALUES[text.charCodeAt(k)]!;
    for (let shift = 16; shift >= 0; shift -= 8) bytes[at++] = group >> shift;
  }
  return bytes;
}

const VALUES = new Uint8Array(128);
for (const [value, code] of ALPHABET.entries()) VALUES[code] = value;
