import {
  cutDrops,
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
import type { Page, PageRequest } from "../runView.js";

/** The lists of a trace, their entries told when a page needs them. */
export interface RunLists {
  readonly results: Told<TraceResult>;
  readonly cut: Told<TraceDrop>;
  /** Of an operator by its id; empty where there is no such operator. */
  dropped(operatorId: number): Told<TraceDrop>;
  scores(operatorId: number): Told<TraceScore>;
}

export function listsOf(observation: Observation): RunLists {
  const operators = new Map<number, PassedOperator>();
  eachOperator(observation.query.plan.result, (operator) => operators.set(idOf(operator), operator));
  const once = <T>(make: (operator: PassedOperator) => Told<T>): ((id: number) => Told<T>) => {
    const made = new Map<number, Told<T>>();
    return (id) => {
      const operator = operators.get(id);
      if (operator === undefined) return NOTHING;
      const list = made.get(id) ?? make(operator);
      made.set(id, list);
      return list;
    };
  };
  const { run, frame } = observation;
  const lists = {
    results: resultTraces(observation, frame),
    dropped: once((operator) => dropsAt(observation, operator)),
    scores: once((operator) => scoresAt(observation, operator)),
  };
  return lazily(lists, { cut: () => cutDrops(run, frame, observation) });
}

export function page<T>(list: Told<T>, { from, count }: PageRequest): Page<T> {
  const start = Math.min(Math.max(0, from), list.length);
  return { total: list.length, from: start, rows: pageOf(list, start, count) };
}
