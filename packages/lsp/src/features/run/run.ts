import { type Inspection, inspect } from "@semantic-xpath/inspect";
import { planRows } from "@semantic-xpath/planner";
import { type CompiledQuery, compile, type Match, treeStatistics } from "@semantic-xpath/runtime";
import { diagnostics } from "../diagnostics/diagnostics.js";
import { rangeIn } from "../spans.js";
import { declaredSchema, nameOf, spanOf, toRange, type View } from "../workspace/view.js";
import { type DataTexts, textOfNode, type Workspace } from "../workspace/workspace.js";
import { execute, type NotRun, type Watching } from "./execute.js";
import { compiled, findQuery } from "./findQuery.js";
import type {
  CompileResult,
  ExplainResult,
  MatchEntry,
  QueryParams,
  RunOutcome,
  RunParams,
  SourceEntry,
  TestResult,
  TraceResult,
} from "./requests.js";
import { testText } from "./testText.js";
import { updateEntry } from "./update.js";

/** Results that are sent with a run; the others are asked for page by page. */
const MAX_SENT = 200;

/** A run that did not take place. */
export const noRun = ({ at, ...problem }: NotRun): RunOutcome => ({
  ...problem,
  at: at ?? null,
  run: null,
  count: 0,
  matches: [],
  empty: null,
  causes: [],
  approximation: null,
  caveats: [],
  scorer: "",
  scorerPairs: 0,
  milliseconds: 0,
});

/** Declarations of a file, and its problems. */
export function compileFile(workspace: Workspace, { uri }: QueryParams): CompileResult {
  const document = workspace.document(uri);
  if (document === null) return NOTHING_COMPILED;
  const views = workspace.views(document);
  const queries = views.flatMap((view) =>
    view.queries.map((checked) => {
      const query = view.region.holes.length > 0 ? undefined : compiled(view, checked);
      return {
        name: nameOf(checked),
        range: toRange(view, spanOf(checked)),
        parameters: (query?.plan.parameters ?? []).map(({ name, type }) => ({ name, type })),
        isSemantic: query?.isSemantic ?? false,
        canRun: query !== undefined,
      };
    }),
  );
  const [first] = views;
  return {
    queries,
    updates: views.flatMap((view) => view.updates.map((checked) => updateEntry(view, checked))),
    diagnostics: diagnostics(workspace, document),
    schema: sourceEntry(first, "schema"),
    data: sourceEntry(first, "data"),
  };
}

const NO_SOURCE: SourceEntry = { uri: null, state: "none", importedAt: null };
export const NOTHING_COMPILED: CompileResult = {
  queries: [],
  updates: [],
  diagnostics: [],
  schema: NO_SOURCE,
  data: NO_SOURCE,
};

function sourceEntry(view: View | undefined, what: "schema" | "data"): SourceEntry {
  if (view === undefined) return NO_SOURCE;
  const { uri, state, path } = view[what];
  return { uri, state, importedAt: path && toRange(view, path.path.span) };
}

/** Runs a query over the data that its file imports, and keeps the run. Rejects only when the signal aborts. */
export async function runQuery(workspace: Workspace, request: RunParams, watching: Watching = {}): Promise<RunOutcome> {
  const ran = await execute(
    workspace,
    request,
    watching,
    async ({ view, checked, query, tree, options, scorer, all }) => {
      const texts = workspace.textsOf(view.data.uri, tree);
      const isWhole = !request.dataOnly || !query.isSemantic;
      const inspection = isWhole ? await inspect(query, tree, options) : await inspect(nothingOf(view), tree);
      const context = { view, checked, request, scorer: scorer.name, texts, isWhole };
      const entry = workspace.runs.keep(inspection, context, workspace.settings.keptRuns);
      return { inspection, texts, id: entry.id, isWhole, all };
    },
  );
  if (ran.problem !== null) return noRun(ran);
  const { inspection, texts, id, isWhole, all } = ran.value;
  const outcome = outcomeOf(inspection, id, texts);
  if (!isWhole) {
    const { value: _, ...rest } = outcome;
    return { ...rest, empty: null, causes: [], caveats: [] };
  }
  if (all === null) return outcome;
  const matches = all
    .slice(0, MAX_SENT)
    .map(({ match, uri }) => matchEntry(match, uri === null ? texts : workspace.textsOf(uri, match.node.tree)));
  return { ...outcome, count: all.length, matches };
}

/** Outcome of a run. */
export function outcomeOf(inspection: Inspection, id: string, texts: DataTexts): RunOutcome {
  const { matches, stats, value, caveats } = inspection.result;
  return {
    problem: null,
    at: null,
    run: id,
    ...(value !== undefined && { value }),
    count: matches.length,
    matches: matches.slice(0, MAX_SENT).map((match) => matchEntry(match, texts)),
    empty: stats.empty,
    causes: inspection.causes(),
    approximation: stats.approximation,
    caveats: (caveats ?? []).map(({ message }) => message),
    scorer: stats.scorer,
    scorerPairs: stats.scorerPairs,
    milliseconds: stats.milliseconds,
  };
}

/** A query that visits no node. Its tree is that of the view's queries, with the same numbers. */
const nothingOf = (view: View): CompiledQuery => compile("/..", { schema: declaredSchema(view) }).query!;

/** Runs a query and records what every operator did. */
export async function traceQuery(workspace: Workspace, params: RunParams, signal?: AbortSignal): Promise<TraceResult> {
  const ran = await execute(workspace, params, { signal }, ({ query, tree, options }) =>
    query.run(tree, { ...options, trace: true }),
  );
  return ran.problem === null
    ? { problem: null, trace: ran.value.trace ?? null }
    : { problem: ran.problem, trace: null };
}

/** The plan of a query, with counts from the data if there is any. Nothing is run. */
export function explainQuery(workspace: Workspace, params: QueryParams): ExplainResult {
  const target = findQuery(workspace, params);
  if (target.problem !== null) return { problem: target.problem, text: "", mermaid: "", operators: [] };
  const { query, view } = target;
  const tree = view.data.value;
  const statistics = tree === null ? undefined : treeStatistics(tree);
  return {
    problem: null,
    text: query.explain("text", statistics),
    mermaid: query.explain("mermaid", statistics),
    operators: planRows(query.plan, statistics),
  };
}

/** A query with its present results as a test. */
export async function testOfQuery(workspace: Workspace, params: RunParams, signal?: AbortSignal): Promise<TestResult> {
  const ran = await execute(workspace, params, { signal }, async (prepared) => {
    return testText(params, prepared, await prepared.query.run(prepared.tree, prepared.options));
  });
  return ran.problem === null ? { problem: null, text: ran.value } : { ...ran, text: "" };
}

export function matchEntry(match: Match, texts: DataTexts): MatchEntry {
  const { node, attribute, text, path, weight } = match;
  const source = textOfNode(texts, node.tree, node.id);
  return {
    path,
    weight,
    type: node.type,
    attributes: node.attributes,
    text: node.text,
    value: attribute?.value ?? text,
    source: source && node.span && { uri: source.uri, range: rangeIn(source, node.span) },
  };
}
