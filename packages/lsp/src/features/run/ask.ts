import { type Reading, translate } from "@semantic-xpath/chat/translate";
import { format } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import { toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { dataProblem, settled } from "./execute.js";
import type { AskParams, AskReading, AskResult } from "./requests.js";

/** A request in English as declarations of queries and updates for the file, over the data that it imports. Nothing is run. */
export async function askInEnglish(workspace: Workspace, { uri, request, now }: AskParams): Promise<AskResult> {
  if (!workspace.settingsOf(uri).trusted) return none("This workspace is not trusted, so no data is read.", "trust");
  const settledView = await settled(workspace, uri, () => viewOf(workspace, uri));
  if (settledView.problem !== null) return none(settledView.problem);
  const { view } = settledView;
  if (view.queries.some(({ declaration }) => declaration === null))
    return none("The file is one query without a name. Give it one first: declare query NAME() := …;");
  const tree = view.collection?.trees[0]?.tree ?? view.data.value;
  if (tree === null) {
    const { problem, about } = dataProblem(workspace, view);
    return none(problem, about);
  }
  try {
    const schema = view.schema.value?.schema ?? null;
    const translation = await translate(request, { tree, schema, ...(now != null && { now }) });
    const names = new Set([...view.queries, ...view.updates].map(({ declaration }) => nameText(declaration)));
    return {
      problem: null,
      isClear: translation.isClear,
      question: translation.question,
      readings: translation.readings.map((reading) => entryOf(reading, request, names)),
      at: endOf(view),
    };
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    return none(error.diagnostic.message);
  }
}

const none = (problem: string, about?: AskResult["about"]): AskResult => ({
  problem,
  ...(about !== undefined && { about }),
  ...{ isClear: false, question: null, readings: [], at: null },
});

function viewOf(
  workspace: Workspace,
  uri: string,
): { readonly problem: string } | { readonly problem: null; readonly view: View } {
  const document = workspace.document(uri);
  const view = document === null ? undefined : workspace.runViews(document)[0];
  return view === undefined ? { problem: "There is no such file." } : { problem: null, view };
}

function endOf(view: View): AskResult["at"] {
  const end = view.text.trimEnd().length;
  return toRange(view, { start: end, end }).start;
}

const nameText = (
  declaration: View["queries"][number]["declaration"] | View["updates"][number]["declaration"],
): string => (declaration?.name.kind === "Name" ? declaration.name.text : "");

/** Queries and updates of the data itself become declarations. */
function entryOf(reading: Reading, request: string, taken: ReadonlySet<string>): AskReading {
  const { said, confidence } = reading;
  const isOfData = reading.kind === "update" || (reading.kind === "query" && !reading.isHistory);
  const text = reading.kind === "query" ? reading.query : reading.kind === "update" ? reading.update : null;
  return {
    kind: reading.kind,
    said,
    confidence,
    text,
    declaration: isOfData && text !== null ? declarationOf(request, text, taken, reading.kind) : null,
  };
}

/** The query or update under a name of the request's first words, with the request as its comment. */
export function declarationOf(
  request: string,
  query: string,
  taken: ReadonlySet<string>,
  kind: "query" | "update" = "query",
): string {
  const comment = request.replace(/\s+/gu, " ").trim().replaceAll("(:", "( :").replaceAll(":)", ": )");
  const text = `(: ${comment} :)\ndeclare ${kind} ${freeName(request, taken)}() := ${query};`;
  return (format(text) ?? text).trimEnd();
}

const MAX_WORDS = 6;

function freeName(request: string, taken: ReadonlySet<string>): string {
  const words = request.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.slice(0, MAX_WORDS).join("_");
  const name = /^\p{L}/u.test(joined) ? joined : `query_${joined}`.replace(/_$/, "");
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  return free;
}
