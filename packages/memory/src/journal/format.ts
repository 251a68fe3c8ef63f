import { memoryError } from "../memoryError.js";
import { joined } from "./memoryStorage.js";
import type { Storage } from "./storage.js";

/**
 * The bytes of a file of a journal, format 1; all numbers are little-endian. Every byte is covered by a hash.
 *
 *     header   "sxpmem\r\n", format u32, count of events u32, first event u64, chain before it (32 bytes), SHA-256 of these 56 (its first 16)
 *     chunks   each: kind u8, 3 zeros, length u32, SHA-256 of kind and bytes (32), the bytes; records last, so that an end has them all
 *     index    for each chunk: kind u8, 3 zeros, length u32, offset of its bytes u64, SHA-256 (32)
 *     trailer  offset of the index u64, count of chunks u32, zero u32, SHA-256 of header, index and these 16, "\r\nsxpend"
 *
 * Format 0 had no index and no trailer, and is read by going through the chunks; so is a file whose index is damaged.
 */
export const FORMAT = 1;

/** What files hold besides the kinds of a `Chunk`: `switch` is the event that ends a generation, `carried` a record that the next one takes over. */
type StoredKind = "record" | "manifest" | "segment" | "blob" | "switch" | "carried";

const KINDS: readonly StoredKind[] = ["record", "manifest", "segment", "blob", "switch", "carried"];

export interface StoredChunk {
  readonly kind: StoredKind;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

/** Where a chunk lies in its file. */
export interface Entry {
  readonly kind: StoredKind;
  readonly hash: Uint8Array;
  /** Of its bytes. */
  readonly offset: number;
  readonly length: number;
}

/** What opening reads of a file: where its chunks are, and its events. */
export interface FileIndex {
  readonly name: string;
  readonly format: number;
  readonly first: number;
  /** How many events it holds. */
  readonly count: number;
  readonly bytes: number;
  /** The fingerprint of all events before it. */
  readonly chain: Uint8Array;
  readonly entries: readonly Entry[];
  /** Its events in order, verified. */
  readonly events: readonly StoredChunk[];
  /** Whether it had to be read in full, since its index is damaged. */
  readonly isRebuilt: boolean;
}

const MAGIC = latin1("sxpmem\r\n");
const END_MAGIC = latin1("\r\nsxpend");
const HASH = 32;
const CHECKED = 56;
export const HEADER = CHECKED + 16;
export const CHUNK_HEADER = 8 + HASH;
const ENTRY = 16 + HASH;
const TRAILER = 16 + HASH + 8;
/** How much of the end of a file is read at first: mostly its whole index and all its records. */
const TAIL = 1 << 16;

export const hashChunk = (storage: Storage, kind: StoredKind, bytes: Uint8Array): Uint8Array =>
  storage.hash([Uint8Array.of(code(kind)), bytes]);

/** The fingerprint of a history and one more event. */
export const nextChain = (storage: Storage, chain: Uint8Array, event: Uint8Array): Uint8Array =>
  storage.hash([chain, event]);

export const isEvent = ({ kind }: { kind: StoredKind }): boolean => kind === "record" || kind === "switch";

interface FileContent {
  readonly name: string;
  readonly first: number;
  readonly chain: Uint8Array;
  /** Any order; the events among them in theirs. */
  readonly chunks: readonly StoredChunk[];
}

/** A file as it is to be published, and what reading its index would give. */
interface EncodedFile {
  readonly pieces: readonly Uint8Array[];
  readonly index: FileIndex;
}

export function encodeFile(storage: Storage, { name, first, chain, chunks }: FileContent): EncodedFile {
  const events = chunks.filter(isEvent);
  const ordered = [...chunks.filter((chunk) => !isEvent(chunk)), ...events];
  const header = headerOf(storage, first, events.length, chain);
  const pieces: Uint8Array[] = [header];
  const entries: Entry[] = [];
  let end = HEADER;
  for (const chunk of ordered) {
    pieces.push(chunkHeaderOf(chunk), chunk.bytes);
    entries.push({
      kind: chunk.kind,
      hash: chunk.hash,
      offset: end + CHUNK_HEADER,
      length: chunk.bytes.length,
    });
    end += CHUNK_HEADER + chunk.bytes.length;
  }
  const index = joined(entries.map(entryBytes));
  const trailer = new Uint8Array(TRAILER);
  const view = viewOf(trailer);
  setLong(view, 0, end);
  view.setUint32(8, entries.length, true);
  trailer.set(storage.hash([header, index, trailer.subarray(0, 16)]), 16);
  trailer.set(END_MAGIC, 16 + HASH);
  pieces.push(index, trailer);
  const bytes = end + index.length + TRAILER;
  const count = events.length;
  return { pieces, index: { name, format: FORMAT, first, count, chain, bytes, entries, events, isRebuilt: false } };
}

/** Index and events of a file; null if it is gone. Throws SXP5002 where they are not what was written. */
export function readIndex(storage: Storage, name: string): FileIndex | null {
  const bytes = storage.size(name);
  if (bytes === null) return null;
  const head = storage.read(name, 0, HEADER);
  const from = Math.max(0, bytes - TAIL);
  const tail = storage.read(name, from, bytes);
  if (head === null || tail === null) return null;
  const header = readHeader(storage, name, head);
  if (header.format > 0) {
    const index = fromTail(storage, name, { head, header, tail, from, bytes });
    if (index === null || index !== "damaged") return index;
  }
  const whole = storage.read(name);
  return whole === null ? null : scan(storage, name, header, whole);
}

/** The bytes of a chunk, hashed again; null if the file is gone. */
export function readChunk(storage: Storage, name: string, entry: Entry): Uint8Array | null {
  const bytes = storage.read(name, entry.offset, entry.offset + entry.length);
  if (bytes === null) return null;
  if (bytes.length !== entry.length) throw damaged(name, `it ends within the ${entry.kind} at byte ${entry.offset}`);
  if (!equal(hashChunk(storage, entry.kind, bytes), entry.hash)) {
    throw damaged(name, `the ${entry.kind} at byte ${entry.offset} does not have its hash`);
  }
  return bytes;
}

export const damaged = (file: string, problem: string) => memoryError("SXP5002", { file, problem });

export const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);

