import type { DebugHost } from "@semantic-xpath/dap";
import { type DebugConfiguration, type DebugSession, Uri, workspace } from "vscode";
import type { Services } from "../services.js";
import { platformSettings, setting } from "../settings.js";
import type { Origin } from "./options.js";
import { pathOf, uriOf } from "./paths.js";

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
    const folder = from === null ? workspace.workspaceFolders?.[0]?.uri : Uri.joinPath(uriOf(from), "..");
    return folder === undefined ? path : pathOf(Uri.joinPath(folder, path.replaceAll("\\", "/")));
  },
  openScorer(name) {
    const spec = name ?? (setting("scorer") || null);
    return platform.openScorer(spec, queryUri(configuration).toString(), platformSettings());
  },
});

/** The file of the query: a configuration of scorers is looked for from there, as for a run. */
function queryUri({ program, from }: DebugConfiguration): Uri {
  if (typeof program === "string" && program !== "") return uriOf(program);
  if (from !== undefined) return Uri.parse((from as Origin).uri);
  return Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file("/"), "query.sxp");
}

/** A URI, or a path from the root of a system. */
const isWhole = (path: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(path) || /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path);
