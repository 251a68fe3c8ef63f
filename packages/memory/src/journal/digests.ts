import { base64UrlOf } from "@semantic-xpath/values";
import type { Chunk, ChunkKind } from "./journal.js";

/** SHA-256 of the pieces one after the other: 32 bytes. */
export type Sha256 = (pieces: readonly Uint8Array[]) => Uint8Array;

const utf8 = new TextEncoder();
export const KINDS: readonly ChunkKind[] = ["manifest", "segment", "blob"];
const prefixes = new Map(KINDS.map((kind) => [kind, utf8.encode(`${kind}\0`)]));

/** Length of a mark in bytes. */
export const MARK = 8;

/** Length of a hash in bytes. */
export const HASH = 32;

/** Tests that a text is the name of a hash, in base64url: the last letter has four bits of it. */
export const isHashName = (name: string): boolean => /^[\w-]{42}[AEIMQUYcgkosw048]$/.test(name);

export const chunkHash = (sha256: Sha256, { kind, bytes }: Chunk): Uint8Array => sha256([prefixes.get(kind)!, bytes]);

/** The chain before the first event of a generation. */
export const firstLink = (sha256: Sha256, id: string, generation: number): Uint8Array =>
  sha256([utf8.encode(`sxp memory\0${id}\0${generation}`)]);

/** The chain after an event: it depends on all events before it. */
export const nextLink = (sha256: Sha256, chain: Uint8Array, mark: Uint8Array, record: Uint8Array): Uint8Array =>
  sha256([chain, mark, record]);

/** Random bytes by which two events with the same content differ, drawn for 32 events at once: a request takes three times as long as a hash of 300 bytes. */
export function* randomMarks(): Generator<Uint8Array, never> {
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint8Array(MARK * 32));
    for (let at = 0; at < drawn.length; at += MARK) yield drawn.slice(at, at + MARK);
  }
}

export const randomId = (): string => base64UrlOf(crypto.getRandomValues(new Uint8Array(16)));

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
