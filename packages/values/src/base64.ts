/** In Node and in browsers. */
declare const btoa: (text: string) => string;
declare const atob: (text: string) => string;

/** Characters of one call: more arguments than a function takes are too many. */
const PIECE = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
}

/** Throws a `DOMException` for a text that is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Bytes in letters of base64url, without padding: 43 for 32 bytes. */
export const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The bytes that `base64UrlOf` wrote; none for a text that is not base64url. */
export const bytesOfBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text)
    ? bytesOfBase64(text.replaceAll("-", "+").replaceAll("_", "/"))
    : new Uint8Array(0);
