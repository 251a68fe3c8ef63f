import type { Version } from "@semantic-xpath/memory";
import type { Screen } from "../../render/screen.js";

interface Row {
  readonly version: Version;
  /** Prefixes of the first line of the version, and of the others. */
  readonly mark: string;
  readonly line: string;
}

/** Versions, newest first, with the lines of their branches on the left: each lane waits for the version that its newer ones come from. */
export function* laneRows(versions: readonly Version[], { glyphs, paint }: Screen): Generator<Row> {
  const isUnicode = glyphs.dot !== "-";
  const [node, bar] = isUnicode ? ["●", "│"] : ["*", "|"];
  const visible = new Set(versions.map(({ number }) => number));
  const lanes: (number | null)[] = [];
  const laneFor = (number: number): number => {
    const waiting = lanes.indexOf(number);
    if (waiting >= 0) return waiting;
    const free = lanes.indexOf(null);
    lanes[free < 0 ? lanes.length : free] = number;
    return lanes.indexOf(number);
  };
  for (const version of versions) {
    const lane = laneFor(version.number);
    const cells = lanes.map((waits, i) => (i === lane ? paint.yellow(node) : waits === null ? " " : paint.dim(bar)));
    for (const [i, waits] of lanes.entries()) if (waits === version.number) lanes[i] = null;
    const [first, ...others] = version.parents.filter((parent) => visible.has(parent));
    if (first !== undefined) lanes[lane] = first;
    for (const other of others) laneFor(other);
    const lines = lanes.map((waits) => (waits === null ? " " : paint.dim(bar)));
    while (lanes.at(-1) === null) lanes.pop();
    yield { version, mark: cells.join(" "), line: (lines.join(" ") || " ").padEnd(1) };
  }
}
