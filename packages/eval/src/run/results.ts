import type { DerivedStore } from "@semantic-xpath/scorers";
import { isObject } from "@semantic-xpath/tree";
import type { WeightBins } from "../measure/ranking.js";
import type { Metrics, Outcome } from "./judge.js";

/** Changes when the same inputs would be judged otherwise: part of the key of every kept result. */
export const RESULT_VERSION = 4;

/** Result of one case under one method. */
export interface CaseResult {
  readonly id: string;
  readonly method: string;
  readonly kind: string;
  readonly domain: string;
  readonly cluster: string;
  /** Names the question, its data and what is right. */
  readonly input: string;
  readonly outcome: Outcome | "failed";
  readonly metrics: Metrics;
  /** Calibration of entries with a confidence; absent without any. */
  readonly weights?: WeightBins;
  /** Why it is not right, or what failed. */
  readonly why: string | null;
  readonly answer: AnswerSummary | null;
  /** Code of a failure, if it has one. */
  readonly code: string | null;
}

/** Enough of an answer to see what was done. */
export interface AnswerSummary {
  readonly query: string | null;
  readonly update: string | null;
  readonly value: unknown;
  readonly instead: string | null;
  /** The first of what was handed over, and how much that was in all. */
  readonly references: readonly string[];
  readonly count: number;
}

/** A method that was run. */
export interface MethodRun {
  readonly name: string;
  readonly id: string;
  /** Cases that it can't answer, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Sums of building over all sources, for methods with figures. */
  readonly built: Metrics;
}

/** Time of a method. */
export interface MethodTime {
  /** Milliseconds of all cases, including building for them. */
  readonly milliseconds: number;
  /** Cases that were there already. */
  readonly reused: number;
  /** Milliseconds of building among these; 0 without any. */
  readonly building: number;
}

/** A run of a suite: what `--json` writes. Everything but `times` is the same in each run of the same inputs. */
export interface EvalRun {
  readonly version: typeof RESULT_VERSION;
  readonly suite: {
    readonly name: string;
    readonly digest: string;
    readonly cases: number;
    /** Ids of the cases that must be right. */
    readonly must: readonly string[];
  };
  /** Names the version of the code. */
  readonly code: string;
  readonly seed: number;
  readonly tokenizer: string;
  readonly budgets: readonly number[];
  readonly tops: readonly number[];
  readonly methods: readonly MethodRun[];
  /** By method in the order of `methods`, and of each in the order of the suite. */
  readonly results: readonly CaseResult[];
  /** Parts that differ from run to run, by method. */
  readonly times: Readonly<Record<string, MethodTime>>;
}

/** Store of results from run to run. Keys name all inputs, so stored results are never stale. */
export interface ResultStore {
  /** The JSON value that was set, of the same key; undefined: there is none. */
  get(key: string): unknown;
  /** A stored value survives a kill of the process. */
  set(key: string, value: object): void;
}

/** Results that are kept as long as the process. */
export function memoryResults(): ResultStore {
  const results = new Map<string, object>();
  return {
    get: (key) => results.get(key),
    set: (key, value) => void results.set(key, value),
  };
}

/** Results in a store of derived data. What can't be read is computed again. */
export function derivedResults(store: DerivedStore): ResultStore {
  return {
    get: (key) => readResult(store.get(RESULTS, [key])[0] ?? null),
    set: (key, value) => store.put(RESULTS, [{ source: key, bytes: new TextEncoder().encode(JSON.stringify(value)) }]),
  };
}

const RESULTS = `cases/${RESULT_VERSION}`;

function readResult(bytes: Uint8Array | null): unknown {
  if (bytes === null) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
