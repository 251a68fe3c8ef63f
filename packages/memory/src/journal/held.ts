import { base64UrlOf, bytesOfBase64Url } from "@semantic-xpath/values";
import { memoryError } from "../memoryError.js";
import { ByteLog, type Packing } from "./byteLog.js";
import { firstLink, HASH, isHashName, KINDS, MARK, nextLink, type Sha256 } from "./digests.js";
import { HashTable } from "./hashTable.js";
import type { Chunk, Head, Published } from "./journal.js";

/** An event with the chain after it. */
export interface Linked extends Published {
  readonly chain: Uint8Array;
}

/** All events and chunks of one generation in RAM: an event of 500 bytes and its two chunks take a third of that where the platform compresses. */
export class Held {
  /** Mark of each event, the chain after it, and its record. */
  private readonly log: ByteLog;
  /** Kind and bytes of each chunk. */
  private readonly contents: ByteLog;
  private readonly hashes = new HashTable();
  /** Chain after the newest event. */
  chain: Uint8Array;
  /** Bytes of all records and chunks. */
  bytes = 0;

  constructor(
    readonly id: string,
    readonly generation: number,
    private readonly sha256: Sha256,
    packing: Packing | null = null,
  ) {
    this.chain = this.first();
    this.log = new ByteLog(packing);
    this.contents = new ByteLog(packing);
  }

  get sequence(): number {
    return this.log.length;
  }

  get chunkCount(): number {
    return this.hashes.length;
  }

  /** Bytes of RAM. */
  get loadedBytes(): number {
    return this.log.loadedBytes + this.contents.loadedBytes + this.hashes.loadedBytes;
  }

  head(): Head {
    const { generation, sequence, bytes } = this;
    return { generation, sequence, fingerprint: base64UrlOf(this.chain), bytes };
  }

  /** Tests that a head is in this history. */
  has({ generation, sequence, fingerprint }: Head): boolean {
    return generation === this.generation && base64UrlOf(this.chainAt(sequence)) === fingerprint;
  }

  /** The chain after an event; of no bytes for one that is not there. */
  chainAt(sequence: number): Uint8Array {
    if (sequence === this.sequence) return this.chain;
    if (sequence === 0) return this.first();
    return this.event(sequence)?.chain ?? new Uint8Array(0);
  }

  event(sequence: number): Linked | null {
    if (sequence < 1 || sequence > this.sequence) return null;
    const bytes = this.log.at(sequence - 1);
    const [mark, chain] = [bytes.subarray(0, MARK), bytes.subarray(MARK, MARK + HASH)];
    return { sequence, mark, chain, record: bytes.subarray(MARK + HASH) };
  }

  after(sequence: number): Linked[] {
    return Array.from({ length: this.sequence - sequence }, (_, i) => this.event(sequence + i + 1)!);
  }

  /** The chain after an event that would be the next one. */
  next({ mark, record }: Omit<Published, "sequence">): Uint8Array {
    return nextLink(this.sha256, this.chain, mark, record);
  }

  add(event: Omit<Published, "sequence">, chain = this.next(event)): void {
    this.chain = chain;
    this.log.add(event.mark, chain, event.record);
    this.bytes += event.record.length;
  }

  /** Adds a chunk, unless it is there. Throws SXP5002 for a name that is not a hash. */
  hold(name: string, { kind, bytes }: Chunk): void {
    const hash = bytesOfBase64Url(name);
    if (!isHashName(name))
      throw memoryError("SXP5002", { file: `chunk ${name.slice(0, 60)}`, problem: "it is not named by a hash" });
    if (this.hashes.indexOf(hash) >= 0) return;
    this.hashes.add(hash);
    this.contents.add(Uint8Array.of(KINDS.indexOf(kind)), bytes);
    this.bytes += bytes.length;
  }

  chunk(name: string): Chunk | null {
    const index = this.hashes.indexOf(bytesOfBase64Url(name));
    return index < 0 ? null : this.chunkAt(index);
  }

  holds(name: string): boolean {
    return this.hashes.indexOf(bytesOfBase64Url(name)) >= 0;
  }

  *names(): Iterable<string> {
    for (let i = 0; i < this.chunkCount; i++) yield base64UrlOf(this.hashes.at(i));
  }

  *chunks(): Iterable<Chunk & { readonly hash: Uint8Array }> {
    for (let i = 0; i < this.chunkCount; i++) yield { hash: this.hashes.at(i), ...this.chunkAt(i) };
  }

  /** Compresses what is there; later additions stay as they are for a while. */
  seal(): void {
    this.log.seal();
    this.contents.seal();
  }

  /** Current lengths, for `takeBack`. */
  position(): Position {
    const { sequence, chunkCount, chain, bytes } = this;
    return { sequence, chunkCount, chain, bytes };
  }

  takeBack({ sequence, chunkCount, chain, bytes }: Position): void {
    this.log.truncate(sequence);
    this.contents.truncate(chunkCount);
    this.hashes.truncate(chunkCount);
    Object.assign(this, { chain, bytes });
  }

  private first(): Uint8Array {
    return firstLink(this.sha256, this.id, this.generation);
  }

  private chunkAt(index: number): Chunk {
    const bytes = this.contents.at(index);
    return { kind: KINDS[bytes[0]!]!, bytes: bytes.subarray(1) };
  }
}

interface Position extends Pick<Held, "sequence" | "chunkCount" | "chain" | "bytes"> {}