/** What a hash is called: 43 letters of base64url. */
export const hashName = (hash: Uint8Array): string =>
  btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 43);

interface Header {
  readonly format: number;
  readonly first: number;
  readonly count: number;
  readonly chain: Uint8Array;
}

function headerOf(storage: Storage, first: number, count: number, chain: Uint8Array): Uint8Array {
  const header = new Uint8Array(HEADER);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, FORMAT, true);
  view.setUint32(12, count, true);
  setLong(view, 16, first);
  header.set(chain, 24);
  header.set(storage.hash([header.subarray(0, CHECKED)]).subarray(0, 16), CHECKED);
  return header;
}

function readHeader(storage: Storage, name: string, head: Uint8Array): Header {
  if (head.length < HEADER) throw damaged(name, `it has ${head.length} bytes, which is no whole header`);
  if (!equal(head.subarray(0, 8), MAGIC)) throw damaged(name, "it does not begin as a file of a memory");
  if (!equal(storage.hash([head.subarray(0, CHECKED)]).subarray(0, 16), head.subarray(CHECKED, HEADER))) {
    throw damaged(name, "its header does not have its hash");
  }
  const view = viewOf(head);
  const format = view.getUint32(8, true);
  if (format > FORMAT) throw memoryError("SXP5004", { found: format, known: FORMAT });
  return {
    format,
    count: view.getUint32(12, true),
    first: getLong(view, 16),
    chain: head.slice(24, 24 + HASH),
  };
}

interface Ends {
  readonly head: Uint8Array;
  readonly header: Header;
  readonly tail: Uint8Array;
  /** Where the tail begins in the file. */
  readonly from: number;
  readonly bytes: number;
}

