import { createHash } from "node:crypto";
import { readError, SegmentArchive, type SegmentedTree } from "@semantic-xpath/tree";

/** Bytes by their hash, and how often they were read. */
export function keptBytes() {
  const kept = new Map<string, Uint8Array>();
  const reads: string[] = [];
  const referenceOf = (kind: string, bytes: Uint8Array): string =>
    createHash("sha256").update(kind).update(bytes).digest("base64url");
  const read = (reference: string): Uint8Array => {
    reads.push(reference);
    const bytes = kept.get(reference);
    if (bytes === undefined) throw readError("SXP4050", { problem: "there is no such chunk" });
    return bytes;
  };
  const archive = (most?: number) => new SegmentArchive({ read, referenceOf, ...(most !== undefined && { most }) });
  const keep = (archive: SegmentArchive, version: SegmentedTree, base: SegmentedTree | null = null): string => {
    const { reference, chunks, stored } = archive.encode(version, base);
    for (const chunk of chunks) kept.set(chunk.reference, chunk.bytes);
    stored();
    return reference;
  };
  return { kept, reads, archive, keep };
}
