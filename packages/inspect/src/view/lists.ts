import {
  cutDrops,
  type DropReason,
  dropsAt,
  eachOperator,
  idOf,
  lazily,
  NOTHING,
  type Observation,
  type PassedOperator,
  pageOf,
  resultTraces,
  scoresAt,
  type Told,
  type TraceDrop,
  type TraceResult,
  type TraceScore,
} from "@semantic-xpath/runtime/internal";
import { kept } from "../memo.js";
import type { Page, PageRequest, ReasonCount } from "./runView.js";

/** The lists of a trace, their entries made when a page needs them. */
export interface RunLists {
  readonly results: Told<TraceResult>;
  readonly cut: Told<TraceDrop>;
  /** Of an operator by its id; empty when there is no such operator. */
  dropped(operatorId: number): Told<TraceDrop>;
  scores(operatorId: number): Told<TraceScore>;
}

export function listsOf(observation: Observation): RunLists {
  const operators = new Map<number, PassedOperator>();
  eachOperator(observation.query.plan.result, (operator) => operators.set(idOf(operator), operator));
  const byOperator = <T>(make: (operator: PassedOperator) => Told<T>): ((id: number) => Told<T>) => {
    const made = new Map<number, Told<T>>();
    return (id) => {
      const operator = operators.get(id);
      return operator === undefined ? NOTHING : kept(made, id, () => make(operator));
    };
  };
  const { run, frame } = observation;
  const lists = {
    results: resultTraces(observation, frame),
    dropped: byOperator((operator) => dropsAt(observation, operator)),
    scores: byOperator((operator) => scoresAt(observation, operator)),
  };
  return lazily(lists, { cut: () => cutDrops(run, frame, observation) });
}

export function page<T>(list: Told<T>, { from, count }: PageRequest): Page<T> {
  const start = Math.min(Math.max(0, from), list.length);
  return { total: list.length, from: start, rows: pageOf(list, start, count) };
}

/** What each operator dropped, grouped by reason. A list is gone through once, when its reasons are first requested. */
interface Reasons {
  counts(operatorId: number): readonly ReasonCount[];
  /** The entries of one reason in the order of the list; without one the list as it is. */
  only(operatorId: number, reason: DropReason | undefined): Told<TraceDrop>;
}

export function reasonsOf(listOf: (operatorId: number) => Told<TraceDrop>): Reasons {
  const groups = new Map<number, ReadonlyMap<DropReason, readonly number[]>>();
  const groupsOf = (operatorId: number) => kept(groups, operatorId, () => grouped(listOf(operatorId)));
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
  for (let i = 0; i < list.length; i++) kept(groups, list.at(i).reason, (): number[] => []).push(i);
  return groups;
}