function fromTail(storage: Storage, name: string, ends: Ends): FileIndex | "damaged" | null {
  const { head, header, tail, from, bytes } = ends;
  const trailer = tail.subarray(-TRAILER);
  if (trailer.length < TRAILER || !equal(trailer.subarray(16 + HASH), END_MAGIC)) return "damaged";
  const view = viewOf(trailer);
  const offset = getLong(view, 0);
  const chunks = view.getUint32(8, true);
  if (view.getUint32(12, true) !== 0 || offset < HEADER || offset + chunks * ENTRY + TRAILER !== bytes)
    return "damaged";
  const index =
    offset >= from ? tail.subarray(offset - from, tail.length - TRAILER) : storage.read(name, offset, bytes - TRAILER);
  if (index === null) return null;
  if (!equal(storage.hash([head, index, trailer.subarray(0, 16)]), trailer.subarray(16, 16 + HASH))) return "damaged";
  const entries = Array.from({ length: chunks }, (_, i) => readEntry(index.subarray(i * ENTRY, (i + 1) * ENTRY)));
  const events = readEvents(storage, name, entries, { tail, from });
  return events && whole(name, header, { name, bytes, entries, events, isRebuilt: false });
}

function readEvents(
  storage: Storage,
  name: string,
  entries: readonly Entry[],
  { tail, from }: { tail: Uint8Array; from: number },
): StoredChunk[] | null {
  const wanted = entries.filter(isEvent);
  const start = wanted[0]?.offset ?? 0;
  const last = wanted.at(-1);
  const end = last === undefined ? 0 : last.offset + last.length;
  const read = start >= from ? tail.subarray(start - from, end - from) : storage.read(name, start, end);
  if (read === null) return null;
  return wanted.map(({ kind, hash, offset, length }) => {
    const bytes = read.slice(offset - start, offset - start + length);
    if (!equal(hashChunk(storage, kind, bytes), hash)) {
      throw damaged(name, `the ${kind} at byte ${offset} does not have its hash`);
    }
    return { kind, bytes, hash };
  });
}

/** Goes through the chunks of a file one by one: what the index says can always be found out so. */
function scan(storage: Storage, name: string, header: Header, all: Uint8Array): FileIndex {
  const view = viewOf(all);
  const entries: Entry[] = [];
  const events: StoredChunk[] = [];
  let at = HEADER;
  while (at + CHUNK_HEADER <= all.length && events.length < header.count) {
    const kind = KINDS[all[at]! - 1];
    const length = view.getUint32(at + 4, true);
    const offset = at + CHUNK_HEADER;
    const bytes = all.slice(offset, offset + length);
    const hash = all.slice(at + 8, offset);
    if (kind === undefined || bytes.length !== length || !equal(hashChunk(storage, kind, bytes), hash)) {
      throw damaged(name, `what begins at byte ${at} is not what was written`);
    }
    entries.push({ kind, hash, offset, length });
    if (isEvent({ kind })) events.push({ kind, bytes, hash });
    at = offset + length;
  }
  return whole(name, header, { name, bytes: all.length, entries, events, isRebuilt: header.format > 0 });
}

function whole(name: string, header: Header, rest: Omit<FileIndex, keyof Header>): FileIndex {
  if (rest.events.length === header.count && header.count > 0) return { ...header, ...rest };
  throw damaged(name, `it should have ${header.count} events, and has ${rest.events.length}`);
}

function chunkHeaderOf({ kind, bytes, hash }: StoredChunk): Uint8Array {
  const header = new Uint8Array(CHUNK_HEADER);
  header[0] = code(kind);
  viewOf(header).setUint32(4, bytes.length, true);
  header.set(hash, 8);
  return header;
}

function entryBytes({ kind, hash, offset, length }: Entry): Uint8Array {
  const bytes = new Uint8Array(ENTRY);
  const view = viewOf(bytes);
  bytes[0] = code(kind);
  view.setUint32(4, length, true);
  setLong(view, 8, offset);
  bytes.set(hash, 16);
  return bytes;
}

function readEntry(bytes: Uint8Array): Entry {
  const view = viewOf(bytes);
  return {
    kind: KINDS[bytes[0]! - 1]!,
    length: view.getUint32(4, true),
    offset: getLong(view, 8),
    hash: bytes.slice(16),
  };
}

const code = (kind: StoredKind): number => KINDS.indexOf(kind) + 1;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const setLong = (view: DataView, at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);

const getLong = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Eight random bytes before each record: by them a writer knows its event again, even beside one of the very same content. */
export const MARK = 8;

export const markOf = (record: Uint8Array): string =>
  [...record.subarray(0, MARK)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
