import { Uri, workspace } from "vscode";
import type { Platform, PlatformSettings } from "./platform.js";

/** The server in a process of its own, run by the Node that VS Code has. */
export const nodePlatform: Platform = {
  hasNode: true,
  async connect(context, clientOptions, settings) {
    const { LanguageClient, TransportKind, WorkDoneProgress } = await import("./library.js");
    const module = Uri.joinPath(context.extensionUri, "dist", "server.js").fsPath;
    const server = {
      module,
      transport: TransportKind.ipc,
      options: { env: { ...process.env, ...ownEnvironment(settings) } },
    };
    const client = new LanguageClient("sxp", "Semantic XPath", { run: server, debug: server }, clientOptions);
    return { client, workDone: WorkDoneProgress.type as never };
  },
  async createDebugSession(host) {
    const { createDebugSession } = await import("../server/node.js");
    return createDebugSession(host);
  },
  async dataReading(uri) {
    return (await import("../server/node.js")).dataReading(uri);
  },
  notebookText: () => import("../server/node.js"),
  async openScorer(spec, uri, settings) {
    // A debug session scores in this process; these names are ours alone.
    Object.assign(process.env, ownEnvironment(settings));
    const { nodeScorers } = await import("../server/node.js");
    const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri.toString());
    const opened = await nodeScorers(() => folders).open(spec, uri);
    if (opened.problem !== null) throw new Error(opened.problem);
    return opened.scorer;
  },
};

/**
 * Environment of the server for parts outside of the extension: onnxruntime-node has native code, so it is used from an installation that the
 * user names. Both settings are of the machine: no workspace can set them.
 */
const ownEnvironment = ({ onnxRuntime, modelsFolder }: PlatformSettings): Record<string, string> => ({
  ...(onnxRuntime !== "" && { SXP_ONNXRUNTIME: onnxRuntime }),
  ...(modelsFolder !== "" && { SXP_MODELS_DIR: modelsFolder }),
});
