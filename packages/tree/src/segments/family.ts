import { getOrMake } from "@semantic-xpath/values";
import { NONE } from "../ids.js";
import type { Tree } from "../tree.js";
import { ValueTableBuilder } from "../values.js";
import { copyOf, SEGMENT_NODES, type Segment } from "./segment.js";

/** State shared by versions that descend from one tree. */
export class Family {
  /** The version whose flat columns were laid out last. */
  laidOut: WeakRef<Tree> | null = null;

  constructor(
    /** Values of all versions: they only grow. */
    readonly values = new ValueTableBuilder(),
    /** Most nodes of a segment. */
    readonly most = SEGMENT_NODES,
  ) {}

  /** The values of another family by their numbers here, each looked up once. */
  private ownOf({ values }: Family): (value: number) => number {
    if (values === this.values) return (value) => value;
    const ownIds = new Map<number, number>();
    return (value) => (value === NONE ? NONE : getOrMake(ownIds, value, () => this.values.intern(values.get(value))));
  }

  /** Segments of another family as segments of this one. */
  adopt(segments: readonly Segment[], from: Family, keepsKeys: boolean): Segment[] {
    const toOwn = this.ownOf(from);
    return segments.map((segment) =>
      copyOf(segment, {
        key: keepsKeys ? segment.key : null,
        text: segment.text.map(toOwn),
        cells: segment.cells.map((cell) => ({ ...cell, values: cell.values.map(toOwn) })),
      }),
    );
  }
}
