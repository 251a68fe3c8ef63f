import { COMBINATIONS } from "@semantic-xpath/parser";
import {
  type AggregateScore,
  type Composite,
  canFail,
  combine,
  dependsOnPlace,
  type ScoreExpression,
} from "@semantic-xpath/planner";
import { lowerBound } from "@semantic-xpath/tree";
import { algorithmOf } from "./axes/axisRows.js";
import { nodesBatch } from "./batch.js";
import type { Task } from "./effects.js";
import { EMPTY_IDS, gatherFloats, IdBuffer, isAscending, isPosting, type List, weightIn } from "./frame.js";
import type { Run } from "./run.js";
import type { BestNodes, FoundNodes } from "./scoreStore.js";
import { evaluateScore } from "./scores.js";

/**
 * A list weighed by a score, without entries that weigh 0, if the scorer finds the rest by its index. Entries are also left out that are not among the
 * first `most` by weight, then in the order of the list. null: all entries have to be scored.
 *
 * Combinations increase with each operand. A `min` or a product is at most each of its operands, so a bound on the whole is one on each of them. It is 0
 * where an operand is 0, so only entries with a score above 0 there need the other operands. A `max` is one of its operands, so the best by it are
 * among the best by one of them.
 */
export function* weighFound(run: Run, score: ScoreExpression, list: List, most: number): Task<List | null> {
  const { ids, base, own, segments, attributes } = list;
  const isPlain = segments === null && attributes === null && (isPosting(run.tree, ids) || isAscending(ids));
  if (!isPlain || dependsOnPlace(score) || canFail(score)) return null;
  const isEven = base === null && own === null;
  const weigh = (node: number, score: number): number => {
    const at = lowerBound(ids, node);
    return weightIn(base, at) * (weightIn(own, at) * score);
  };
  const best = most < ids.length ? { count: most, weigh: isEven ? null : weigh } : null;
  const matches = yield* find(run, score, ids, best);
  if (matches === null || (matches.rest > 0 && !(isEven && best !== null))) return null;
  const { ids: nodes, scores } = matches.rest > 0 ? withFirst(matches, ids, most) : matches;
  if (isEven) return { ...list, ids: nodes, own: scores };
  const at = nodes.map((node) => lowerBound(ids, node));
  const weights = scores.map((score, i) => weightIn(own, at[i]!) * score);
  return { ...list, ids: nodes, base: gatherFloats(base, at), own: weights };
}

/** Matches, and the first `count` of all other entries. */
function withFirst({ ids, scores, rest }: FoundNodes, all: Int32Array, count: number): Omit<FoundNodes, "rest"> {
  const merged = new IdBuffer(ids.length + count);
  const weights: number[] = [];
  for (let i = 0, at = 0, left = count; i < all.length && (left > 0 || at < ids.length); i++) {
    const isFound = all[i] === ids[at];
    if (!isFound && left-- <= 0) continue;
    merged.push(all[i]!);
    weights.push(isFound ? scores[at++]! : rest);
  }
  return { ids: merged.take(), scores: Float64Array.from(weights) };
}

/** Scores of some of `ids`, and the one score of the rest. With `best`, nodes that can't be among the best may be in the rest. */
function* find(run: Run, score: ScoreExpression, ids: Int32Array, best: BestNodes | null): Task<FoundNodes | null> {
  switch (score.kind) {
    case "Local":
      return yield* run.scores.find(score.slot, score.id, ids, best);
    case "Constant":
      return { ...NO_NODES, rest: score.value };
    case "Complement": {
      const matches = yield* find(run, score.operand, ids, null);
      return matches && { ids: matches.ids, scores: matches.scores.map((score) => 1 - score), rest: 1 - matches.rest };
    }
    case "Composite":
      return yield* COMBINATIONS[score.function].absorbing === 0
        ? findInAll(run, score, ids, best)
        : findInSome(run, score, ids, best);
    case "Aggregate":
      return yield* findAbove(run, score, ids);
    case "Indicator":
      return null;
  }
}

/** A combination that is 0 where an operand is: one operand is found, and the others are evaluated for its matches. */
function* findInAll(run: Run, score: Composite, ids: Int32Array, best: BestNodes | null): Task<FoundNodes | null> {
  const bounded = best === null ? null : yield* findBounded(run, score, ids, best);
  if (bounded !== null) return bounded;
  const { function: fn, operands } = score;
  const lead = operands.findIndex(({ kind }) => kind === "Local" || kind === "Aggregate");
  const first = lead < 0 ? null : yield* find(run, operands[lead]!, ids, null);
  // Without matches the other operands are evaluated for all nodes, since their columns may need a note.
  if (first === null || first.rest !== 0 || first.ids.length === 0) return null;
  const columns: Float64Array[] = [];
  for (const [k, operand] of operands.entries())
    columns.push(k === lead ? first.scores : yield* evaluateScore(run, operand, nodesBatch(first.ids)));
  const scores = first.scores.map((_, i) =>
    combine(
      fn,
      columns.map((column) => column[i]!),
    ),
  );
  return { ...first, scores };
}

