import type { Tree } from "../tree.js";
import { ValueTableBuilder } from "../values.js";
import { malformed } from "./encoding/byteReader.js";
import { decodeSegment, encodeSegment, readHead, readWhole } from "./encoding/encodeSegment.js";
import {
  applyManifestDelta,
  encodeManifest,
  encodeManifestDelta,
  isSameSummary,
  type Manifest,
  type ManifestDelta,
  readManifest,
  readManifestDelta,
} from "./encoding/manifest.js";
import { applyDeltas, encodeSegmentDelta, readDelta, type SegmentDelta } from "./encoding/segmentDelta.js";
import { Family } from "./family.js";
import { copyOf, SEGMENT_NODES, type Segment } from "./segment.js";
import { SegmentedTree } from "./segmentedTree.js";
import { type SegmentSummary, summaryOf } from "./segmentSummary.js";
import { StoredSegment } from "./storedSegment.js";

/** Stored form of a version. */
export interface EncodedVersion {
  /** Reference to the version. */
  readonly reference: string;
  /** Chunks that are not stored yet, in such an order that each refers to earlier ones only. */
  readonly chunks: readonly EncodedChunk[];
  /** To be called when the chunks are kept: later versions refer to them. */
  stored(): void;
}

export interface EncodedChunk {
  readonly kind: "segment" | "manifest";
  readonly reference: string;
  readonly bytes: Uint8Array;
}

interface ArchiveOptions {
  /** The bytes that are kept under a reference. */
  readonly read: (reference: string) => Uint8Array;
  /** Reference to bytes: equal for equal bytes, else different. */
  readonly referenceOf: (kind: EncodedChunk["kind"], bytes: Uint8Array) => string;
  /** Most nodes of a segment, 2 048 by default. */
  readonly most?: number;
}

/** Stored place of an object, with its number of deltas. */
interface Place {
  readonly reference: string;
  readonly depth: number;
  /** The whole segment that the deltas of a segment begin with. Absent for whole ones and for versions. */
  readonly root?: Root;
}

interface Root {
  readonly reference: string;
  /** null: to be read. */
  readonly segment: Segment | null;
}

/**
 * Maximum number of deltas on each other, since reading an object takes as many look-ups. A segment then becomes one delta on the whole one, a version is stored whole.
 */
const MAX_DEPTH = 48;

/**
 * The stored versions of one tree, as bytes that refer to each other. Versions share their segments and values; the segments of
 * an opened version are read on first access, and those of unused versions are released.
 *
 * @example
 * const archive = new SegmentArchive({ read: (reference) => kept.get(reference), referenceOf });
 * const { version } = archive.adopt(tree).withKeys(1);
 * const { reference, chunks, stored } = archive.encode(version);
 * for (const chunk of chunks) kept.set(chunk.reference, chunk.bytes);
 * stored();
 */
export class SegmentArchive {
  /** Segments whose columns were read so far. */
  opened = 0;
  private family: Family;
  /** True if the family has versions: then it stays, even without any value. */
  private isUsed = false;
  private readonly segments = new InUse<Segment>();
  private readonly versions = new InUse<SegmentedTree>();
  private readonly places = new WeakMap<Segment | SegmentedTree, Place>();

  constructor(private readonly options: ArchiveOptions) {
    this.family = new Family(new ValueTableBuilder(), options.most ?? SEGMENT_NODES);
  }

  /** An archive of the same versions in which nothing is kept yet: there all is rewritten. */
  anew(): SegmentArchive {
    const archive = new SegmentArchive(this.options);
    archive.family = this.family;
    archive.isUsed = true;
    return archive;
  }

  /** Adopts a tree, or a foreign version, as a version of this one. It gets no keys unless they are kept. Linear. */
  adopt(tree: Tree | SegmentedTree, { keepsKeys = false }: { readonly keepsKeys?: boolean } = {}): SegmentedTree {
    const segmented = tree instanceof SegmentedTree ? tree : SegmentedTree.of(tree, this.family.most);
    if (segmented.family === this.family) return segmented;
    if (this.family.values.size > 0 || this.isUsed) {
      const segments = this.family.adopt(segmented.segments, segmented.family, keepsKeys);
      return SegmentedTree.ofSegments(segments, segmented.source, this.family);
    }
    // The values of the first tree keep their numbers: nothing is looked up.
    const segments = segmented.segments.map((segment) => copyOf(segment, { key: keepsKeys ? segment.key : null }));
    this.family = new Family(ValueTableBuilder.after(segmented.family.values.snapshot()), this.family.most);
    this.isUsed = true;
    return SegmentedTree.ofSegments(segments, segmented.source, this.family);
  }

