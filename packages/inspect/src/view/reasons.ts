import type { DropReason, Told, TraceDrop } from "@semantic-xpath/runtime/internal";
import type { ReasonCount } from "../runView.js";

/** What fell out of each operator, grouped by reason. A list is gone through once, when its reasons are first asked for. */
export interface Reasons {
  counts(operatorId: number): readonly ReasonCount[];
  /** The entries of one reason in the order of the list; without one the list as it is. */
  only(operatorId: number, reason: DropReason | undefined): Told<TraceDrop>;
}

export function reasonsOf(listOf: (operatorId: number) => Told<TraceDrop>): Reasons {
  const groups = new Map<number, ReadonlyMap<DropReason, readonly number[]>>();
  const groupsOf = (operatorId: number): ReadonlyMap<DropReason, readonly number[]> => {
    const known = groups.get(operatorId) ?? grouped(listOf(operatorId));
    groups.set(operatorId, known);
    return known;
  };
  return {
    counts: (operatorId) => Array.from(groupsOf(operatorId), ([reason, { length: count }]) => ({ reason, count })),
    only(operatorId, reason) {
      const list = listOf(operatorId);
      if (reason === undefined) return list;
      const places = groupsOf(operatorId).get(reason) ?? [];
      return { length: places.length, at: (index) => list.at(places[index]!) };
    },
  };
}

function grouped(list: Told<TraceDrop>): ReadonlyMap<DropReason, readonly number[]> {
  const groups = new Map<DropReason, number[]>();
  for (let i = 0; i < list.length; i++) {
    const { reason } = list.at(i);
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [i]);
    else group.push(i);
  }
  return groups;
}
