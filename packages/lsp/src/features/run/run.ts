import { planRows } from "@semantic-xpath/planner";
import {
  type CompiledQuery,
  compile,
  lexicalScorer,
  type Match,
  type RunResult,
  SemanticXPathError,
  treeStatistics,
} from "@semantic-xpath/runtime";
import { TextDocument } from "vscode-languageserver-textdocument";
import { queryDiagnostics } from "../diagnostics/diagnostics.js";
import { type CheckedQuery, nameOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type {
  CompileResult,
  ExplainResult,
  MatchEntry,
  QueryParams,
  RunOutcome,
  RunParams,
  RunProgress,
  TestResult,
  TraceResult,
} from "./requests.js";

const LIMIT = 50;
const NO_FILE = "There is no such file.";
const NO_QUERY = "There is no such query.";
const scorer = lexicalScorer();

/** What a request asks for, found: or why it is not there. */
type Found =
  | { readonly problem: string }
  | { readonly problem: null; readonly view: View; readonly checked: CheckedQuery; readonly query: CompiledQuery };

/** What a file declares, and what is wrong with it. */
export function compileFile(workspace: Workspace, { uri }: QueryParams): CompileResult {
  const document = workspace.document(uri);
  if (document === null) return { queries: [], diagnostics: [] };
  const queries = workspace.views(document).flatMap((view) =>
    view.queries.map((checked) => {
      const query = view.region.holes.length > 0 ? undefined : compiled(view, checked);
      return {
        name: nameOf(checked),
        range: toRange(view, (checked.declaration ?? checked.query).span),
        parameters: (query?.plan.parameters ?? []).map(({ name, type }) => ({ name, type })),
        isSemantic: query?.isSemantic ?? false,
        canRun: query !== undefined,
      };
    }),
  );
  return { queries, diagnostics: queryDiagnostics(workspace, document) };
}

/** Runs a query over the data that its file imports. Rejects only when the signal aborts. */
export async function runQuery(
  workspace: Workspace,
  params: RunParams,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: RunProgress) => void } = {},
): Promise<RunOutcome> {
  const empty = { matches: [], scorer: "", scorerPairs: 0, milliseconds: 0 };
  const ran = await execute(workspace, params, false, options);
  if (ran.problem !== null) return { problem: ran.problem, ...empty };
  const { matches, stats } = ran.result;
  const source = sourceOf(workspace, ran.view);
  return {
    problem: null,
    matches: matches.map((match) => matchEntry(match, source)),
    scorer: stats.scorer,
    scorerPairs: stats.scorerPairs,
    milliseconds: stats.milliseconds,
  };
}

/** Runs a query and tells what every operator did. */
export async function traceQuery(workspace: Workspace, params: RunParams, signal?: AbortSignal): Promise<TraceResult> {
  const ran = await execute(workspace, params, true, { ...(signal && { signal }) });
  return ran.problem === null
    ? { problem: null, trace: ran.result.trace ?? null }
    : { problem: ran.problem, trace: null };
}

/** The plan of a query, with counts from the data where there are any. Nothing is run. */
export function explainQuery(workspace: Workspace, params: QueryParams): ExplainResult {
  const found = find(workspace, params);
  if (found.problem !== null) return { problem: found.problem, text: "", mermaid: "", operators: [] };
  const { query, view } = found;
  const tree = view.data.value;
  const statistics = tree === null ? undefined : treeStatistics(tree);
  return {
    problem: null,
    text: query.explain("text", statistics),
    mermaid: query.explain("mermaid", statistics),
    operators: planRows(query.plan, statistics),
  };
}

