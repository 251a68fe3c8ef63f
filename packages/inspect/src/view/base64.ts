/** Characters of one call: more arguments than a function takes are too many. */
const PIECE = 0x8000;

/** RFC 4648, with padding. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** The bytes of a column, little endian as on every host that has typed arrays in practice. */
export const columnBase64 = (column: Uint8Array | Uint16Array | Int32Array | Float32Array): string =>
  base64(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));

/** The bytes that `base64` wrote. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