/** The last local relevance by its bound, after all other operands. null: one of these is not found, or nothing matches. */
function* findBounded(
  run: Run,
  { function: fn, operands }: Composite,
  ids: Int32Array,
  { count, weigh }: BestNodes,
): Task<FoundNodes | null> {
  const last = operands.findLastIndex(({ kind }) => kind === "Local");
  if (last < 0 || COMBINATIONS[fn].isInexact || operands.some(({ kind }) => kind === "Aggregate")) return null;
  const operandNodes: FoundNodes[] = [];
  for (const [k, operand] of operands.entries()) {
    const part = k === last ? NO_NODES : yield* find(run, operand, ids, null);
    if (part === null) return null;
    operandNodes.push(part);
  }
  const row = new Float64Array(operands.length);
  const combined = (node: number, score: number): number => {
    for (const [k, part] of operandNodes.entries()) row[k] = k === last ? score : scoreIn(part, node);
    return combine(fn, row);
  };
  const matches = yield* find(run, operands[last]!, ids, {
    count,
    weigh: (node, score) => (weigh === null ? combined(node, score) : weigh(node, combined(node, score))),
  });
  if (matches === null || matches.rest !== 0 || matches.ids.length === 0) return null;
  return { ...matches, scores: matches.scores.map((score, i) => combined(matches.ids[i]!, score)) };
}

const NO_NODES: FoundNodes = { ids: EMPTY_IDS, scores: new Float64Array(0), rest: 0 };

function scoreIn({ ids, scores, rest }: FoundNodes, node: number): number {
  const at = lowerBound(ids, node);
  return ids[at] === node ? scores[at]! : rest;
}

/** A combination of the matches of all operands. */
function* findInSome(
  run: Run,
  { function: fn, operands }: Composite,
  ids: Int32Array,
  best: BestNodes | null,
): Task<FoundNodes | null> {
  const parts: FoundNodes[] = [];
  for (const operand of operands) {
    const part = yield* find(run, operand, ids, fn === "max" ? best : null);
    if (part === null) return null;
    parts.push(part);
  }
  const nodes = Int32Array.from(new Set(parts.flatMap((part) => [...part.ids]))).sort();
  const places = parts.map(() => 0);
  const scores = Float64Array.from(nodes, (node) =>
    combine(
      fn,
      parts.map((part, k) => (part.ids[places[k]!] === node ? part.scores[places[k]!++]! : part.rest)),
    ),
  );
  return {
    ids: nodes,
    scores,
    rest: combine(
      fn,
      parts.map(({ rest }) => rest),
    ),
  };
}

/** Aggregates of the nodes above matches. The rest have no evidence, or only such as weighs 0. */
function* findAbove(run: Run, score: AggregateScore, ids: Int32Array): Task<FoundNodes | null> {
  const { start, steps, attribute } = score.evidence;
  const last = steps.at(-1);
  const bracket = last?.brackets.at(-1);
  const isDown = steps.every(({ axis }) => axis.kind === "Axis" && algorithmOf(run.axes.of(axis)).leads === "down");
  if (start.kind !== "Context" || attribute !== null || !isDown || last?.axis.kind !== "Axis") return null;
  const [type, ...more] = last.axis.test.names ?? [];
  if (bracket?.kind !== "Relevance" || bracket.score.kind !== "Local" || type === undefined || more.length > 0)
    return null;
  const { tree } = run;
  const nodes = tree.postings[tree.typeId(type)];
  const matches = nodes === undefined ? null : yield* find(run, bracket.score, nodes, null);
  if (matches === null || matches.rest !== 0) return null;
  const isAbove = new Uint8Array(tree.size + 1);
  for (const node of matches.ids)
    for (let above = node; above > 0 && isAbove[above] === 0; above = tree.parent[above]!) isAbove[above] = 1;
  const candidates = ids.filter((node) => isAbove[node] === 1);
  if (candidates.length === 0) return null;
  return { ids: candidates, scores: yield* evaluateScore(run, score, nodesBatch(candidates)), rest: 0 };
}
