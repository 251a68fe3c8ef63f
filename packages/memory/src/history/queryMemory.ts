import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import {
  CompiledQuery,
  CompileError,
  compile,
  Match,
  type QueryValue,
  type RunOptions,
  type RunResult,
  type RunStats,
  type ScoreCache,
  type Trace,
} from "@semantic-xpath/runtime";
import { type NodeId, nodePath, type Tree, type TreeNode } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import type { Store } from "../store/store.js";
import type { Version } from "../store/version.js";
import { rangesText } from "../store/words.js";
import type { Catalogue, CatalogueVersion } from "./catalogue.js";
import { historyOf } from "./history.js";
import type { Layout } from "./layout.js";
import { type OpenLimits, openVersions } from "./openVersions.js";
import type { Visible } from "./shown.js";
import { storeScorer } from "./storeScorer.js";
import { type WindowMatchView, windowMatches } from "./windowMatch.js";

export interface MemoryQueryOptions extends Omit<RunOptions, "root" | "within">, OpenLimits {
  /** Runs the query on one version of this task instead of the whole store. */
  readonly task?: string;
  /** With `task`: which version of it; by default the newest of `main`. */
  readonly version?: number | string;
  /** All that the query may see; by default the whole store. */
  readonly scope?: Visible;
  /** The query to run, for a text that declares several. */
  readonly name?: string;
  /** Cache of scores of expensive scorers; by default in memory, as long as the store is open. null: none. */
  readonly cache?: ScoreCache | null;
}

/** Result of a query on a store. */
export interface MemoryResult {
  readonly matches: readonly MemoryMatch[];
  readonly stats: MemoryStats;
  /** Value of a query that gives one. */
  readonly value?: QueryValue;
  readonly trace?: Trace;
  /** See `RunResult`. */
  readonly caveats?: NonNullable<RunResult["caveats"]>;
  /** Warnings and hints from compiling the query, and for pruned versions that it looks into (SXP5052). */
  readonly diagnostics: readonly Diagnostic[];
  /** The query, tree and options of the run: enough to run it again, or to inspect it. */
  readonly ran: { readonly query: CompiledQuery; readonly tree: Tree; readonly options: RunOptions };
}

export interface MemoryStats extends RunStats {
  /** The versions whose trees were looked into. */
  readonly opened: readonly { readonly task: string; readonly version: number }[];
}

/** One result: where it is in the store, and in its version. */
export class MemoryMatch {
  constructor(
    private readonly match: WindowMatchView,
    /** null: the node is above all tasks. */
    readonly task: string | null,
    /** null: the node is above all versions. */
    readonly version: number | null,
    /** The permanent key of the node; null outside of versions. */
    readonly key: NodeKey | null,
    /** A query that finds it in its version; null outside of versions. */
    readonly pathInVersion: string | null,
  ) {}

  /** In (0, 1]. */
  get weight(): number {
    return this.match.weight;
  }

  /** In the tree that the query ran on. */
  get id(): NodeId {
    return this.match.id;
  }

  get node(): TreeNode {
    return this.match.node;
  }

  get attribute(): Match["attribute"] {
    return this.match.attribute;
  }

  get text(): string | null {
    return this.match.text;
  }

  get value(): string {
    return this.match.value;
  }

  /** A query on the store, or on the version, that finds it. */
  get path(): string {
    return this.match.path;
  }

  toJSON(): object {
    const { task, version, key, pathInVersion } = this;
    return { task, version, key, pathInVersion, ...(this.match.toJSON() as object) };
  }
}

/**
 * Runs a query on a store as one tree, `/Memory/Task/Version/…`, or on one version of a task. Of the store only those versions are read that the
 * query looks into. Rejects with a `CompileError` for a text that can't run; with a `MemoryError`: SXP5050 if it would read more versions than the
 * limits allow, SXP5012 and SXP5013 for a task or version that is not there or may not be seen; else as a run does.
 *
 * @example await memory.query('/Memory/Task[node =~ "San Diego trip"]/Version[-2]//POI[node =~ "coffee"]')
 */
export async function queryMemory(
  memory: Store,
  text: string,
  options: MemoryQueryOptions = {},
): Promise<MemoryResult> {
  const { ran, diagnostics, opened, placed, window } = await prepareQuery(memory, text, options);
  const started = performance.now();
  const windowed = window();
  if (windowed === null)
    return resultOf(await ran.query.run(ran.tree, ran.options), { diagnostics, ran, opened }, placed);
  const milliseconds = performance.now() - started;
  const stats = { ...NOT_SCORED, scorer: ran.options.scorer!.id, milliseconds, opened };
  return { matches: windowed.map(placed), stats, diagnostics, ran };
}

/** A query that is about to run: compiled, and the tree that it looks into laid out. */
export interface PreparedQuery extends Pick<MemoryResult, "diagnostics" | "ran"> {
  readonly opened: MemoryStats["opened"];
  /** Place of a match in the store. */
  placed(match: WindowMatchView): MemoryMatch;
  /** Matches that can be found without building the whole tree; else null. */
  window(): readonly WindowMatchView[] | null;
}

/** `queryMemory` up to the run: what `ran` says gives its result, and can be inspected. Rejects as that does. */
export const prepareQuery = (memory: Store, text: string, options: MemoryQueryOptions = {}): Promise<PreparedQuery> =>
  options.task === undefined ? prepareOnStore(memory, text, options) : prepareOnVersion(memory, text, options);

