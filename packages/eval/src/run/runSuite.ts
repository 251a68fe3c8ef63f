import { messageOf } from "@semantic-xpath/inspect/numbers";
import { SemanticXPathError } from "@semantic-xpath/tree";
import { digestOf } from "../digest.js";
import {
  type Answer,
  type BuildFigures,
  FAILED_EPISODES,
  type Method,
  type Question,
  type Source,
} from "../format/method.js";
import type { Case, Suite } from "../format/suite.js";
import { CHARACTERS_PER_TOKEN, type Tokenizer } from "../measure/tokenizer.js";
import { judge, type Measures, type Metrics } from "./judge.js";
import {
  type AnswerSummary,
  type CaseResult,
  type EvalRun,
  type MethodRun,
  memoryResults,
  RESULT_VERSION,
  type ResultStore,
} from "./results.js";

export interface RunOptions {
  readonly methods: readonly Method[];
  /** Budgets of tokens. Default 250, 500, 1000 and 2000. */
  readonly budgets?: readonly number[];
  /** Numbers of entries. Default 1, 5 and 10. */
  readonly tops?: readonly number[];
  /** Default: a quarter of the characters. */
  readonly tokenizer?: Tokenizer;
  /** Seed of intervals, and of methods that draw. Default 1. */
  readonly seed?: number;
  /** The version of the code that is judged: part of every key. Default "". */
  readonly code?: string;
  readonly store?: ResultStore;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly done: number;
  readonly of: number;
  /** Reused results among these. */
  readonly reused: number;
  readonly method: string;
  /** By the pace of the cases that were not there; null before the first one. */
  readonly remainingMilliseconds: number | null;
}

const BUDGETS = [250, 500, 1000, 2000];
const TOPS = [1, 5, 10];
/** References of an answer, and values of a list, that a result keeps. */
const MAX_KEPT = 20;

/**
 * Runs every case of a suite under every method. A result is kept as soon as it is there, so that a run that was killed goes on where it was. What a
 * method throws is a failed case; an abort is thrown.
 *
 * The budget that the first method needed for a case, where it hands over a set, is one more budget for the others: `recall@equal`.
 */
export async function runSuite(suite: Suite, options: RunOptions): Promise<EvalRun> {
  const { methods, budgets = BUDGETS, tops = TOPS, tokenizer = CHARACTERS_PER_TOKEN, seed = 1, code = "" } = options;
  const names = new Set(methods.map(({ name }) => name));
  if (names.size !== methods.length) throw new RangeError("Methods of a run have different names.");
  const runner = new Runner(suite, { ...options, budgets, tops, tokenizer, seed, code });
  const runs: { readonly run: MethodRun; readonly results: readonly CaseResult[] }[] = [];
  for (const method of methods) runs.push(await runner.run(method));
  return {
    version: RESULT_VERSION,
    suite: {
      name: suite.name,
      digest: suite.digest,
      cases: suite.cases.length,
      must: suite.cases.filter(({ must }) => must).map(({ id }) => id),
    },
    code,
    seed,
    tokenizer: tokenizer.id,
    budgets,
    tops,
    methods: runs.map(({ run }) => run),
    results: runs.flatMap(({ results }) => results),
    times: runner.times,
  };
}

type Settings = RunOptions & Required<Pick<RunOptions, "budgets" | "tops" | "tokenizer" | "seed" | "code">>;

class Runner {
  readonly times: Record<string, { milliseconds: number; reused: number; building: number }> = Object.create(null);
  /** Tokens of the first method by case. */
  private readonly equal = new Map<string, number>();
  private readonly store: ResultStore;
  private done = 0;
  private reused = 0;
  private spent = 0;

  constructor(
    private readonly suite: Suite,
    private readonly settings: Settings,
  ) {
    this.store = settings.store ?? memoryResults();
  }

