import { counted, valueLine } from "@semantic-xpath/inspect/numbers";
import { type QuestionResult, REQUESTS } from "@semantic-xpath/lsp";
import * as vscode from "vscode";
import type { Services } from "../services.js";
import { type ChangeInput, ToolChanges } from "./changes.js";
import { dataOf, type PlaceInput } from "./places.js";

/** Interface of the editor for language models, since VS Code 1.95. */
interface LanguageModels {
  registerTool(name: string, tool: object): vscode.Disposable;
}
interface Newer {
  readonly lm?: Partial<LanguageModels>;
  readonly LanguageModelToolResult?: new (parts: readonly object[]) => object;
  readonly LanguageModelTextPart?: new (text: string) => object;
}

interface Invoked<I> {
  readonly input: I;
}

interface Work<I> {
  /** The message while it works, and what a person confirms before. */
  prepare(input: I): object | Promise<object>;
  answer(input: I): Promise<string>;
}

interface QuestionInput extends PlaceInput {
  readonly question: string;
  readonly limit?: number;
}

/** Lets the assistants of the editor ask data files and memories of the workspace, and change them after a person has confirmed the change. */
export function registerTools(services: Services): vscode.Disposable[] {
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: Text } = vscode as unknown as Newer;
  if (lm?.registerTool === undefined || Result === undefined || Text === undefined) return [];
  const register = <I>(name: string, { prepare, answer }: Work<I>): vscode.Disposable =>
    lm.registerTool!(name, {
      prepareInvocation: ({ input }: Invoked<I>) => prepare(input),
      invoke: async ({ input }: Invoked<I>) => new Result([new Text(await answer(input))]),
    });
  const changes = new ToolChanges(services);
  return [
    register<QuestionInput>("sxp_query", {
      prepare: ({ file, question }) => ({ invocationMessage: `Asking ${file}: ${question}` }),
      answer: (input) => answerQuestion(services, input),
    }),
    register<ChangeInput>("sxp_preview_update", {
      prepare: ({ file }) => ({ invocationMessage: `Previewing a change of ${file}` }),
      answer: (input) => changes.preview(input),
    }),
    register<ChangeInput>("sxp_apply_update", {
      prepare: (input) => changes.confirmation(input),
      answer: (input) => changes.apply(input),
    }),
  ];
}

async function answerQuestion({ session }: Services, { question, limit, ...place }: QuestionInput) {
  const data = await dataOf(session, place);
  if (data.problem !== null) return data.problem;
  return toolText(
    await session.request(REQUESTS.question, { uri: data.uri.toString(), text: question, limit: limit ?? null }),
  );
}

/** An answer for a model: the value or the results first, a line each, then what ran. */
export function toolText({
  problem,
  query,
  update,
  said,
  count,
  matches,
  value,
  empty,
  caveats,
  others,
}: QuestionResult): string {
  if (problem !== null) return problem;
  if (update !== null) return `This would change the data, and was not made. Its update: ${update}`;
  const results = matches.map(
    ({ weight, path, value: is, summary }) => `${weight < 1 ? `${weight.toFixed(2)} ` : ""}${path} ${is ?? summary}`,
  );
  return [
    value === undefined ? counted(count, "result") : valueLine(value),
    ...(value === undefined ? results : []),
    ...(count > matches.length && value === undefined ? [`and ${count - matches.length} more`] : []),
    ...(empty === null ? [] : [empty.message]),
    ...caveats,
    `query: ${query}`,
    ...(said === null ? [] : others.map((one) => `or: ${one.query}`)),
  ].join("\n");
}
