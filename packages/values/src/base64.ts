/** Characters of one call: more arguments than a function takes are too many. */
const PIECE = 0x8000;

const lettersWith = (last: string): Uint8Array =>
  Uint8Array.from(`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`, (letter) =>
    letter.charCodeAt(0),
  );
const STANDARD = lettersWith("+/");
const FOR_URLS = lettersWith("-_");

const NO_LETTER = 64;
/** Values of the letters of both. */
const VALUES = new Uint8Array(128).fill(NO_LETTER);
for (const letters of [STANDARD, FOR_URLS]) for (const [value, code] of letters.entries()) VALUES[code] = value;

/** Bytes in letters of base64 with padding, on any host: not every one has `btoa`. */
export const base64Of = (bytes: Uint8Array): string =>
  lettersOf(bytes, STANDARD).padEnd(Math.ceil(bytes.length / 3) * 4, "=");

/** Bytes in letters of base64url, without padding: 43 for 32 bytes. */
export const base64UrlOf = (bytes: Uint8Array): string => lettersOf(bytes, FOR_URLS);

function lettersOf(bytes: Uint8Array, letters: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  for (let i = 0, at = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let shift = 18; shift >= 0 && at < codes.length; shift -= 6) codes[at++] = letters[(bits >> shift) & 63]!;
  }
  let text = "";
  for (let start = 0; start < codes.length; start += PIECE)
    // Any list serves; the spread of a typed array takes ten times as long.
    text += String.fromCharCode.apply(null, codes.subarray(start, start + PIECE) as unknown as number[]);
  return text;
}

/** Throws a `RangeError` for a text that is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  let end = text.length;
  while (text[end - 1] === "=") end--;
  const bytes = new Uint8Array((end * 3) >> 2);
  for (let i = 0, bits = 0, count = 0, at = 0; i < end; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? NO_LETTER;
    if (value === NO_LETTER) throw new RangeError("not base64");
    bits = ((bits << 6) | value) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}

/** The bytes that `base64UrlOf` wrote; none for a text that is not base64url. */
export const bytesOfBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text) ? bytesOfBase64(text) : new Uint8Array(0);
