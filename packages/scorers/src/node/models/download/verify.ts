import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { RemoteFile } from "../hub/listing.js";

/** What a file is known by; the SHA-256 where there is one. */
export interface Digests {
  readonly bytes: number;
  readonly sha256: string;
  /** As git names its content. */
  readonly blob: string;
}

/** Reads a file once, for both digests. `bytes` is its size: git hashes it first. */
export async function digestsOf(path: string, bytes: number, signal: AbortSignal): Promise<Digests> {
  const sha256 = createHash("sha256");
  const blob = createHash("sha1").update(`blob ${bytes}\0`);
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    sha256.update(piece);
    blob.update(piece);
  }
  return { bytes, sha256: sha256.digest("hex"), blob: blob.digest("hex") };
}

/** What is wrong with a file, null where it is what it should be. A file of which nothing is known can't be. */
export function mismatch(found: Digests, { bytes, sha256, blob }: RemoteFile): string | null {
  if (bytes !== null && found.bytes !== bytes) return `it has ${found.bytes} bytes instead of ${bytes}`;
  if (sha256 !== null) return found.sha256 === sha256 ? null : `its SHA-256 is ${found.sha256} instead of ${sha256}`;
  if (blob !== null) return found.blob === blob ? null : `its git object id is ${found.blob} instead of ${blob}`;
  return "nothing says what it should be";
}
