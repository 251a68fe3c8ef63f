const ALPHABET = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 61;

/** RFC 4648, with padding. Hosts differ in what they have for this, and strings of characters are slow: a megabyte takes some milliseconds. */
export function base64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const write = (group: number, at: number): void => {
    out[at] = ALPHABET[group >> 18]!;
    out[at + 1] = ALPHABET[(group >> 12) & 63]!;
    out[at + 2] = ALPHABET[(group >> 6) & 63]!;
    out[at + 3] = ALPHABET[group & 63]!;
  };
  // Reading past the end is slow for all groups, not only for the last one.
  const whole = bytes.length - (bytes.length % 3);
  let at = 0;
  for (let i = 0; i < whole; i += 3, at += 4) write((bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!, at);
  if (whole < bytes.length) write((bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8), at);
  out.fill(PADDING, out.length - ((3 - (bytes.length % 3)) % 3));
  return new TextDecoder().decode(out);
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
