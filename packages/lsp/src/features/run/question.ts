import { translate } from "@semantic-xpath/chat/translate";
import { labelOf } from "@semantic-xpath/inspect";
import type { Schema } from "@semantic-xpath/planner";
import {
  type CompiledQuery,
  compile,
  foldFields,
  lexicalScorer,
  SemanticXPathError,
  type Tree,
} from "@semantic-xpath/runtime";
import { CONFIG_FILE } from "../host.js";
import type { Workspace } from "../workspace/workspace.js";
import type { NotRun } from "./execute.js";
import type { QuestionParams, QuestionResult } from "./requests.js";
import { matchEntry } from "./run.js";
import { whenRead } from "./schemaText.js";

const LIMIT = 20;
const MOST = 200;
/** The beginning of a query, which no request in English has: a step, a bracket, or a function. */
const QUERY = /^\s*(?:[/(]|[a-z-]+\()/;

/** No answer, and why. */
export const noAnswer = ({ at: _, ...problem }: NotRun): QuestionResult => ({
  ...problem,
  ...{
    query: null,
    update: null,
    said: null,
    confidence: 0,
    others: [],
    count: 0,
    matches: [],
    empty: null,
    caveats: [],
  },
});

type QueryToRun = Pick<QuestionResult, "said" | "confidence" | "others"> & { readonly query: string };
/** A change that the request means, or a problem. */
type NotAQuery = Pick<QuestionResult, "problem" | "update" | "said"> | { readonly problem: string };

/**
 * Answers a query or a request in English about a data file, with the scorer of words, so that it may be asked at each keystroke. A request that
 * would change the data is answered by its update alone. Rejects only when the signal aborts.
 */
export async function answerQuestion(
  workspace: Workspace,
  { uri, text, limit, now }: QuestionParams,
  signal?: AbortSignal,
): Promise<QuestionResult> {
  if (!workspace.settingsOf(uri).trusted)
    return noAnswer({ problem: "This workspace is not trusted, so no data is read.", about: "trust" });
  const file = await whenRead(workspace, () => workspace.dataFile(uri));
  if (file === null) return noAnswer({ problem: "There is no such data file.", about: "data" });
  if (file.tree === null)
    return noAnswer({ problem: file.problem ?? "The data is too large to be looked into here.", about: "data" });
  if (text.trim() === "") return noAnswer({ problem: "Write a query, or what you want to know." });
  const schema = workspace.schemaOfData(uri);
  const tree = schema === null ? file.tree : foldFields(file.tree, schema);
  const clock = now == null ? {} : { now };
  try {
    const toRun = QUERY.test(text) ? asWritten(text) : await asRead(text, tree, schema, clock);
    if ("problem" in toRun) return { ...noAnswer({ problem: toRun.problem ?? "" }), ...toRun };
    const { query, diagnostics } = compile(toRun.query, { schema });
    if (query === undefined) {
      const error = diagnostics.find(({ severity }) => severity === "error");
      return noAnswer({ problem: error?.message ?? "This is no query." });
    }
    return await answer(workspace, uri, tree, query, toRun, {
      limit: Math.min(MOST, Math.max(1, limit ?? LIMIT)),
      ...clock,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted || !(error instanceof SemanticXPathError || error instanceof RangeError)) throw error;
    return noAnswer({ problem: error instanceof RangeError ? error.message : error.messageBy(CONFIG_FILE) });
  }
}

const asWritten = (text: string): QueryToRun => ({ query: text, said: null, confidence: 1, others: [] });

async function asRead(
  text: string,
  tree: Tree,
  schema: Schema | null,
  clock: { readonly now?: string },
): Promise<QueryToRun | NotAQuery> {
  const { readings, question } = await translate(text, { tree, schema, ...clock });
  const [first, ...others] = readings.flatMap((reading) =>
    reading.kind === "query" && !reading.isHistory ? [reading] : [],
  );
  if (first === undefined) {
    const [other] = readings;
    if (other?.kind === "update") return { problem: null, update: other.update, said: other.said };
    return { problem: question ?? `"${text.trim()}" is not understood.` };
  }
  const { query, said, confidence } = first;
  return { query, said, confidence, others: others.map((one) => ({ query: one.query, said: one.said })) };
}

async function answer(
  workspace: Workspace,
  uri: string,
  tree: Tree,
  query: CompiledQuery,
  toRun: QueryToRun,
  options: { readonly limit: number; readonly now?: string; readonly signal?: AbortSignal },
): Promise<QuestionResult> {
  const { limit, ...run } = options;
  const { matches, value, stats, caveats } = await query.run(tree, { ...run, scorer: lexicalScorer() });
  const texts = workspace.textsOf(uri, tree);
  return {
    problem: null,
    ...toRun,
    update: null,
    count: matches.length,
    matches: matches
      .slice(0, limit)
      .map((match) => ({ ...matchEntry(match, texts), summary: labelOf(match.node.tree, match.node.id).summary })),
    ...(value !== undefined && { value }),
    empty: stats.empty,
    caveats: (caveats ?? []).map(({ message }) => message),
  };
}
