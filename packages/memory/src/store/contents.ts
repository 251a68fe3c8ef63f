import { printSchema, type Schema } from "@semantic-xpath/planner";
import { type NodeData, nodeData, SegmentedTree, treeOf } from "@semantic-xpath/tree";
import type { Chunk, Journal } from "../journal/journal.js";
import type { Change } from "./change.js";
import { readSchema } from "./version.js";

/** What versions hold, in chunks: trees, schemas, and lists of changes that are too long for a record. Trees that were read stay in memory. */
export class Contents {
  /** By manifest, the one used last at the end. */
  private readonly trees = new Map<string, SegmentedTree>();
  private readonly schemas = new Map<string, Schema>();
  private nodes = 0;

  constructor(
    private readonly journal: Journal,
    private readonly cachedNodes: number,
    /** Chunks that are to be written together with the step at hand. */
    private readonly pending: () => readonly Chunk[],
  ) {}

  tree(manifest: string): SegmentedTree {
    const tree = this.trees.get(manifest) ?? this.decode(manifest);
    this.keep(manifest, tree);
    return tree;
  }

  schema(hash: string): Schema {
    let schema = this.schemas.get(hash);
    if (schema === undefined) {
      schema = readSchema(this.read(hash));
      this.schemas.set(hash, schema);
    }
    return schema;
  }

  changes(hash: string): readonly Change[] {
    return JSON.parse(new TextDecoder().decode(this.read(hash))) as readonly Change[];
  }

  /** The chunks of a tree, and what its manifest is called. */
  encode(tree: SegmentedTree): { readonly manifest: string; readonly chunks: readonly Chunk[] } {
    const keys = Array.from({ length: tree.size }, (_, i) => tree.keyOf(i + 1));
    const data = tree.size === 0 ? null : nodeData(tree.toTree(), 1);
    const chunk: Chunk = { kind: "manifest", bytes: jsonBytes({ data, keys }) };
    const manifest = this.journal.hashOf(chunk);
    this.keep(manifest, tree);
    return { manifest, chunks: [chunk] };
  }

  /** A blob, and what it is called. */
  blob(bytes: Uint8Array): { readonly hash: string; readonly chunk: Chunk } {
    const chunk: Chunk = { kind: "blob", bytes };
    return { hash: this.journal.hashOf(chunk), chunk };
  }

  schemaBlob(schema: Schema): { readonly hash: string; readonly chunk: Chunk } {
    return this.blob(new TextEncoder().encode(printSchema(schema)));
  }

  private decode(manifest: string): SegmentedTree {
    const { data, keys } = JSON.parse(new TextDecoder().decode(this.read(manifest))) as {
      data: NodeData | null;
      keys: number[];
    };
    if (data === null) return SegmentedTree.of(treeOf({ type: "x" })).remove(1);
    return SegmentedTree.of(treeOf(data).withKey(Int32Array.from([0, ...keys])));
  }

  private read(hash: string): Uint8Array {
    const pending = this.pending().find((chunk) => this.journal.hashOf(chunk) === hash);
    return (pending ?? this.journal.read(hash)).bytes;
  }

  private keep(manifest: string, tree: SegmentedTree): void {
    if (this.trees.delete(manifest)) this.nodes -= tree.size;
    this.trees.set(manifest, tree);
    this.nodes += tree.size;
    for (const [oldest, old] of this.trees) {
      if (this.nodes <= this.cachedNodes || oldest === manifest) break;
      this.trees.delete(oldest);
      this.nodes -= old.size;
    }
  }
}

export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