  async run(method: Method): Promise<{ run: MethodRun; results: readonly CaseResult[] }> {
    const states = new States(method, this.store, this.settings.code, this.settings.signal);
    const skipped: Record<string, number> = Object.create(null);
    const results: CaseResult[] = [];
    const time = { milliseconds: 0, reused: 0, building: 0 };
    this.times[method.name] = time;
    for (const about of this.suite.cases) {
      this.settings.signal?.throwIfAborted();
      const reason = method.cannot?.(about.source, questionFor(method, about)) ?? null;
      if (reason === null) {
        const before = performance.now();
        const { result, isReused } = await this.resultOf(method, about, states);
        const milliseconds = performance.now() - before;
        results.push(result);
        time.milliseconds += milliseconds;
        if (isReused) this.reused++;
        else this.spent += milliseconds;
        if (isReused) time.reused++;
      } else skipped[reason] = (skipped[reason] ?? 0) + 1;
      this.done++;
      this.report(method);
    }
    time.building = states.milliseconds;
    const isFirst = method === this.settings.methods[0];
    if (isFirst && method.ranks !== true) for (const { id, metrics } of results) this.keepEqual(id, metrics);
    return { run: { name: method.name, id: method.id, skipped, built: states.built() }, results };
  }

  private keepEqual(id: string, { tokens }: Metrics): void {
    if (typeof tokens === "number") this.equal.set(id, tokens);
  }

  private report(method: Method): void {
    const total = this.suite.cases.length * this.settings.methods.length;
    const fresh = this.done - this.reused;
    const remainingMilliseconds = fresh === 0 ? null : (this.spent / fresh) * (total - this.done);
    this.settings.onProgress?.({
      done: this.done,
      of: total,
      reused: this.reused,
      method: method.name,
      remainingMilliseconds,
    });
  }

  private async resultOf(method: Method, about: Case, states: States) {
    const input = inputOf(about);
    const key = this.keyOf(method, about, input);
    const stored = this.store.get(key);
    if (stored !== undefined) {
      states.recall(about.source);
      return { result: { ...(stored as CaseResult), method: method.name }, isReused: true };
    }
    const result = await this.fresh(method, about, states, input);
    // A failure may pass: it is tried again.
    if (result.outcome !== "failed" && states.isWhole(about.source)) this.store.set(key, result);
    return { result, isReused: false };
  }

  /** All that a result depends on. */
  private keyOf(method: Method, { source, golds: _, question: __, ...rest }: Case, input: string): string {
    const { budgets, tops, tokenizer, seed, code } = this.settings;
    const equal = this.equal.get(rest.id) ?? null;
    const now = source.kind === "tree" ? source.now : null;
    return digestOf([
      [RESULT_VERSION, code, method.id, tokenizer.id, seed],
      [input, now, rest],
      [budgets, tops, equal],
    ]);
  }

  private async fresh(method: Method, about: Case, states: States, input: string): Promise<CaseResult> {
    const { id, kind, domain, cluster } = about;
    const head = { id, method: method.name, kind, domain, cluster, input };
    try {
      const state = await states.of(about.source);
      const { answer, judged } = await this.judged(method, about, state);
      return { ...head, ...judged, answer: summaryOf(answer), code: null };
    } catch (error) {
      this.settings.signal?.throwIfAborted();
      const code = error instanceof SemanticXPathError ? error.code : null;
      const why = messageOf(error);
      return { ...head, outcome: "failed", metrics: { pass: 0 }, why, answer: null, code };
    }
  }

  private async judged(method: Method, about: Case, state: unknown) {
    const { budgets, tokenizer, signal } = this.settings;
    const equal = this.equal.get(about.id);
    const measures: Measures = { ...this.settings, budgets: equal === undefined ? budgets : [...budgets, equal] };
    const question = questionFor(method, about);
    const options = { tokenizer, ...(signal && { signal }) };
    const answer = await method.ask(state, question, { ...options, tokens: Number.POSITIVE_INFINITY });
    const judged = await judge(method, about, answer, measures);
    const metrics: Record<string, number | null> = { ...judged.metrics };
    if (method.readsBudget)
      for (const budget of measures.budgets) {
        const within = await method.ask(state, question, { ...options, tokens: budget });
        const { metrics: ofBudget } = await judge(method, about, within, { ...measures, budgets: [budget] });
        for (const [name, value] of Object.entries(ofBudget)) if (name.endsWith(`@${budget}`)) metrics[name] = value;
      }
    if (equal !== undefined) renameEqual(metrics, equal, budgets.includes(equal));
    return { answer, judged: { ...judged, metrics } };
  }
}

