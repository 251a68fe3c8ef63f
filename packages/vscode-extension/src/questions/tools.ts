import { counted, valueLine } from "@semantic-xpath/inspect/numbers";
import { type QuestionResult, REQUESTS } from "@semantic-xpath/lsp";
import * as vscode from "vscode";
import type { Services } from "../services.js";

/** Interface of the editor for language models, since VS Code 1.95. */
interface LanguageModels {
  registerTool(name: string, tool: object): vscode.Disposable;
}
interface Newer {
  readonly lm?: Partial<LanguageModels>;
  readonly LanguageModelToolResult?: new (parts: readonly object[]) => object;
  readonly LanguageModelTextPart?: new (text: string) => object;
}

interface ToolInput {
  readonly file: string;
  readonly question: string;
  readonly limit?: number;
}

/** Lets the assistants of the editor ask data files of the workspace: they read, and change nothing. */
export function registerTools({ session }: Services): vscode.Disposable[] {
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: Text } = vscode as unknown as Newer;
  if (lm?.registerTool === undefined || Result === undefined || Text === undefined) return [];
  const tool = {
    prepareInvocation: ({ input: { file, question } }: { readonly input: ToolInput }) => ({
      invocationMessage: `Asking ${file}: ${question}`,
    }),
    async invoke({ input }: { readonly input: ToolInput }): Promise<object> {
      const { file, question, limit = null } = input;
      const uri = uriOf(file);
      const answer =
        uri === null
          ? `There is no folder open, and "${file}" is no file of it.`
          : toolText(await session.request(REQUESTS.question, { uri: uri.toString(), text: question, limit }));
      return new Result([new Text(answer)]);
    },
  };
  return [lm.registerTool("sxp_query", tool)];
}

/** A file by its path in the workspace. What lies outside of it is not read. */
function uriOf(file: string): vscode.Uri | null {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const target = vscode.Uri.joinPath(uri, file);
    if (target.path.startsWith(`${uri.path.replace(/\/$/, "")}/`)) return target;
  }
  return null;
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
  if (update !== null) return `This would change the data, and was not made: ${update}`;
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
