import { sha256 } from "@noble/hashes/sha2.js";
import type { Chunk, Journal, Published } from "../journal/journal.js";

/** What handles of one journal share. */
export interface PlainFiles {
  readonly records: Uint8Array[];
  readonly chunks: Map<string, Chunk>;
}

/** A journal in the memory of this process. */
export function plainJournal(files: PlainFiles): Journal {
  let sequence = files.records.length;
  const events = function* (after = 0): Iterable<Published> {
    for (let i = after; i < sequence; i++) yield { sequence: i + 1, record: files.records[i]! };
  };
  const hashOf = ({ kind, bytes }: Chunk): string =>
    btoa(String.fromCharCode(...sha256(new Uint8Array([...new TextEncoder().encode(`${kind}\n`), ...bytes]))))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .slice(0, 43);
  return {
    get sequence() {
      return sequence;
    },
    refresh: () => {
      const before = sequence;
      sequence = files.records.length;
      return [...events(before)];
    },
    events,
    append: (record, chunks) => {
      if (files.records.length !== sequence) return false;
      for (const chunk of chunks) files.chunks.set(hashOf(chunk), chunk);
      files.records.push(record);
      sequence++;
      return true;
    },
    has: (hash) => files.chunks.has(hash),
    read: (hash) => files.chunks.get(hash)!,
    hashOf,
    close: () => {},
  };
}
