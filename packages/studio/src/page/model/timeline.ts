import type { VersionView } from "../../protocol.js";

/** A version as a row of a drawing, the newest first. */
interface TimelineRow {
  readonly version: VersionView;
  /** Its branch's column, from 0. */
  readonly lane: number;
}

/** A line from a version to one that it was made of, by their rows; `parentRow` null: it is not among the rows. */
export interface TimelineLine {
  readonly fromRow: number;
  readonly fromLane: number;
  readonly parentRow: number | null;
  readonly parentLane: number;
}

export interface Timeline {
  readonly rows: readonly TimelineRow[];
  readonly lines: readonly TimelineLine[];
  readonly lanes: number;
}

/** Versions as a drawing: a column for each branch in the order in which branches began, `main` first. Linear in the versions. */
export function timelineOf(versions: readonly VersionView[]): Timeline {
  const lanes = new Map<string, number>();
  if (versions.some(({ branch }) => branch === "main")) lanes.set("main", 0);
  for (const { branch } of versions) if (!lanes.has(branch)) lanes.set(branch, lanes.size);
  const rows = versions.toReversed().map((version) => ({ version, lane: lanes.get(version.branch)! }));
  const rowOf = new Map(rows.map(({ version }, row) => [version.number, row]));
  const lines = rows.flatMap(({ version, lane }, fromRow) =>
    version.parents.map((parent) => {
      const parentRow = rowOf.get(parent) ?? null;
      return { fromRow, fromLane: lane, parentRow, parentLane: parentRow === null ? lane : rows[parentRow]!.lane };
    }),
  );
  return { rows, lines, lanes: Math.max(1, lanes.size) };
}
