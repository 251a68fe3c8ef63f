/** Characters of one call: more arguments than a function takes are too many. */
const PIECE = 0x8000;

const lettersWith = (last: string): Uint8Array =>
  Uint8Array.from(`ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`, (letter) =>
    letter.charCodeAt(0),
  );
const STANDARD = lettersWith("+/");
const FOR_URLS = lettersWith("-_");

/** On hosts of the language: its types are those of no host. */
declare const atob: (text: string) => string;

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

/** Throws an error for a text that is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Six bits of each letter of base64url by its code. */
const BITS = new Uint8Array(128);
FOR_URLS.forEach((code, bits) => {
  BITS[code] = bits;
});

/** The bytes that `base64UrlOf` wrote; none for a text that is not base64url. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text)) return new Uint8Array(0);
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let [bits, count, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    bits = (bits << 6) | BITS[text.charCodeAt(i)]!;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}
