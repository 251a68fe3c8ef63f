import {
  type AttributeOperator,
  type AxisOperator,
  type BracketOperator,
  describeBracket,
  placeInterval,
  type StepPlan,
} from "@semantic-xpath/planner";
import { resolvePlaces } from "../execute/axisTest.js";
import type { Bounds } from "../execute/bounds.js";
import { pushCandidates } from "../execute/candidates.js";
import { IdBuffer } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { siblingOffsets } from "../execute/siblings.js";
import { DOCUMENT, NONE } from "../tree/ids.js";
import { nodePath } from "../tree/path.js";
import type { AttributeRecord, AxisRecord, BracketRecord } from "./recorder.js";
import type { TraceDrop } from "./trace.js";

/** Contexts from which the axis reaches nothing. */
export function axisDrops(run: Run, { axis }: StepPlan, records: readonly AxisRecord[]): TraceDrop[] {
  const resolved = run.axes.of(axis);
  const one = resolved.take === null ? { ...resolved, take: { single: false, from: 1, to: 1 } } : resolved;
  const drops: TraceDrop[] = [];
  for (const { contexts } of records) {
    for (const context of contexts.ids) {
      const out = new IdBuffer(16);
      pushCandidates(run.tree, one, context, out);
      if (out.length === 0)
        drops.push({ path: pathOf(run, context), reason: "no-candidates", detail: noCandidates(axis) });
    }
  }
  return drops;
}

function noCandidates({ axis, test, take }: AxisOperator): string {
  const what = test.names === null ? "node" : test.names.join(" or ");
  return take === null
    ? `it has no ${what} on the ${axis} axis`
    : `it has no ${what} at that position of the ${axis} axis`;
}

/** Candidates that a bracket let fall, each with its reason. `last`: the weight of the last result, for what was pruned. */
export function bracketDrops(
  run: Run,
  bracket: BracketOperator,
  records: readonly BracketRecord[],
  bounds: Bounds,
  last: number,
): TraceDrop[] {
  return records.flatMap((record) => recordDrops(run, bracket, record, bounds, last));
}

function recordDrops(
  run: Run,
  bracket: BracketOperator,
  record: BracketRecord,
  bounds: Bounds,
  last: number,
): TraceDrop[] {
  switch (bracket.kind) {
    case "Position":
      return positionDrops(run, bracket, record);
    case "Sibling":
      return siblingDrops(run, bracket, record);
    case "Filter":
      return filterDrops(run, bracket, record, bounds);
    case "Relevance":
      return prunedDrops(run, bracket, record, bounds, last);
  }
}

function positionDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Position" }>,
  { before }: BracketRecord,
): TraceDrop[] {
  const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
  const segments = before.segments ?? Int32Array.of(0, before.ids.length);
  const drops: TraceDrop[] = [];
  for (let s = 0; s + 1 < segments.length; s++) {
    const from = segments[s]!;
    const count = segments[s + 1]! - from;
    const { start, stop } = placeInterval(places, count);
    for (let i = 0; i < count; i++) {
      if (i >= start && i < stop) continue;
      const detail = `position ${i + 1} of ${count} is outside ${describeBracket(bracket)}`;
      drops.push({ path: pathOf(run, before.ids[from + i]!), reason: "position", detail });
    }
  }
  return drops;
}

function siblingDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Sibling" }>,
  { before }: BracketRecord,
): TraceDrop[] {
  const moved = siblingOffsets(run.tree, before.ids, bracket.offset);
  const drops: TraceDrop[] = [];
  for (let i = 0; i < moved.length; i++) {
    const isAttribute = before.attributes !== null && before.attributes[i] !== NONE;
    if (moved[i] !== NONE && !isAttribute) continue;
    drops.push({
      path: pathOf(run, before.ids[i]!),
      reason: "no-sibling",
      detail: `it has no sibling at ${describeBracket(bracket)}`,
    });
  }
  return drops;
}

function filterDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Filter" }>,
  { before, mask }: BracketRecord,
  bounds: Bounds,
): TraceDrop[] {
  const drops: TraceDrop[] = [];
  for (let i = 0; i < before.ids.length; i++) {
    if (mask![i] === 1) continue;
    const { condition } = bracket;
    const node = before.ids[i]!;
    const score = condition.kind === "Threshold" ? bounds.score(condition.score, node) : null;
    const known =
      score === null
        ? ""
        : score.low === score.high
          ? `: the score is ${score.low}`
          : `: the score is at most ${score.high}`;
    drops.push({
      path: pathOf(run, node),
      reason: "filter",
      detail: `${describeBracket(bracket)} does not hold${known}`,
    });
  }
  return drops;
}

function prunedDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Relevance" }>,
  { before, after }: BracketRecord,
  bounds: Bounds,
  last: number,
): TraceDrop[] {
  if (before.ids.length === after.ids.length) return [];
  const drops: TraceDrop[] = [];
  for (let i = 0; i < before.ids.length; i++) {
    const { low, high } = bounds.score(bracket.score, before.ids[i]!);
    if (low === high) continue;
    const bound = (before.base === null ? 1 : before.base[i]!) * ((before.own === null ? 1 : before.own[i]!) * high);
    const detail = `upper bound ${bound} can't reach the last result's ${last}, so it was not scored any further`;
    drops.push({ path: pathOf(run, before.ids[i]!), reason: "bound", detail });
  }
  return drops;
}

export function attributeDrops(
  run: Run,
  { name }: AttributeOperator,
  records: readonly AttributeRecord[],
): TraceDrop[] {
  const attribute = run.tree.attributeId(name);
  return records.flatMap(({ before }) =>
    Array.from(before.ids)
      .filter((node) => attribute < 0 || run.tree.attributeValue(node, attribute) < 0)
      .map(
        (node): TraceDrop => ({
          path: pathOf(run, node),
          reason: "no-attribute",
          detail: `it has no attribute "${name}"`,
        }),
      ),
  );
}

export const pathOf = (run: Run, node: number): string => (node === DOCUMENT ? "/" : nodePath(run.tree, node));
