import { printSchema, type Schema } from "@semantic-xpath/planner";
import { getOrMake, SegmentArchive, type SegmentedTree, type Tree } from "@semantic-xpath/tree";
import type { Chunk, Journal } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import type { Draft } from "./draft.js";
import { decodeChanges, decodeRecord } from "./recordShapes.js";
import type { Committed, StoreRecord } from "./records.js";
import type { VersionState } from "./state.js";
import { readSchema } from "./version.js";

/** A tree as it is kept. */
interface EncodedTree {
  readonly manifest: string;
  /** Chunks that are not stored yet, by hashes. */
  readonly chunks: ReadonlyMap<string, Chunk>;
  /** To be called when they are kept. */
  readonly stored: () => void;
}

/** Records that stay decoded: versions are read one after the other, and each several times. */
const MAX_RECORDS = 16;

/** Records and chunks of versions: trees, schemas, and lists of changes that are too long for a record. */
export class Contents {
  /** By task: the versions of a task share segments and values. */
  private readonly archives = new Map<number, SegmentArchive>();
  /** Trees that stay in memory, by manifest, the one used last at the end. */
  private readonly trees = new Map<string, SegmentedTree>();
  /** By task: the last version that was laid out and then followed by another, which shares most of its columns when it is laid out itself. */
  private readonly followed = new Map<number, SegmentedTree>();
  private readonly schemas = new Map<string, Schema>();
  /** By the numbers of their events, the one read last at the end. */
  private readonly records = new Map<number, StoreRecord>();
  private nodes = 0;
  constructor(
    private readonly journal: Journal,
    /** The generation of the journal in which all of it is. */
    private readonly generation: number,
    private readonly cachedNodes: number,
    /** The present step, which is not written yet. */
    private readonly draft: () => Draft | null,
    /** Source of the trees that are encoded here. */
    private readonly from: Contents | null = null,
  ) {}

  /** Nodes of the trees that stay in memory. */
  get cachedSize(): number {
    return this.nodes;
  }

  /** A copy with nothing stored: all trees are encoded again. */
  anew(): Contents {
    return new Contents(this.journal, this.generation, this.cachedNodes, this.draft, this);
  }

  tree(task: number, manifest: string): SegmentedTree {
    const tree = this.trees.get(manifest) ?? this.archive(task).open(manifest);
    this.keep(manifest, tree);
    return tree;
  }

  /** Adopts a foreign tree into a task. It gets no keys unless they are kept. */
  adopt(task: number, tree: Tree | SegmentedTree, keepsKeys = false): SegmentedTree {
    return this.archive(task).adopt(tree, { keepsKeys });
  }

  /**
   * The chunks of a tree that a version before it has not got, and what its manifest is called. When they are kept, the tree takes the place of that version
   * in memory.
   */
  encode(task: number, tree: SegmentedTree, base: SegmentedTree | null): EncodedTree {
    const archive = this.archive(task);
    const { reference, chunks, stored } = archive.encode(tree, base);
    return {
      manifest: reference,
      chunks: new Map(chunks.map(({ reference: hash, kind, bytes }) => [hash, { kind, bytes }])),
      stored: () => {
        stored();
        if (base?.isLaidOut === true) this.followed.set(task, base);
        const followed = base === null ? null : archive.referenceOf(base);
        if (followed !== null) this.release(followed);
        this.keep(reference, tree);
      },
    };
  }

  /** The event that made a version. */
  committed(task: number, { version, sequence, place }: VersionState): Committed {
    const draft = this.draft();
    const { events } = draft?.sequence === sequence ? draft : this.record(sequence);
    const event = events[place];
    if (event?.kind === "commit" && event.task === task && event.version === version) return event;
    throw pruned();
  }

  /** Keeps a record that was written or read. */
  keepRecord(sequence: number, record: StoreRecord): void {
    this.records.delete(sequence);
    this.records.set(sequence, record);
    if (this.records.size > MAX_RECORDS) this.records.delete(this.records.keys().next().value!);
  }

  schema(hash: string): Schema {
    return getOrMake(this.schemas, hash, () => readSchema(this.read(hash)));
  }

  changes(hash: string): readonly Change[] {
    return decodeChanges(this.read(hash), hash);
  }

  /** A blob, and what it is called. */
  blob(bytes: Uint8Array): { readonly hash: string; readonly chunk: Chunk } {
    const chunk: Chunk = { kind: "blob", bytes };
    return { hash: this.journal.hashOf(chunk), chunk };
  }

  schemaBlob(schema: Schema): { readonly hash: string; readonly chunk: Chunk } {
    return this.blob(new TextEncoder().encode(printSchema(schema)));
  }

  private archive(task: number): SegmentArchive {
    return getOrMake(
      this.archives,
      task,
      () =>
        this.from?.archive(task).anew() ??
        new SegmentArchive({
          read: (hash) => this.read(hash),
          referenceOf: (kind, bytes) => this.journal.hashOf({ kind, bytes }),
        }),
    );
  }

  private read(hash: string): Uint8Array {
    const chunk = this.draft()?.chunks.get(hash) ?? this.journal.chunks([hash]).get(hash);
    if (chunk !== undefined) return chunk.bytes;
    throw this.isPresent() ? memoryError("SXP5003", { hash }) : pruned();
  }

  private record(sequence: number): StoreRecord {
    const record = this.records.get(sequence) ?? this.readRecord(sequence);
    this.keepRecord(sequence, record);
    return record;
  }

  private readRecord(sequence: number): StoreRecord {
    const event = this.journal.snapshot(() => (this.isPresent() ? this.journal.event(sequence) : null));
    if (event !== null) return decodeRecord(event);
    throw this.isPresent()
      ? memoryError("SXP5002", { file: this.journal.where, problem: `event ${sequence} is missing` })
      : pruned();
  }

  private isPresent(): boolean {
    return this.journal.head().generation === this.generation;
  }

  private keep(manifest: string, tree: SegmentedTree): void {
    this.release(manifest);
    this.trees.set(manifest, tree);
    this.nodes += tree.size;
    for (const oldest of this.trees.keys()) {
      if (this.nodes <= this.cachedNodes || oldest === manifest) break;
      this.release(oldest);
    }
  }

  private release(manifest: string): void {
    this.nodes -= this.trees.get(manifest)?.size ?? 0;
    this.trees.delete(manifest);
  }
}

/** Nothing is lost: what stays is in other records and chunks since then. */
const pruned = (): Error =>
  memoryError("SXP5018", {
    what: "Reading",
    problem: "the store was pruned since this was opened; read it again",
  });
