import {
  type AttributeOperator,
  type AxisOperator,
  type BracketOperator,
  describeBracket,
  type MeetPlan,
  type OwnTextOperator,
  placeInterval,
  type StepPlan,
} from "@semantic-xpath/planner";
import { DOCUMENT, NONE, nodePath } from "@semantic-xpath/tree";
import { reachesAnything } from "../execute/axes/axes.js";
import { resolvePlaces } from "../execute/axes/resolvedAxis.js";
import { siblingOffsets } from "../execute/axes/siblingOffsets.js";
import { IdBuffer, isEntryOf, type List, weightIn } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { attributeNameOf, OWN_TEXT_NAME, placedAt } from "./factors.js";
import type { KnownScores } from "./knownScores.js";
import { joined, type LazyList, NO_ENTRIES } from "./lazyList.js";
import type { AxisRecord, BracketRecord, FrameRecord } from "./recorder.js";
import type { Cutoff } from "./replay.js";
import type { TraceDrop } from "./trace.js";

/** Dropped entries of a recorded list: paths and reasons are made one by one. */
type Drops = LazyList<TraceDrop>;

/** Contexts from which the axis reaches nothing. */
export function axisDrops(run: Run, { axis }: StepPlan, records: readonly AxisRecord[]): Drops {
  if (axis.kind === "Members") return NO_ENTRIES;
  const reaches = reachesAnything(run.tree, run.axes.of(axis));
  const detailOf = (node: number): string =>
    axis.kind === "Id" ? run.axes.of(axis).references.whyNothing(node) : noCandidates(axis);
  return joined(
    records.map(({ contexts: { ids } }) =>
      dropsOf(
        indicesWhere(ids.length, (i) => !reaches(ids[i]!)),
        (i) => ({ path: pathOf(run, ids[i]!), reason: "no-candidates", detail: detailOf(ids[i]!) }),
      ),
    ),
  );
}

function noCandidates({ axis, test, take }: AxisOperator): string {
  const wanted = test.names === null ? "node" : test.names.join(" or ");
  return take === null
    ? `it has no ${wanted} on the ${axis} axis`
    : `it has no ${wanted} at that position of the ${axis} axis`;
}

/** Candidates that a bracket dropped, each with its reason. `cutoff`: what pruned nodes could not reach, null in other runs. */
export function bracketDrops(
  run: Run,
  bracket: BracketOperator,
  records: readonly BracketRecord[],
  knownScores: KnownScores,
  cutoff: Cutoff | null,
): Drops {
  return joined(records.map((record) => recordDrops(run, bracket, record, knownScores, cutoff)));
}

function recordDrops(
  run: Run,
  bracket: BracketOperator,
  record: BracketRecord,
  knownScores: KnownScores,
  cutoff: Cutoff | null,
): Drops {
  switch (bracket.kind) {
    case "Position":
      return positionDrops(run, bracket, record);
    case "Sibling":
      return siblingDrops(run, bracket, record);
    case "Filter":
      return filterDrops(run, bracket, record, knownScores, cutoff);
    case "Relevance":
      return prunedDrops(run, bracket, record, knownScores, cutoff);
    case "Order":
    case "GroupBy":
      return NO_ENTRIES;
  }
}

function positionDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Position" }>,
  { before }: BracketRecord,
): Drops {
  const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
  const segments = before.segments ?? Int32Array.of(0, before.ids.length);
  const out = new IdBuffer();
  for (let s = 0; s + 1 < segments.length; s++) {
    const from = segments[s]!;
    const count = segments[s + 1]! - from;
    const { start, stop } = placeInterval(places, count);
    for (let i = 0; i < count; i++) if (i < start || i >= stop) out.push(from + i);
  }
  const described = describeBracket(bracket);
  return dropsOf(out.take(), (i) => {
    const { node, place, last } = placedAt(before, i);
    return {
      path: pathOf(run, node),
      reason: "position",
      detail: `position ${place} of ${last} is outside ${described}`,
    };
  });
}

function siblingDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Sibling" }>,
  { before }: BracketRecord,
): Drops {
  const { ids, attributes } = before;
  const moved = siblingOffsets(run.tree, ids, bracket.offset);
  const drop = { reason: "no-sibling", detail: `it has no sibling at ${describeBracket(bracket)}` } as const;
  const isAttribute = (i: number): boolean => attributes !== null && attributes[i] !== NONE;
  return dropsOf(
    indicesWhere(ids.length, (i) => moved[i] === NONE || isAttribute(i)),
    (i) => ({ path: pathOf(run, ids[i]!), ...drop }),
  );
}

function filterDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Filter" }>,
  { before, mask }: BracketRecord,
  knownScores: KnownScores,
  cutoff: Cutoff | null,
): Drops {
  const { condition } = bracket;
  return dropsOf(
    indicesWhere(before.ids.length, (i) => mask![i] !== 1),
    (i) => {
      const at = placedAt(before, i);
      const path = pathOf(run, at.node);
      if (cutoff !== null && knownScores.condition(condition, at).high !== 0)
        return { path, ...unscored(weightAt(before, i), cutoff) };
      const score = condition.kind === "Threshold" ? knownScores.score(condition.score, at) : null;
      const scored =
        score === null
          ? ""
          : score.low === score.high
            ? `: the score is ${score.low}`
            : `: the score is from ${score.low} to ${score.high}`;
      return { path, reason: "filter", detail: `${describeBracket(bracket)} does not hold${scored}` };
    },
  );
}

export const weightAt = ({ base, own }: List, i: number): number => weightIn(base, i) * weightIn(own, i);

function prunedDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Relevance" }>,
  { before, after }: BracketRecord,
  knownScores: KnownScores,
  cutoff: Cutoff | null,
): Drops {
  if (cutoff === null || before.ids.length === after.ids.length) return NO_ENTRIES;
  const scoreAt = (i: number) => knownScores.score(bracket.score, placedAt(before, i));
  const open = indicesWhere(before.ids.length, (i) => {
    const { low, high } = scoreAt(i);
    return low !== high;
  });
  return dropsOf(open, (i) => {
    const { high } = scoreAt(i);
    const bound = weightIn(before.base, i) * (weightIn(before.own, i) * high);
    return { path: pathOf(run, before.ids[i]!), ...unscored(bound, cutoff) };
  });
}

function unscored(bound: number, cutoff: Cutoff): Pick<TraceDrop, "reason" | "detail"> {
  if (bound === 0)
    return { reason: "zero-weight", detail: "its weight is 0 already, so it was not scored any further" };
  const goal = {
    result: `the last result's ${cutoff.weight}`,
    head: `the last counted place's ${cutoff.weight}`,
    minimum: `the minimum score ${cutoff.weight}`,
  }[cutoff.of];
  return { reason: "bound", detail: `upper bound ${bound} can't reach ${goal}, so it was not scored any further` };
}

/** Nodes without the attribute, or the own text, that a path ends in. */
export function valueDrops(
  run: Run,
  operator: AttributeOperator | OwnTextOperator,
  records: readonly FrameRecord[],
): Drops {
  const { tree } = run;
  const attribute = operator.kind === "Text" ? NONE : tree.attributeId(operator.name);
  const lacks =
    operator.kind === "Text"
      ? (node: number): boolean => tree.text[node]! < 0
      : (node: number): boolean => attribute < 0 || tree.attributeValue(node, attribute) < 0;
  const drop =
    operator.kind === "Text"
      ? ({ reason: "no-text", detail: "it has no text of its own" } as const)
      : ({ reason: "no-attribute", detail: `it has no attribute "${operator.name}"` } as const);
  return joined(
    records.map(({ before: { ids } }) =>
      dropsOf(
        indicesWhere(ids.length, (i) => lacks(ids[i]!)),
        (i) => ({ path: pathOf(run, ids[i]!), ...drop }),
      ),
    ),
  );
}

/** Entries removed by the right side of a set operator. */
export function meetDrops(run: Run, { operator }: MeetPlan, records: readonly FrameRecord[]): Drops {
  const drop =
    operator === "except"
      ? ({ reason: "except", detail: "it is also in the operand after except" } as const)
      : ({ reason: "intersect", detail: "it is not in the operand after intersect" } as const);
  return joined(
    records.map(({ before, after }) => {
      const isKept = isEntryOf(run.tree, after);
      return dropsOf(
        indicesWhere(before.ids.length, (i) => !isKept(before, i)),
        (i) => ({ path: pathOf(run, before.ids[i]!, attributeNameOf(run, before, i)), ...drop }),
      );
    }),
  );
}

const dropsOf = (at: Int32Array, dropAt: (i: number) => TraceDrop): Drops => ({
  length: at.length,
  at: (index) => dropAt(at[index]!),
});

/** The indices below a count of what was dropped. */
export function indicesWhere(count: number, isDropped: (i: number) => boolean): Int32Array {
  const out = new IdBuffer();
  for (let i = 0; i < count; i++) if (isDropped(i)) out.push(i);
  return out.take();
}

/** The path of a node or of an attribute or the own text of it; `/` for the document node. */
export function pathOf(run: Run, node: number, attribute: string | null = null): string {
  const last = attribute === null ? "" : attribute === OWN_TEXT_NAME ? "/text()" : `/@${attribute}`;
  if (run.groups.isGroup(node)) return `${run.groups.label(node)}${last}`;
  return node === DOCUMENT ? last || "/" : `${nodePath(run.tree, node)}${last}`;
}
