import {
  type AttributeOperator,
  type AxisOperator,
  type BracketOperator,
  describeBracket,
  placeInterval,
  type StepPlan,
} from "@semantic-xpath/planner";
import { pushCandidates } from "../execute/candidates.js";
import { IdBuffer, type List } from "../execute/frame.js";
import { resolvePlaces } from "../execute/resolvedAxis.js";
import type { Run } from "../execute/run.js";
import { siblingOffsets } from "../execute/siblings.js";
import { DOCUMENT, NONE } from "../tree/ids.js";
import { nodePath } from "../tree/path.js";
import { placedAt } from "./factors.js";
import type { Known } from "./known.js";
import type { AttributeRecord, AxisRecord, BracketRecord } from "./recorder.js";
import type { Cutoff } from "./replay.js";
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

/** Candidates that a bracket let fall, each with its reason. `cutoff`: what pruned nodes could not reach, null in other runs. */
export function bracketDrops(
  run: Run,
  bracket: BracketOperator,
  records: readonly BracketRecord[],
  known: Known,
  cutoff: Cutoff | null,
): TraceDrop[] {
  return records.flatMap((record) => recordDrops(run, bracket, record, known, cutoff));
}

function recordDrops(
  run: Run,
  bracket: BracketOperator,
  record: BracketRecord,
  known: Known,
  cutoff: Cutoff | null,
): TraceDrop[] {
  switch (bracket.kind) {
    case "Position":
      return positionDrops(run, bracket, record);
    case "Sibling":
      return siblingDrops(run, bracket, record);
    case "Filter":
      return filterDrops(run, bracket, record, known, cutoff);
    case "Relevance":
      return prunedDrops(run, bracket, record, known, cutoff);
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
  known: Known,
  cutoff: Cutoff | null,
): TraceDrop[] {
  const drops: TraceDrop[] = [];
  const { condition } = bracket;
  for (let i = 0; i < before.ids.length; i++) {
    if (mask![i] === 1) continue;
    const at = placedAt(before, i);
    const path = pathOf(run, at.node);
    if (cutoff !== null && known.condition(condition, at).high !== 0) {
      drops.push({ path, ...unscored(weightAt(before, i), cutoff) });
      continue;
    }
    const score = condition.kind === "Threshold" ? known.score(condition.score, at) : null;
    const told =
      score === null
        ? ""
        : score.low === score.high
          ? `: the score is ${score.low}`
          : `: the score is from ${score.low} to ${score.high}`;
    drops.push({ path, reason: "filter", detail: `${describeBracket(bracket)} does not hold${told}` });
  }
  return drops;
}

const weightAt = ({ base, own }: List, i: number): number =>
  (base === null ? 1 : base[i]!) * (own === null ? 1 : own[i]!);

function prunedDrops(
  run: Run,
  bracket: Extract<BracketOperator, { kind: "Relevance" }>,
  { before, after }: BracketRecord,
  known: Known,
  cutoff: Cutoff | null,
): TraceDrop[] {
  if (cutoff === null || before.ids.length === after.ids.length) return [];
  const drops: TraceDrop[] = [];
  for (let i = 0; i < before.ids.length; i++) {
    const at = placedAt(before, i);
    const { low, high } = known.score(bracket.score, at);
    if (low === high) continue;
    const bound = (before.base === null ? 1 : before.base[i]!) * ((before.own === null ? 1 : before.own[i]!) * high);
    drops.push({ path: pathOf(run, at.node), ...unscored(bound, cutoff) });
  }
  return drops;
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

/** The path of a node or of an attribute of it; `/` for the document node. */
export const pathOf = (run: Run, node: number, attribute: string | null = null): string =>
  node === DOCUMENT ? "/" : `${nodePath(run.tree, node)}${attribute === null ? "" : `/@${attribute}`}`;