/** Names the question of a case, its data and what is right. */
const inputOf = ({ source, question, golds }: Case): string =>
  digestOf([
    source.digest,
    question,
    golds.map(({ references, after, ...rest }) => [
      rest,
      after?.digest,
      references && [references.include, [...references.exclude], [...references.grades]],
    ]),
  ]);

/** Figures of the tokens that the first method needed go by one name for all cases. */
function renameEqual(metrics: Record<string, number | null>, equal: number, isKept: boolean): void {
  for (const [name, value] of Object.entries(metrics)) {
    if (!name.endsWith(`@${equal}`)) continue;
    metrics[name.replace(/@\d+$/, "@equal")] = value;
    if (!isKept) delete metrics[name];
  }
}

/** The question as a method may see it. */
function questionFor(method: Method, { question }: Case): Question {
  return method.readsGold ? question : { ...question, query: null };
}

/** Built states of a method by source: the last ones, since cases of one source follow each other. */
class States {
  private readonly states = new Map<string, Promise<unknown>>();
  private readonly usage = new Map<string, BuildFigures>();
  /** That building took. */
  milliseconds = 0;

  constructor(
    private readonly method: Method,
    private readonly store: ResultStore,
    private readonly code: string,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async of(source: Source): Promise<unknown> {
    const { method, signal } = this;
    let state = this.states.get(source.digest);
    if (state === undefined) {
      const visibleSource = source.kind === "dialogue" && !method.readsGold ? { ...source, facts: null } : source;
      const before = performance.now();
      state = method.build(visibleSource, { ...(signal && { signal }) });
      this.states.set(source.digest, state);
      await state.catch(() => undefined);
      this.milliseconds += performance.now() - before;
      if (this.states.size > MAX_STATES) this.states.delete(this.states.keys().next().value!);
      this.note(source, method.built?.(await state) ?? {});
    }
    return state;
  }

  /** For a source with stored results only, the figures of its building are stored, too. */
  recall(source: Source): void {
    if (this.usage.has(source.digest)) return;
    const stored = this.store.get(this.keyOf(source));
    if (stored !== undefined) this.usage.set(source.digest, stored as BuildFigures);
  }

  private note(source: Source, usage: BuildFigures): void {
    if (this.usage.has(source.digest)) return;
    this.usage.set(source.digest, usage);
    if (this.isWhole(source)) this.store.set(this.keyOf(source), usage);
  }

  /** False where a part of building failed. */
  isWhole({ digest }: Source): boolean {
    return !this.usage.get(digest)?.[FAILED_EPISODES];
  }

  private keyOf(source: Source): string {
    return digestOf(["built", RESULT_VERSION, this.code, this.method.id, source.digest]);
  }

  built(): Metrics {
    const sums = new Map<string, number>();
    for (const usage of this.usage.values())
      for (const [name, value] of Object.entries(usage)) sums.set(name, (sums.get(name) ?? 0) + value);
    return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const MAX_STATES = 4;

function summaryOf({ query, update, value, instead, items, everything }: Answer): AnswerSummary {
  const references = items.flatMap(({ sources }) => sources).slice(0, MAX_KEPT);
  return {
    query: query ?? null,
    update: update ?? null,
    value: Array.isArray(value) ? value.slice(0, MAX_KEPT) : (value ?? null),
    instead: instead ?? null,
    references,
    count: everything?.entries ?? items.length,
  };
}
