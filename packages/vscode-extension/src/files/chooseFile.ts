import { type CompileResult, REQUESTS } from "@semantic-xpath/lsp";
import {
  FileType,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  type TextDocument,
  ThemeIcon,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { Services } from "../services.js";
import { foundFiles } from "./foundFiles.js";
import { importOf, relativePath } from "./imports.js";

interface Candidate extends QuickPickItem {
  readonly uri?: Uri;
  readonly action?: "browse" | "none";
}

const KINDS = {
  data: { title: "Data", extensions: ["xml", "json"] },
  schema: { title: "Schema", extensions: ["json"] },
} as const;
const SCHEMA_NAME = /\.(?:sxp-)?schema\.json$/;
/** JSON files that are hardly ever data. */
const OF_TOOLS =
  /(?:^|\/)(?:package(?:-lock)?|tsconfig[^/]*|jsconfig|sxp\.config|\.?[\w-]*rc|biome|launch|settings|tasks|extensions)\.jsonc?$/;
const MOST = 1000;

/**
 * Asks for the data or schema of a file. A file that imports one gets the new path in its import; for any other the choice is
 * remembered. False where nothing was chosen.
 */
export async function chooseFile(services: Services, what: "data" | "schema", query: Uri): Promise<boolean> {
  const { title, extensions } = KINDS[what];
  const compiled = await services.session.request<CompileResult>(REQUESTS.compile, { uri: query.toString() });
  const inUse = compiled[what].uri;
  const placeHolder = inUse === null ? "None so far" : `Now: ${workspace.asRelativePath(Uri.parse(inUse))}`;
  const chosen = await window.showQuickPick(candidates(what, query), {
    title: `${title} for ${query.path.slice(query.path.lastIndexOf("/") + 1)}`,
    placeHolder,
    matchOnDescription: true,
  });
  if (chosen === undefined) return false;
  const [browsed] =
    chosen.action === "browse"
      ? ((await window.showOpenDialog({ title, filters: { [title]: [...extensions] }, canSelectMany: false })) ?? [])
      : [];
  const uri = chosen.uri ?? browsed;
  if (uri === undefined && chosen.action !== "none") return false;
  const isWritten = uri !== undefined && compiled[what].isImported && (await writeImport(what, query, uri));
  if (!isWritten) {
    await services.choices.setFile(query.toString(), { [what]: uri?.toString() });
    await services.session.reconfigure();
  }
  return uri !== undefined;
}

/** Files of the workspace and those beside the query, the nearest first. */
async function candidates(what: "data" | "schema", query: Uri): Promise<Candidate[]> {
  const { extensions } = KINDS[what];
  const found = await foundFiles(
    extensions.map((extension) => `.${extension}`),
    MOST,
  );
  const all = new Map([...found, ...(await beside(query))].map((uri) => [uri.toString(), uri]));
  const isFit = ({ path }: Uri): boolean =>
    what === "schema"
      ? SCHEMA_NAME.test(path)
      : /\.(?:xml|json)$/.test(path) && !SCHEMA_NAME.test(path) && !OF_TOOLS.test(path);
  const distance = (uri: Uri): number => relativePath(query.path, uri.path).split("/").length;
  const files = [...all.values()].filter(isFit).sort((a, b) => distance(a) - distance(b) || (a.path < b.path ? -1 : 1));
  return [
    ...files.map((uri) => ({
      label: uri.path.slice(uri.path.lastIndexOf("/") + 1),
      description: workspace.asRelativePath(Uri.joinPath(uri, "..")),
      uri,
    })),
    { label: "", kind: QuickPickItemKind.Separator },
    { label: "Another file…", iconPath: new ThemeIcon("folder-opened"), action: "browse" },
    { label: "None", iconPath: new ThemeIcon("close"), action: "none" },
  ];
}

async function beside(query: Uri): Promise<Uri[]> {
  const folder = Uri.joinPath(query, "..");
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries.filter(([, type]) => (type & FileType.File) !== 0).map(([name]) => Uri.joinPath(folder, name));
  } catch {
    return [];
  }
}

/** Writes the path into the import that the file has; false where it is not found. */
async function writeImport(what: "data" | "schema", query: Uri, uri: Uri): Promise<boolean> {
  const document: TextDocument = await workspace.openTextDocument(query);
  const place = importOf(document.getText(), what);
  if (place === null || query.scheme !== uri.scheme || query.authority !== uri.authority) return false;
  const edit = new WorkspaceEdit();
  const range = new Range(document.positionAt(place.start), document.positionAt(place.end));
  edit.replace(query, range, `"${relativePath(query.path, uri.path).replaceAll('"', '""')}"`);
  return workspace.applyEdit(edit);
}
