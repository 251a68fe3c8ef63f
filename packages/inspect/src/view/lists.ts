import {
  cutDrops,
  type DropReason,
  dropsAt,
  type LazyList,
  lazily,
  NO_ENTRIES,
  type Observation,
  type PassedOperator,
  pageOf,
  resultTraces,
  scoresAt,
  type TraceDrop,
  type TraceResult,
  type TraceScore,
  type TraceValue,
  valuesAt,
} from "@semantic-xpath/runtime/internal";
import { getOrMake } from "@semantic-xpath/tree";
import { operatorsOf } from "../passed.js";
import type { Page, PageRequest, ReasonCount } from "./runView.js";

/** The lists of a trace, their entries made when a page needs them. */
export interface RunLists {
  readonly results: LazyList<TraceResult>;
  readonly cut: LazyList<TraceDrop>;
  /** Dropped nodes of an operator by its id; empty without such an operator. */
  dropped(operatorId: number): LazyList<TraceDrop>;
  scores(operatorId: number): LazyList<TraceScore>;
  /** Values of a value operator and of an order by; empty for all others. */
  values(operatorId: number): LazyList<TraceValue>;
}

export function listsOf(observation: Observation): RunLists {
  const operators = operatorsOf(observation);
  const byOperator = <T>(make: (operator: PassedOperator) => LazyList<T>): ((id: number) => LazyList<T>) => {
    const lists = new Map<number, LazyList<T>>();
    return (id) => {
      const operator = operators.get(id);
      return operator === undefined ? NO_ENTRIES : getOrMake(lists, id, () => make(operator));
    };
  };
  const { run, frame } = observation;
  const lists = {
    results: resultTraces(observation, frame),
    dropped: byOperator((operator) => dropsAt(observation, operator)),
    scores: byOperator((operator) => scoresAt(observation, operator)),
    values: byOperator((operator) => valuesAt(observation, operator)),
  };
  return lazily(lists, { cut: () => cutDrops(run, frame, observation) });
}

export function page<T>(list: LazyList<T>, { from, count }: PageRequest): Page<T> {
  const start = Math.min(Math.max(0, from), list.length);
  return { total: list.length, from: start, rows: pageOf(list, start, count) };
}

/** Nodes that each operator dropped, grouped by reason. A list is read once, when its reasons are first requested. */
interface Reasons {
  counts(operatorId: number): readonly ReasonCount[];
  /** The entries of one reason in the order of the list; without one the list as it is. */
  only(operatorId: number, reason: DropReason | undefined): LazyList<TraceDrop>;
}

export function reasonsOf(listOf: (operatorId: number) => LazyList<TraceDrop>): Reasons {
  const groups = new Map<number, ReadonlyMap<DropReason, readonly number[]>>();
  const groupsOf = (operatorId: number) => getOrMake(groups, operatorId, () => grouped(listOf(operatorId)));
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

function grouped(list: LazyList<TraceDrop>): ReadonlyMap<DropReason, readonly number[]> {
  const groups = new Map<DropReason, number[]>();
  for (let i = 0; i < list.length; i++) getOrMake(groups, list.at(i).reason, (): number[] => []).push(i);
  return groups;
}
