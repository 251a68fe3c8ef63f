import type { ContentPlaces } from "../content.js";
import type { Shapes } from "../layout.js";
import type { Cell, Segment } from "./segment.js";
import type { SegmentSummary } from "./segmentSummary.js";

/** A segment that is kept somewhere: its summary is known, its columns are read when one of them is first looked at. */
export class StoredSegment implements Segment {
  private columns: Segment | WeakRef<Segment> | null = null;

  constructor(
    readonly reference: string,
    readonly summary: SegmentSummary,
    private readonly open: (segment: StoredSegment) => Segment,
  ) {}

  /** The columns if they were read. */
  get known(): Segment | null {
    return this.columns instanceof WeakRef ? (this.columns.deref() ?? null) : this.columns;
  }

  /** Lets the columns go: they are read again if they are needed. */
  release(): void {
    if (this.columns !== null && !(this.columns instanceof WeakRef)) this.columns = new WeakRef(this.columns);
  }

  get size(): number {
    return this.summary.size;
  }

  get minLevel(): number {
    return this.summary.minLevel;
  }

  get level(): Int32Array {
    return this.read.level;
  }

  get type(): Int32Array {
    return this.read.type;
  }

  get text(): Int32Array {
    return this.read.text;
  }

  get key(): Int32Array | null {
    return this.read.key;
  }

  get places(): ContentPlaces {
    return this.read.places;
  }

  get typeNames(): readonly string[] {
    return this.read.typeNames;
  }

  get attributeNames(): readonly string[] {
    return this.read.attributeNames;
  }

  get cells(): readonly Cell[] {
    return this.read.cells;
  }

  get postings(): readonly Int32Array[] {
    return this.read.postings;
  }

  get rank(): Int32Array {
    return this.read.rank;
  }

  get parentDistance(): Int32Array {
    return this.read.parentDistance;
  }

  get end(): Int32Array {
    return this.read.end;
  }

  get heads(): readonly number[] {
    return this.read.heads;
  }

  get tails(): readonly number[] {
    return this.read.tails;
  }

  get shapes(): Shapes {
    return this.read.shapes;
  }

  private get read(): Segment {
    const { known } = this;
    if (known !== null) return known;
    const columns = this.open(this);
    this.columns = columns;
    return columns;
  }
}
