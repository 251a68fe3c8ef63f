import { memoryError } from "../memoryError.js";
import { damaged, type Entry, equal, type FileIndex, hashChunk, hashName, markOf, nextChain } from "./format.js";
import { type Ending, readEnding } from "./generations.js";
import { generationNumber, parseName } from "./names.js";
import type { Storage } from "./storage.js";
import type { GenerationStart } from "./storeFile.js";

/** A file of the generation that is open, of those that together hold its events. */
export interface KnownFile {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

interface Place {
  readonly file: string;
  readonly entry: Entry;
}

/** What a reader knows of one generation: the events read so far, the files that hold them, and where each chunk is. */
export class Generation {
  readonly name: string;
  readonly format: number;
  /** The fingerprint after all that are known. */
  chain: Uint8Array;
  /** Each with its mark. */
  readonly records: Uint8Array[] = [];
  files: KnownFile[] = [];
  readonly places = new Map<string, Place>();
  /** The event that ends it, once it is there: nothing is published after it. */
  ending: Ending | null = null;

  constructor(
    private readonly storage: Storage,
    { generation, format }: GenerationStart,
  ) {
    this.name = generation;
    this.format = format;
    this.chain = this.start();
  }

  get number(): number {
    return generationNumber(this.name);
  }

  /** How many events have been read. */
  get known(): number {
    return this.records.length;
  }

  /** Takes the events of a file that are not known yet, and the places of its chunks. */
  take(index: FileIndex): void {
    const named = parseName(index.name)!;
    if (named.first !== index.first || named.last !== index.first + index.count - 1) {
      throw damaged(index.name, `it holds the events ${index.first} to ${index.first + index.count - 1}`);
    }
    let chain = index.chain;
    index.events.forEach((event, i) => {
      const number = index.first + i;
      if (number === this.known + 1 && !equal(chain, this.chain)) {
        throw damaged(index.name, `its event ${number} does not follow the one before`);
      }
      chain = nextChain(this.storage, chain, event.hash);
      if (number !== this.known + 1) return;
      if (event.kind === "switch") {
        this.ending = readEnding(index, event.bytes);
        return;
      }
      this.records.push(event.bytes);
      this.chain = chain;
    });
    if (this.ending?.file !== index.name) this.know(index);
  }

  /** Where a chunk is; throws if it is not known. */
  placeOf(hash: string): Place {
    const place = this.places.get(hash);
    if (place === undefined) throw memoryError("SXP5003", { hash });
    return place;
  }

  /** Marks of the last events, oldest first. */
  marks(count: number): string[] {
    return this.records.slice(-count).map(markOf);
  }

  /** The fingerprint after so many events, which are known. */
  chainAfter(count: number): Uint8Array {
    return this.records
      .slice(0, count)
      .reduce(
        (chain, record) => nextChain(this.storage, chain, hashChunk(this.storage, "record", record)),
        this.start(),
      );
  }

  private start(): Uint8Array {
    return this.storage.hash([new TextEncoder().encode(this.name)]);
  }

  private know(index: FileIndex): void {
    const file = knownFile(index);
    this.files = [...this.files.filter(({ first, last }) => first < file.first || last > file.last), file].sort(
      (one, other) => one.first - other.first,
    );
    for (const entry of index.entries) {
      if (entry.kind !== "record") this.places.set(hashName(entry.hash), { file: index.name, entry });
    }
  }
}

export const knownFile = ({ name, first, count, bytes }: FileIndex): KnownFile => ({
  name,
  first,
  last: first + count - 1,
  bytes,
});
