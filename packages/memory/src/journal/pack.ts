import { findFile } from "./findFile.js";
import { encodeFile, hashName, readChunk, readIndex, type StoredChunk } from "./format.js";
import type { KnownFile } from "./generation.js";
import { LEVELS, PACK, packName } from "./names.js";
import type { StoredJournal } from "./storedJournal.js";

/** Larger files are not joined: it would not save much, and all of it is in memory once. */
export const PACK_BYTES = 64 << 20;

/**
 * Joins runs of sixteen files, and of sixteen such files, and so on: a byte is copied once for each level, and there are at most fifteen files of each. The pack is
 * durable before what it holds is removed.
 */
export function packFiles(journal: StoredJournal): number {
  let made = 0;
  for (let level = 1; level <= LEVELS; level++) {
    for (const group of groups(journal.current.files, PACK ** level)) if (packGroup(journal, group)) made++;
  }
  return made;
}

/** Files that together are what a pack of so many events holds. */
function groups(files: readonly KnownFile[], count: number): KnownFile[][] {
  const found = new Map<number, KnownFile[]>();
  for (const file of files) {
    const block = Math.floor((file.first - 1) / count);
    if (Math.floor((file.last - 1) / count) === block) found.set(block, [...(found.get(block) ?? []), file]);
  }
  return [...found.values()].filter(
    (group) =>
      group.length > 1 &&
      group.reduce((sum, { first, last }) => sum + last - first + 1, 0) === count &&
      group.reduce((sum, { bytes }) => sum + bytes, 0) <= PACK_BYTES,
  );
}

/** False if others have packed these meanwhile. */
function packGroup(journal: StoredJournal, group: readonly KnownFile[]): boolean {
  const { storage, current } = journal;
  const chunks = new Map<string, StoredChunk>();
  const events: StoredChunk[] = [];
  let chain: Uint8Array | null = null;
  for (const { name } of group) {
    const index = readIndex(storage, name);
    if (index === null) return false;
    chain ??= index.chain;
    for (const entry of index.entries) {
      if (entry.kind === "record") continue;
      const bytes = readChunk(storage, name, entry);
      if (bytes === null) return false;
      chunks.set(hashName(entry.hash), { kind: entry.kind, hash: entry.hash, bytes });
    }
    events.push(...index.events);
  }
  // What was read of a file is what was known if its events have been nowhere else until then: see `readFound`.
  if (group.some(({ name, first }) => findFile(storage, current.name, first) !== name)) return false;
  const first = group[0]!.first;
  const name = packName(current.name, first, group.at(-1)!.last);
  const { pieces, index } = encodeFile(storage, {
    name,
    first,
    chain: chain!,
    chunks: [...chunks.values(), ...events],
  });
  // The same files give the same bytes, whoever packs them; what differs is damaged, and the small files are kept.
  if (!storage.publish(name, pieces) && storage.size(name) !== index.bytes) return false;
  storage.sync();
  current.take(index);
  for (const { name } of group) storage.remove(name);
  return true;
}
