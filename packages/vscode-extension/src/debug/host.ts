import type { DebugHost } from "@semantic-xpath/dap";
import { type DebugConfiguration, type DebugSession, Uri, workspace } from "vscode";
import type { Services } from "../services.js";
import { platformSettings, setting } from "../settings.js";
import type { Origin } from "./options.js";
import { fileOf, isWhole, pathOf, uriOf } from "./paths.js";

/** The world of a debug session: the texts as they stand in the editors, files of any kind of workspace, and the scorers of runs. */
export const debugHost = ({ platform }: Services, { configuration }: DebugSession): DebugHost => ({
  async readText(path) {
    const uri = uriOf(path);
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) return open.getText();
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  },
  resolvePath(path, from) {
    if (isWhole(path)) return path;
    return pathOf(from === null ? fileOf(path) : fileOf(path, Uri.joinPath(uriOf(from), "..")));
  },
  openScorer(name) {
    const spec = name ?? (setting("scorer") || null);
    return platform.openScorer(spec, queryUri(configuration).toString(), platformSettings());
  },
});

/** The file of the query: a configuration of scorers is looked for from there, as for a run. */
function queryUri({ program, from }: DebugConfiguration): Uri {
  if (typeof program === "string" && program !== "") return fileOf(program);
  if (from !== undefined) return Uri.parse((from as Origin).uri);
  return Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file("/"), "query.sxp");
}
