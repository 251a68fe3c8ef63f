import type { PathPlan } from "@semantic-xpath/planner";
import { type Recorder, segmentOf } from "@semantic-xpath/runtime/internal";

/** The evidence that a path found in one evaluation: entry i is `ids[i]`, found from the node `origin[i]`. */
export interface EvidenceEntries {
  /** The nodes that the path started from. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly origin: Int32Array;
}

/** What an evidence path found, evaluation by evaluation, each entry with the node that it is evidence for. */
export function evidenceEntries({ axes, brackets }: Recorder, path: PathPlan): EvidenceEntries[] {
  const [first, last] = [path.steps[0], path.steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = axes.get(first.axis.id) ?? [];
  const bracket = last.brackets.at(-1);
  const afters = bracket === undefined ? null : (brackets.get(bracket.id) ?? []);
  const found: EvidenceEntries[] = [];
  for (const [k, { contexts, list }] of (axes.get(last.axis.id) ?? []).entries()) {
    const from = starts[k]?.contexts.ids;
    const after = afters === null ? list : afters[k]?.after;
    if (from === undefined || after === undefined) continue;
    const { offsets } = contexts;
    const origin = new Int32Array(after.ids.length);
    for (let i = 0; i < origin.length; i++) {
      const segment = segmentOf(after, i);
      const sequence = offsets === null ? 0 : last.grouping === "context" ? placeIn(offsets, segment) : segment;
      origin[i] = from[sequence]!;
    }
    found.push({ starts: from, ids: after.ids, origin });
  }
  return found;
}

/** The range of ascending offsets that an index lies in. */
function placeIn(offsets: Int32Array, index: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! <= index) low = middle;
    else high = middle;
  }
  return low;
}