  /** The bytes of a version of this archive; with a base, which is kept already, of what is not in that. */
  encode(version: SegmentedTree, base: SegmentedTree | null = null): EncodedVersion {
    if (version.family !== this.family) throw new RangeError("A version is kept where it was adopted or opened");
    const chunks = new Map<string, EncodedChunk>();
    const places: [Segment | SegmentedTree, Place][] = [];
    const add = (of: Segment | SegmentedTree, bytes: Uint8Array, depth: number, root?: Root): string => {
      const kind = of === version ? "manifest" : "segment";
      const reference = this.options.referenceOf(kind, bytes);
      if (!chunks.has(reference)) chunks.set(reference, { kind, reference, bytes });
      places.push([of, { reference, depth, ...(root !== undefined && { root }) }]);
      return reference;
    };
    const segments = version.segments.map((segment) => ({
      reference: this.places.get(segment)?.reference ?? this.encodeSegment(segment, base, add),
      summary: summaryOf(segment),
    }));
    const cached = this.places.get(version);
    if (cached !== undefined) return { reference: cached.reference, chunks: [], stored: () => {} };
    const reference = this.encodeManifest(version, { source: version.source, segments }, base, add);
    const stored = (): void => {
      for (const [of, place] of places) {
        this.places.set(of, place);
        if (of instanceof SegmentedTree) this.versions.set(place.reference, of);
        else this.segments.set(place.reference, of);
      }
    };
    return { reference, chunks: [...chunks.values()], stored };
  }

  private encodeSegment(segment: Segment, base: SegmentedTree | null, add: Add): string {
    let best: { readonly bytes: Uint8Array; readonly depth: number; readonly root: Root } | null = null;
    for (const earlier of base === null ? [] : earlierOf(segment, base)) {
      const place = this.places.get(earlier);
      if (place === undefined) continue;
      const root = place.root ?? { reference: place.reference, segment: earlier };
      const isDeep = place.depth >= MAX_DEPTH;
      const from = isDeep
        ? { reference: root.reference, depth: 0, segment: this.wholeOf(root) }
        : { ...place, segment: earlier };
      const bytes = encodeSegmentDelta(segment, from, this.family.values);
      if (bytes !== null && (best === null || bytes.length < best.bytes.length))
        best = { bytes, depth: from.depth + 1, root };
    }
    if (best !== null) return add(segment, best.bytes, best.depth, best.root);
    return add(segment, encodeSegment(segment, this.family.values), 0);
  }

  private wholeOf({ reference, segment }: Root): Segment {
    return segment ?? decodeSegment(this.options.read(reference), this.family.values);
  }

  private encodeManifest(version: SegmentedTree, manifest: Manifest, base: SegmentedTree | null, add: Add): string {
    const place = base === null ? undefined : this.places.get(base);
    if (place === undefined || place.depth >= MAX_DEPTH) return add(version, encodeManifest(manifest), 0);
    const segments = base!.segments.map((segment) => this.places.get(segment)!.reference);
    return add(version, encodeManifestDelta(manifest, { segments, ...place }), place.depth + 1);
  }

  /**
   * The version stored under a reference: the same object while it is in use. Throws a `ReadError`, SXP4050 or SXP4051, for
   * invalid bytes; also later, when a segment is first accessed.
   */
  open(reference: string): SegmentedTree {
    this.isUsed = true;
    const cached = this.versions.get(reference);
    if (cached !== undefined) return cached;
    const { manifest, depth } = this.readManifest(reference);
    const segments = manifest.segments.map((entry) => this.segmentOf(entry.reference, entry.summary));
    const version = SegmentedTree.ofSegments(segments, manifest.source, this.family);
    this.places.set(version, { reference, depth });
    this.versions.set(reference, version);
    return version;
  }

