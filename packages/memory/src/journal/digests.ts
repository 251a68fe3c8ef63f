import type { Chunk } from "./journal.js";

/** SHA-256 of the pieces one after the other: 32 bytes. */
export type Sha256 = (pieces: readonly Uint8Array[]) => Uint8Array;

const utf8 = new TextEncoder();
const KINDS = {
  manifest: utf8.encode("manifest\0"),
  segment: utf8.encode("segment\0"),
  blob: utf8.encode("blob\0"),
};

/** Length of a mark in bytes. */
export const MARK = 8;

/** Length of a hash in bytes. */
export const HASH = 32;

const LETTERS = utf8.encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const VALUES = new Uint8Array(128);
for (const [value, letter] of LETTERS.entries()) VALUES[letter] = value;

/** Bytes in letters of base64url: 43 for a hash. */
export function nameOf(bytes: Uint8Array): string {
  const letters: number[] = [];
  for (let i = 0; i * 6 < bytes.length * 8; i++) {
    const at = (i * 3) >> 2;
    const pair = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
    letters.push(LETTERS[(pair >> (10 - ((i * 6) & 7))) & 63]!);
  }
  return String.fromCharCode.apply(null, letters);
}

/** The bytes that `nameOf` has written as letters. */
export function bytesOf(name: string): Uint8Array {
  const bytes = new Uint8Array((name.length * 3) >> 2);
  let [bits, place] = [0, 0];
  for (let i = 0; i < name.length; i++) {
    bits = (bits << 6) | (VALUES[name.charCodeAt(i)] ?? 0);
    if ((i & 3) !== 0) bytes[place++] = bits >> (6 - 2 * (i & 3));
  }
  return bytes;
}

/** Tests that a text is the name of a hash, written as `nameOf` writes it. */
export const isHashName = (name: string): boolean => name.length === 43 && nameOf(bytesOf(name)) === name;

export const chunkHash = (sha256: Sha256, { kind, bytes }: Chunk): Uint8Array => sha256([KINDS[kind], bytes]);

/** The chain before the first event of a generation. */
export const firstLink = (sha256: Sha256, id: string, generation: number): Uint8Array =>
  sha256([utf8.encode(`sxp memory\0${id}\0${generation}`)]);

/** The chain after an event: it depends on all events before it. */
export const nextLink = (sha256: Sha256, chain: Uint8Array, mark: Uint8Array, record: Uint8Array): Uint8Array =>
  sha256([chain, mark, record]);

export const randomMark = (): Uint8Array => crypto.getRandomValues(new Uint8Array(MARK));

export const randomId = (): string => nameOf(crypto.getRandomValues(new Uint8Array(16)));

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
