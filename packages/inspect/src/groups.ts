import {
  type BracketOperator,
  type GroupByOperator,
  orderAfter,
  type PathPlan,
  type SequencePlan,
  startSequence,
} from "@semantic-xpath/planner";
import { CompiledQuery } from "@semantic-xpath/runtime";
import {
  documentOrder,
  type Factor,
  type Frame,
  type Observation,
  placedAt,
  type Run,
  weightAt,
  weightIn,
} from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import { remembered } from "./memo.js";

/** A query that makes groups: what comes before the first of them, and what became of each node that was grouped. */
export interface Grouped {
  /** The part of the query up to the groups, with what it came to: what was grouped. */
  readonly before: Observation;
  /** The brackets on the groups. */
  readonly after: readonly BracketOperator[];
  /** The group of a node that no result has, and the bracket that dropped it; null if no bracket did. */
  lostAt(node: number): { readonly label: string; readonly bracket: BracketOperator | null } | null;
}

/** Null of a query that makes no groups on the way to its results. */
export const groupedOf = remembered((observation: Observation): Grouped | null => {
  const { result } = observation.query.plan;
  const prefix = result.kind === "Value" ? null : beforeGroups(result);
  return prefix === null ? null : groupedBy(observation, prefix);
});

interface Before {
  readonly prefix: SequencePlan;
  readonly groupBy: GroupByOperator;
  /** The brackets on the groups. */
  readonly after: readonly BracketOperator[];
}

function beforeGroups(sequence: SequencePlan): Before | null {
  if (sequence.kind === "Union" || sequence.kind === "Meet") return null;
  if (sequence.kind === "Group") {
    const inside = beforeGroups(sequence.input);
    if (inside !== null) return inside;
    const cut = cutAt(sequence.brackets);
    if (cut === null) return null;
    const { brackets, ...rest } = cut;
    const { input } = sequence;
    const order = orderAfter(brackets, input.order, input.order === "rank");
    return { prefix: brackets.length === 0 ? input : { ...sequence, brackets, order }, ...rest };
  }
  const start = startSequence(sequence);
  const inside = start === null ? null : beforeGroups(start);
  if (inside !== null) return inside;
  for (const [at, step] of sequence.steps.entries()) {
    const cut = cutAt(step.brackets);
    if (cut === null) continue;
    const { brackets, ...rest } = cut;
    const steps = [...sequence.steps.slice(0, at), { ...step, brackets }];
    const prefix: PathPlan = { ...sequence, steps, attribute: null, order: "document" };
    return { prefix, ...rest };
  }
  return null;
}

function cutAt(brackets: readonly BracketOperator[]) {
  const at = brackets.findIndex(({ kind }) => kind === "GroupBy");
  const groupBy = brackets[at];
  if (groupBy?.kind !== "GroupBy") return null;
  return { brackets: brackets.slice(0, at), groupBy, after: brackets.slice(at + 1) };
}

function groupedBy(observation: Observation, { prefix, groupBy, after }: Before): Grouped {
  const { query, recorder, run } = observation;
  const lists = recorder.brackets.get(groupBy.id) ?? [];
  const list = lists.at(-1)?.before;
  const frame: Frame =
    list === undefined
      ? { ids: new Int32Array(0), weights: null, offsets: null, attributes: null }
      : documentOrder({
          ids: list.ids,
          weights: Float64Array.from(list.ids, (_, i) => weightAt(list, i)),
          offsets: null,
          attributes: null,
        });
  // Weight 0 has no factors.
  const order = frame.weights?.every((weight) => weight === 1) === false ? "rank" : "document";
  const plan = { ...query.plan, result: prefix, record: null, order } as const;
  const before: Observation = {
    ...observation,
    query: new CompiledQuery(plan, query.schema),
    frame,
    reached: frame,
    limit: Number.POSITIVE_INFINITY,
    minScore: 0,
  };
  const { groups } = run;
  const groupIn = (ids: Int32Array | undefined, node: number): number | undefined =>
    ids?.find((id) => groups.isGroup(id) && groups.nodesOf(Int32Array.of(id)).includes(node));
  const lostAt: Grouped["lostAt"] = (node) => {
    const first = groupIn(lists.at(-1)?.after.ids, node);
    if (first === undefined) return null;
    let group: number = first;
    for (const bracket of after) {
      const record = recorder.brackets.get(bracket.id)?.at(-1);
      const current: number = groupIn(record?.before.ids, node) ?? group;
      const next = groupIn(record?.after.ids, node);
      if (record !== undefined && next === undefined) return { label: groups.label(current), bracket };
      group = next ?? current;
    }
    return { label: groups.label(group), bracket: null };
  };
  return { before, after, lostAt };
}

/** The groups that a node is in, from the given one inwards. */
export function* groupsAround({ groups }: Pick<Run, "groups">, id: number, node: number): Generator<number> {
  yield id;
  for (const member of groups.membersOf(id).ids)
    if (groups.isGroup(member) && groups.nodesOf(Int32Array.of(member)).includes(node)) {
      yield* groupsAround({ groups }, member, node);
      return;
    }
}

/** The scores that brackets gave to groups since these were made, the innermost first. */
export function groupChain({ recorder }: Observation, { after }: Grouped, ids: readonly number[]): Factor["scores"] {
  return after.flatMap((bracket) => {
    if (bracket.kind !== "Relevance") return [];
    const list = recorder.brackets.get(bracket.id)?.at(-1)?.before;
    const at = list === undefined ? -1 : list.ids.findIndex((id) => ids.includes(id));
    return at < 0 ? [] : [{ operatorId: bracket.id, score: bracket.score, at: placedAt(list!, at) }];
  });
}

/** The nodes in a group with what each weighs: as it was grouped, times the scores of the groups around it inside of this one. */
export function* membersOf(
  { groups, tree }: Pick<Run, "groups" | "tree">,
  id: number,
  since = 1,
): Generator<{ readonly path: string; readonly weight: number }> {
  const { ids, own } = groups.membersOf(id);
  for (const [i, member] of ids.entries()) {
    const weight = since * weightIn(own, i);
    if (groups.isGroup(member)) yield* membersOf({ groups, tree }, member, weight);
    else yield { path: nodePath(tree, member), weight };
  }
}

/** The place from 0 of the result that a node is, or that is a group which it is in; -1 if there is none. */
export function placeAmongGroups({ run, frame }: Observation, node: number): number {
  const { ids } = frame;
  if (!run.groups.areGroups(ids)) return ids.indexOf(node);
  return ids.findIndex((id) => run.groups.nodesOf(Int32Array.of(id)).includes(node));
}
