import type { Change } from "./change.js";
import { changesOf } from "./changes.js";
import type { Version } from "./version.js";

/** Difference of two versions. */
export interface VersionDiff {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly Change[];
  /** The changes in words, one a line. */
  readonly text: string;
}

export function versionDiff(from: Version, to: Version): VersionDiff {
  const changes = changesOf(from.segments, to.segments);
  return { from: from.number, to: to.number, changes, text: changes.map(({ text }) => text).join("\n") };
}