/** The schema for queries on the visible part of a store; null if a version has no schema. */
export function storeSchema(memory: Store, scope?: Visible): Schema | null {
  const history = historyOf(memory);
  return history.schema(history.catalogue(scope));
}

async function prepareOnStore(memory: Store, text: string, options: MemoryQueryOptions): Promise<PreparedQuery> {
  const { scope, maxVersions, maxVersionNodes, cache, version, task: _, name, ...run } = options;
  if (version !== undefined) throw memoryError("SXP5051", { option: "version" });
  const history = historyOf(memory);
  const catalogue = history.catalogue(scope);
  const { query, diagnostics } = compiled(text, history.schema(catalogue), name);
  const scorer = history.scorerOf(run.scorer, cache);
  const { layout, pruned } = await openVersions(query.plan, {
    ...defined({ maxVersions, maxVersionNodes }),
    scorer,
    run,
    layOut: (opened) => history.layOut(catalogue, opened),
  });
  // Opened versions are already seen through their schemas.
  const runnable = new CompiledQuery(query.plan, null);
  const bound = { ...run, scorer: query.isSemantic ? storeScorer(scorer, layout) : scorer };
  const opened = [...layout.opened].map(({ task, version }) => ({ task: task.name, version: version.number }));
  const ran = { query: runnable, tree: layout.tree, options: bound };
  const reported = [...diagnostics, ...prunedWarnings(catalogue, pruned)];
  return { diagnostics: reported, ran, opened, placed: (match) => inStore(layout, match), window: () => null };
}

/** A warning for each task with pruned versions that a query looked into. */
function prunedWarnings({ tasks }: Catalogue, pruned: ReadonlySet<CatalogueVersion>): readonly Diagnostic[] {
  return tasks.flatMap(({ task, versions }) => {
    const gone = versions.filter((each) => pruned.has(each)).map(({ version }) => version);
    if (gone.length === 0) return [];
    const numbersOf = (all: readonly Version[]) => rangesText(all.map(({ number }) => number));
    const remaining = versions.map(({ version }) => version).filter(({ isPruned }) => !isPruned);
    const [since = null] = gone.flatMap(({ prunedTime }) => prunedTime ?? []).sort();
    const facts = { task: task.name, versions: numbersOf(gone), since, left: numbersOf(remaining) };
    return [diagnose("SXP5052", { start: 0, end: 0 }, facts)];
  });
}

async function prepareOnVersion(memory: Store, text: string, options: MemoryQueryOptions): Promise<PreparedQuery> {
  const history = historyOf(memory);
  const { task: taskName, version, scope = history.everything, cache, name, ...rest } = options;
  const { maxVersions: _, maxVersionNodes: _nodes, ...run } = rest;
  const task = scope.named(taskName!);
  // A part of a task is searched in its own tree.
  const fullVersion = scope.root === null ? memory.task(task).version(version ?? "main") : null;
  const view = fullVersion === null ? scope.view(task, version) : { schema: fullVersion.schema, version: fullVersion };
  const { query, diagnostics } = compiled(text, view.schema, name);
  const { number } = view.version;
  const ran = {
    query,
    options: { ...run, scorer: history.scorerOf(run.scorer, cache) },
    get tree() {
      return scope.view(task, number).tree;
    },
  };
  return {
    diagnostics,
    ran,
    opened: [{ task, version: number }],
    placed: (match) => new MemoryMatch(match, task, number, keyOf(match, fullVersion), match.path),
    window: () => (fullVersion === null ? null : windowMatches(query, fullVersion, run)),
  };
}

/** For a match in a window, the version provides the key. */
const keyOf = (match: WindowMatchView, version: Version | null): NodeKey =>
  match instanceof Match ? match.tree.keyOf(match.id) : version!.keyOf(match.id);

/** Statistics of a query without a scorer. */
const NOT_SCORED = {
  strategy: "all",
  scorerCalls: 0,
  scorerPairs: 0,
  postingsRead: 0,
  cacheHits: 0,
  approximation: null,
  empty: null,
} as const;

function compiled(text: string, schema: Schema | null, name: string | undefined) {
  const { query, diagnostics } = compile(text, defined({ schema, name }));
  if (query === undefined) throw new CompileError(text, diagnostics);
  return { query, diagnostics };
}

function inStore(layout: Layout, match: WindowMatchView): MemoryMatch {
  const { task, version, inside } = layout.placeOf(match.id);
  const about = [match, task?.name ?? null, version?.number ?? null] as const;
  if (inside === null) return new MemoryMatch(...about, null, null);
  const path = nodePath(inside.tree, inside.node) + match.path.slice(nodePath(layout.tree, match.id).length);
  return new MemoryMatch(...about, inside.tree.keyOf(inside.node), path);
}

/** The matches are made when they are first read. */
function resultOf(
  result: RunResult,
  { opened, ...about }: Pick<MemoryResult, "diagnostics" | "ran"> & Pick<MemoryStats, "opened">,
  made: (match: Match) => MemoryMatch,
): MemoryResult {
  let matches: readonly MemoryMatch[] | null = null;
  const { stats, value, trace, caveats } = result;
  const summary = { stats: { ...stats, opened }, ...defined({ value, trace, caveats }), ...about };
  const get = (): readonly MemoryMatch[] => {
    matches ??= result.matches.map(made);
    return matches;
  };
  return Object.defineProperty(summary, "matches", { enumerable: true, get }) as MemoryResult;
}
