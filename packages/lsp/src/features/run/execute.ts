import type { DiagnosticCode } from "@semantic-xpath/parser";
import {
  type CompiledQuery,
  lexicalScorer,
  type Match,
  type RunOptions,
  SemanticXPathError,
  type Tree,
} from "@semantic-xpath/runtime";
import type { Location } from "vscode-languageserver";
import { CONFIG_FILE, type OpenedScorer } from "../host.js";
import { rangeIn } from "../spans.js";
import { fileName } from "../workspace/uris.js";
import type { CheckedQuery, View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { findQuery } from "./findQuery.js";
import type { ProblemKind, RunParams, RunProgress } from "./requests.js";

/** Signal and reports of a run. */
export interface Watching {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Everything that a run needs. */
export interface Prepared {
  readonly view: View;
  readonly checked: CheckedQuery;
  readonly query: CompiledQuery;
  readonly tree: Tree;
  readonly options: RunOptions;
  readonly scorer: OpenedScorer;
  /** Results in all trees of a collection; null for a single tree. */
  readonly all: readonly FoundIn[] | null;
}

/** A result in a collection, and the file of its tree. */
interface FoundIn {
  readonly match: Match;
  readonly uri: string | null;
}

/** Why there was no run; `at`: where that can be seen, when it is in the data. */
export interface NotRun {
  readonly problem: string;
  readonly about?: ProblemKind;
  readonly at?: Location;
}

/**
 * Finds query, data and scorer of a request and hands them on. A run that can't end with an answer becomes its sentence; rejects only
 * when the signal aborts.
 */
export async function execute<T>(
  workspace: Workspace,
  params: RunParams,
  { signal, onProgress }: Watching,
  run: (prepared: Prepared) => Promise<T>,
): Promise<NotRun | { readonly problem: null; readonly value: T }> {
  const settings = workspace.settingsOf(params.uri);
  if (!settings.trusted) return { problem: "This workspace is not trusted, so nothing is run.", about: "trust" };
  readNewest(workspace, params.uri);
  const target = await settled(workspace, params.uri, () => findQuery(workspace, params));
  if (target.problem !== null) return target;
  const { view, checked, query } = target;
  if (view.data.value === null) return dataProblem(workspace, view);
  const scorer = await openScorer(workspace, params, query);
  if (scorer.problem !== null) return { problem: scorer.problem, about: "scorer" };
  const limit = params.limit === undefined ? settings.limit : params.limit;
  const options: RunOptions = {
    scorer: scorer.scorer,
    budget: scorer.budget,
    minScore: params.minScore ?? settings.minScore,
    ...(limit !== null && { limit }),
    ...(params.params !== undefined && { params: params.params }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  try {
    const data = await chosenTree(workspace, view, query, options);
    return { problem: null, value: await run({ ...data, checked, query, scorer }) };
  } catch (error) {
    if (signal?.aborted || !(error instanceof SemanticXPathError || error instanceof RangeError)) throw error;
    if (error instanceof RangeError) return { problem: error.message, about: "arguments" };
    const { code } = error;
    const message = error.messageBy(CONFIG_FILE);
    if (code === "SXP4011") return { problem: message, about: "data" };
    return { problem: message, about: SCORER_FAILURES.has(code) ? "scorer" : "arguments" };
  }
}

/** Tree of an inspected run: of several the one with the best match, which has its weights among all. */
async function chosenTree(
  workspace: Workspace,
  view: View,
  query: CompiledQuery,
  options: RunOptions,
): Promise<Pick<Prepared, "view" | "tree" | "options" | "all">> {
  const { collection, data } = view;
  if (collection === null) return { view, tree: data.value!, options, all: null };
  const { matches } = await query.runAll(collection, options);
  const { tree } = collection.trees.find(({ name }) => name === matches[0]?.source) ?? collection.trees[0]!;
  const chosenData = { ...data, uri: workspace.uriOf(tree), value: tree };
  const all = matches.map((match) => ({ match, uri: workspace.uriOf(collection.tree(match.source!)!) }));
  return { view: view.over(chosenData), tree, options: { ...options, within: collection }, all };
}

const SCORER_FAILURES: ReadonlySet<string> = new Set<DiagnosticCode>(["SXP4001", "SXP4002", "SXP4010"]);

/** Has the newest version of a notebook's memory looked up again: others may have written since. */
export function readNewest(workspace: Workspace, uri: string): void {
  const newest = workspace.newestFor(uri);
  if (newest !== null) workspace.host.readAgain?.(newest);
}

/** Matches in a file, and then its data and schema, read as far as possible. */
export async function settled<T extends { readonly problem: string } | { readonly problem: null; readonly view: View }>(
  { host }: Workspace,
  uri: string,
  find: () => T,
): Promise<T> {
  if (host.readText(uri) === undefined) await host.settled?.();
  const isLoading = (found: T): boolean =>
    found.problem === null && [found.view.data, found.view.schema].some(({ state }) => state === "loading");
  let answer = find();
  // A file may name further ones: folders in folders, the configuration of data and then its schema.
  for (let round = 0; round < MAX_ROUNDS && isLoading(answer); round++) {
    await host.settled?.();
    answer = find();
  }
  return answer;
}

/** Folders are looked into to a depth, and a few files may follow. */
const MAX_ROUNDS = 40;

const WORDS: OpenedScorer = { problem: null, scorer: lexicalScorer(), name: "lexical", budget: {} };

export async function openScorer(
  workspace: Workspace,
  { uri, scorer, dataOnly }: Pick<RunParams, "uri" | "scorer" | "dataOnly">,
  { isSemantic }: Pick<CompiledQuery, "isSemantic">,
): Promise<OpenedScorer | { readonly problem: string }> {
  const { host } = workspace;
  // A query that calls no scorer needs none, so that none is loaded for it.
  if (!isSemantic || dataOnly) return WORDS;
  const named = workspace.notebookSettings(uri).scorer;
  const source = scorer == null && named !== null ? "file" : "user";
  const spec = scorer ?? named ?? workspace.settingsOf(uri).scorer;
  if (host.scorers !== undefined) return host.scorers.open(spec, workspace.fileOf(uri), source);
  return spec === null || spec === "lexical"
    ? WORDS
    : { problem: `There is no scorer "${spec}" here, only "lexical".` };
}

/** Why the data of a file is not there. */
export function dataProblem(workspace: Workspace, view: View): NotRun {
  const { data } = view;
  if (data.state === "loading") return { problem: "The data is still being read." };
  const { memory, task } = workspace.notebookSettings(view.document.uri);
  if (memory !== null && (data.uri === null || data.uri === workspace.newestFor(view.document.uri))) {
    const problem =
      task === null
        ? `Queries of this notebook are about the whole memory "${memory}". Name a task in the front matter: task: NAME.`
        : `There is no task "${task}" in the memory "${memory}", or memories can't be opened here.`;
    return { problem, about: "data" };
  }
  if (data.uri === null && data.path !== null && workspace.baseOf(view.document.uri).startsWith("untitled:")) {
    const problem = "A file that is not saved imports nothing: save it first, so that its paths lead somewhere.";
    return { problem, about: "unsaved" };
  }
  if (data.uri === null || (data.state !== "broken" && data.state !== "missing")) {
    return { problem: 'No data: import a file with import data "…"; or set one.', about: "noData" };
  }
  const name = fileName(data.uri);
  const about = "data";
  if (data.state === "missing") return { problem: `There is no data file "${name}".`, about };
  if (data.problem === null) {
    return { problem: `The data file "${name}" is too large to be run here. The command "sxp run" reads it.`, about };
  }
  const file = workspace.dataFile(data.uri);
  if (!file?.problemAt) return { problem: `The data file "${name}": ${data.problem}`, about };
  const at = { uri: data.uri, range: rangeIn(file.document, file.problemAt) };
  return { problem: `The data file "${name}", line ${at.range.start.line + 1}: ${data.problem}`, about, at };
}
