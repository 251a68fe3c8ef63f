import { remove, type Segment } from "./segments.js";

/** Removes the oldest segments until the others have `maxBytes` at most; gives those that are left. */
export async function evict(segments: readonly Segment[], maxBytes: number): Promise<readonly Segment[]> {
  let total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const left: Segment[] = [];
  for (const segment of segments) {
    if (total > maxBytes && (await remove(segment.path))) total -= segment.bytes;
    else left.push(segment);
  }
  return left;
}
