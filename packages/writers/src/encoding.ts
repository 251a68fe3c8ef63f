const MARK = "\uFEFF";

/** Encoding of a file, so that it is written as it was read. */
export interface Encoding {
  /** As a `TextDecoder` has it. */
  readonly name: string;
  /** True if a byte order mark comes first. */
  readonly hasMark: boolean;
}

/** A text and its encoding; null if encoding it again would give other bytes. */
export function decodedFile(bytes: Uint8Array, name: string): { text: string; encoding: Encoding } | null {
  const decoded = new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
  const hasMark = decoded.startsWith(MARK);
  const text = hasMark ? decoded.slice(1) : decoded;
  const encoding = { name, hasMark };
  const again = encodedFile(text, encoding);
  const isSame = again !== null && again.length === bytes.length && again.every((byte, i) => byte === bytes[i]);
  return isSame ? { text, encoding } : null;
}

/** The bytes of a text; null if the encoding has no bytes for a character of it, or has several for one. */
export function encodedFile(text: string, { name, hasMark }: Encoding): Uint8Array | null {
  const marked = hasMark ? MARK + text : text;
  if (name === "utf-8") return new TextEncoder().encode(marked);
  if (name.startsWith("utf-16")) return utf16(marked, name === "utf-16le");
  const codes = singleBytes(name);
  if (codes === null) return null;
  const bytes = new Uint8Array(marked.length);
  for (let i = 0; i < marked.length; i++) {
    const code = codes.get(marked[i]!);
    if (code === undefined) return null;
    bytes[i] = code;
  }
  return bytes;
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return bytes;
}

/** The byte of each character, in an encoding of one byte a character; null for other encodings. */
function singleBytes(name: string): ReadonlyMap<string, number> | null {
  const all = new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  if (all.length !== 256) return null;
  return new Map([...all].map((character, byte) => [character, byte]));
}
