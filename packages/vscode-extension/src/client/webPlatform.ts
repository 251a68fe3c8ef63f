import { Uri, workspace } from "vscode";
import type { Platform } from "./platform.js";

/** The server in a worker. It has no files and no native code. */
export const webPlatform: Platform = {
  hasNode: false,
  async connect(context, clientOptions) {
    const { LanguageClient, WorkDoneProgress } = await import("vscode-languageclient/browser");
    const worker = new Worker(await workerUrl(Uri.joinPath(context.extensionUri, "dist", "serverWorker.js")));
    const client = new LanguageClient("sxp", "Semantic XPath", worker, clientOptions);
    return { client, workDone: WorkDoneProgress.type as never };
  },
  async createDebugSession(host) {
    const { createDebugSession } = await import("@semantic-xpath/dap");
    return createDebugSession(host);
  },
  // Reading configurations needs a machine; the server of a browser asks its client, which has none either.
  dataReading: async () => null,
  notebookText: () => import("../server/notebookText.js"),
  async openScorer(spec) {
    if (spec !== null && spec !== "lexical")
      throw new Error(`There is no scorer "${spec}" in a browser, only "lexical".`);
    const { lexicalScorer } = await import("@semantic-xpath/runtime");
    return lexicalScorer();
  },
};

/** A worker is loaded by its address. Where the extension lies on another machine there is none, so its text is given one. */
async function workerUrl(script: Uri): Promise<string> {
  if (script.scheme !== "vscode-remote") return script.toString(true);
  const text = new TextDecoder().decode(await workspace.fs.readFile(script));
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