/** A query with its present results as a test for vitest or node:test. */
export async function testOfQuery(workspace: Workspace, params: RunParams, signal?: AbortSignal): Promise<TestResult> {
  const ran = await execute(workspace, params, false, { ...(signal && { signal }) });
  if (ran.problem !== null) return { problem: ran.problem, text: "" };
  const { checked, view } = ran;
  const name = nameOf(checked) ?? "the query";
  const text = view.text.slice(checked.query.span.start, checked.query.span.end);
  const options = params.params === undefined ? "" : `, { params: ${JSON.stringify(params.params)} }`;
  const paths = ran.result.matches.map(({ path }) => `    ${JSON.stringify(path)},`);
  const lines = [
    `test(${JSON.stringify(`${name} finds what it found`)}, async () => {`,
    `  const { query } = compile(${JSON.stringify(text)});`,
    `  const { matches } = await query.run(tree${options});`,
    "  expect(matches.map((match) => match.path)).toEqual([",
    ...paths,
    "  ]);",
    "});",
  ];
  return { problem: null, text: `${lines.join("\n")}\n` };
}

async function execute(
  workspace: Workspace,
  params: RunParams,
  trace: boolean,
  { signal, onProgress }: { readonly signal?: AbortSignal; readonly onProgress?: (progress: RunProgress) => void },
): Promise<{ problem: string } | { problem: null; view: View; checked: CheckedQuery; result: RunResult }> {
  if (!workspace.settings.trusted) return { problem: "This workspace is not trusted, so nothing is run." };
  const found = find(workspace, params);
  if (found.problem !== null) return found;
  const { view, checked, query } = found;
  const tree = view.data.value;
  if (tree === null) return { problem: dataProblem(view) };
  try {
    const result = await query.run(tree, {
      scorer,
      trace,
      limit: params.limit ?? LIMIT,
      ...(params.minScore !== undefined && { minScore: params.minScore }),
      ...(params.params !== undefined && { params: params.params }),
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    return { problem: null, view, checked, result };
  } catch (error) {
    if (signal?.aborted || !(error instanceof SemanticXPathError || error instanceof RangeError)) throw error;
    return { problem: error instanceof SemanticXPathError ? error.diagnostic.message : error.message };
  }
}

function dataProblem({ data }: View): string {
  if (data.state === "broken") return data.problem ?? "The data is too large to be run here.";
  if (data.state === "loading") return "The data is still being read.";
  return data.state === "missing"
    ? "There is no such data file."
    : 'No data: import a file with import data "…"; or set one.';
}

function find(workspace: Workspace, { uri, name = null, offset = null }: QueryParams): Found {
  const document = workspace.document(uri);
  if (document === null) return { problem: NO_FILE };
  for (const view of workspace.views(document)) {
    for (const checked of view.queries) {
      const { start, end } = (checked.declaration ?? checked.query).span;
      const at = offset === null ? null : offset - view.region.start;
      if (name !== null ? nameOf(checked) !== name : at !== null && (at < start || at > end)) continue;
      if (view.region.holes.length > 0) return { problem: "The query has holes, so it can't run by itself." };
      const query = compiled(view, checked);
      return query === undefined ? { problem: firstError(view, checked) } : { problem: null, view, checked, query };
    }
  }
  return { problem: NO_QUERY };
}

function compiled(view: View, checked: CheckedQuery): CompiledQuery | undefined {
  const { query, queries } = compile(view.text, { schema: view.schema.value?.schema ?? null });
  const name = nameOf(checked);
  return checked.declaration === null ? query : name === null ? undefined : queries[name];
}

const firstError = ({ syntax }: View, { diagnostics }: CheckedQuery): string =>
  [...syntax, ...diagnostics].find(({ severity }) => severity === "error")?.message ?? "The query can't run.";

/** The data file as a document, for places in it. */
function sourceOf(workspace: Workspace, { data }: View): TextDocument | null {
  const file = data.uri === null ? null : workspace.dataFile(data.uri);
  return file ? TextDocument.create(file.uri, "", 0, file.text) : null;
}

function matchEntry(match: Match, source: TextDocument | null): MatchEntry {
  const { node, attribute, path, weight } = match;
  const { span } = node;
  const range =
    source === null || span === null
      ? null
      : { start: source.positionAt(span.start), end: source.positionAt(span.end) };
  return {
    path,
    weight,
    type: node.type,
    attributes: node.attributes,
    text: node.text,
    value: attribute?.value ?? null,
    source: source === null || range === null ? null : { uri: source.uri, range },
  };
}