  private readManifest(reference: string): { readonly manifest: Manifest; readonly depth: number } {
    const deltas: ManifestDelta[] = [];
    let manifest: Manifest | null = null;
    for (let at = reference; manifest === null; ) {
      const cachedVersion = this.versions.get(at);
      if (cachedVersion !== undefined) {
        manifest = this.manifestOf(cachedVersion);
        break;
      }
      const { kind, input } = readHead(this.options.read(at));
      if (kind === "manifest") manifest = readManifest(input);
      else if (kind === "manifestDelta") at = addDelta(deltas, readManifestDelta(input));
      else throw malformed("the bytes are no manifest");
    }
    return { manifest: deltas.reduceRight(applyManifestDelta, manifest), depth: deltas[0]?.depth ?? 0 };
  }

  private manifestOf({ source, segments }: SegmentedTree): Manifest {
    const entries = segments.map((segment) => ({
      reference: this.places.get(segment)!.reference,
      summary: summaryOf(segment),
    }));
    return { source, segments: entries };
  }

  private segmentOf(reference: string, summary: SegmentSummary): Segment {
    const cached = this.segments.get(reference);
    if (cached !== undefined) return cached;
    const segment = new StoredSegment(reference, summary, (self) => this.openSegment(self));
    this.segments.set(reference, segment);
    // Its number of deltas is known after reading.
    this.places.set(segment, { reference, depth: MAX_DEPTH });
    return segment;
  }

  private openSegment(segment: StoredSegment): Segment {
    this.opened++;
    const deltas: SegmentDelta[] = [];
    let base: Segment | null = null;
    let at = segment.reference;
    while (base === null) {
      const cachedBase = at === segment.reference ? undefined : this.segments.get(at);
      if (cachedBase !== undefined && !(cachedBase instanceof StoredSegment && cachedBase.known === null)) {
        base = cachedBase;
        break;
      }
      const { kind, input } = readHead(this.options.read(at));
      if (kind === "segment") base = readWhole(input, this.family.values);
      else if (kind === "segmentDelta") at = addDelta(deltas, readDelta(input, this.family.values));
      else throw malformed("the bytes are no segment");
    }
    const columns = deltas.length === 0 ? base : applyDeltas(base, deltas.reverse());
    if (!isSameSummary(summaryOf(columns), segment.summary)) throw malformed("a segment is not what is said of it");
    const depth = deltas[deltas.length - 1]?.depth ?? 0;
    const root = this.places.get(base)?.root ?? { reference: at, segment: null };
    this.places.set(segment, { reference: segment.reference, depth, ...(depth > 0 && { root }) });
    return columns;
  }

  /** Stored reference of a segment or a version; null if it is not stored. */
  referenceOf(of: Segment | SegmentedTree): string | null {
    return this.places.get(of)?.reference ?? null;
  }
}

type Add = (of: Segment | SegmentedTree, bytes: Uint8Array, depth: number, root?: Root) => string;

/** The segments of an earlier version that most of a segment is in: those of its first, middle and last node that has a key there. */
function earlierOf({ key, size }: Segment, base: SegmentedTree): readonly Segment[] {
  if (key === null) return [];
  const first = base.placeOfKey(key[0]!);
  if (first >= 0 && base.segments[first]!.key === key) return [base.segments[first]!];
  const places = [first, ...[size >> 1, size - 1].map((place) => base.placeOfKey(key[place]!))];
  return [...new Set(places)].flatMap((place) => (place < 0 ? [] : [base.segments[place]!]));
}

/** Deltas are counted downwards, so that they end. */
function addDelta<D extends { readonly base: string; readonly depth: number }>(deltas: D[], delta: D): string {
  const above = deltas[deltas.length - 1];
  const isNext = above === undefined ? delta.depth <= MAX_DEPTH : delta.depth === above.depth - 1;
  if (!isNext || delta.depth < 1) throw malformed("deltas lie upon each other in another way than they say");
  deltas.push(delta);
  return delta.base;
}

/** Objects by their references, while they are in use. */
class InUse<T extends object> {
  private readonly held = new Map<string, WeakRef<T>>();
  private sweptAt = 256;

  get(reference: string): T | undefined {
    return this.held.get(reference)?.deref();
  }

  set(reference: string, value: T): void {
    if (this.held.size >= this.sweptAt) {
      for (const [name, each] of this.held) if (each.deref() === undefined) this.held.delete(name);
      this.sweptAt = Math.max(this.sweptAt, this.held.size * 2);
    }
    this.held.set(reference, new WeakRef(value));
  }
}
