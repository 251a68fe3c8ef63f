import * as vscode from "vscode";
import { setting } from "../client/settings.js";
import { memoryFiles } from "../memory/memoryView.js";
import { MEMORY_FILE } from "../memory/watchMemories.js";
import type { Services } from "../services.js";

const PROVIDER = "sxp.memories";

/** Interface of the editor for servers of the Model Context Protocol, since VS Code 1.101; before that it is there and throws. */
interface Newer {
  readonly lm?: { registerMcpServerDefinitionProvider?(id: string, provider: object): vscode.Disposable };
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => { cwd?: vscode.Uri };
}

/**
 * Defines a server for each memory of a trusted workspace, on the Node of the editor. The editor starts one when an assistant needs it; before
 * that no memory is opened. Servers read; whether they write is a setting of the machine, which no workspace can set.
 */
export function defineServers({ context, platform, log }: Services): vscode.Disposable[] {
  const { lm, McpStdioServerDefinition: Definition } = vscode as unknown as Newer;
  if (!platform.hasNode || lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined) return [];
  const { workspace, Uri } = vscode;
  const changed = new vscode.EventEmitter<void>();
  const script = Uri.joinPath(context.extensionUri, "dist", "server.js").fsPath;
  const define = (file: vscode.Uri) => {
    const folder = Uri.joinPath(file, "..");
    const writes = setting("memoryServersWrite");
    const args = [script, "--mcp", folder.fsPath, ...(writes ? ["--write"] : [])];
    const version = `${(context.extension.packageJSON as { readonly version: string }).version}${writes ? "+write" : ""}`;
    const label = `Memory ${workspace.asRelativePath(folder)}`;
    return Object.assign(new Definition(label, process.execPath, args, { ELECTRON_RUN_AS_NODE: "1" }, version), {
      cwd: workspace.getWorkspaceFolder(folder)?.uri,
    });
  };
  const provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () =>
      (await memoryFiles()).filter(({ scheme }) => scheme === "file").map(define),
  };
  try {
    const registered = lm.registerMcpServerDefinitionProvider(PROVIDER, provider);
    const memories = workspace.createFileSystemWatcher(`**/${MEMORY_FILE}`, false, true, false);
    const report = (): void => changed.fire();
    return [
      registered,
      ...[changed, memories, memories.onDidCreate(report), memories.onDidDelete(report)],
      workspace.onDidGrantWorkspaceTrust(report),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("sxp.memoryServersWrite")) report();
      }),
    ];
  } catch (error) {
    log.debug(`no servers are defined: ${String(error)}`);
    return [];
  }
}
