import { FORMATS } from "@semantic-xpath/readers/formats";
import { type QuickPickItem, QuickPickItemKind, ThemeIcon, Uri, window } from "vscode";
import { entriesOf, foundFiles } from "./foundFiles.js";
import { fileName, folderInWorkspace, relativePath, SCHEMA_NAME } from "./names.js";

interface Candidate extends QuickPickItem {
  readonly uri?: Uri;
  readonly action?: "browse" | "none";
}

interface Question {
  readonly title: string;
  readonly placeHolder: string;
  /** The files nearest to this one are listed first, and those beside it even if it is outside of the workspace. */
  readonly near: Uri | undefined;
  readonly canBeNone: boolean;
}

const DATA_ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings.map((ending) => ending.slice(1)));

const KINDS = {
  data: { title: "Data", extensions: DATA_ENDINGS },
  schema: { title: "Schema", extensions: ["json"] },
} as const;
/** JSON files that are rarely data. */
const OF_TOOLS =
  /(?:^|\/)(?:package(?:-lock)?|tsconfig[^/]*|jsconfig|sxp\.config|\.?[\w-]*rc|biome|launch|settings|tasks|extensions)\.jsonc?$/;
const MOST = 1000;

/** Asks for a data or schema file; undefined if nothing was chosen. */
export async function pickFile(what: "data" | "schema", question: Question): Promise<Uri | "none" | undefined> {
  const { title, placeHolder } = question;
  const options = { title, placeHolder, matchOnDescription: true };
  const chosen = await window.showQuickPick(candidates(what, question), options);
  if (chosen?.action === "none") return "none";
  if (chosen?.action !== "browse") return chosen?.uri;
  const kind = KINDS[what];
  const filters = { [kind.title]: [...kind.extensions] };
  return (await window.showOpenDialog({ title, filters, canSelectMany: false }))?.[0];
}

/** Files of the workspace and those beside the query, the nearest first. */
async function candidates(what: "data" | "schema", { near, canBeNone }: Question): Promise<Candidate[]> {
  const endings = KINDS[what].extensions.map((extension) => `.${extension}`);
  const uris = [...(await foundFiles(endings, MOST)), ...(near === undefined ? [] : await siblingFiles(near))];
  const all = new Map(uris.map((uri) => [uri.toString(), uri]));
  const isFit = ({ path }: Uri): boolean =>
    what === "schema"
      ? SCHEMA_NAME.test(path)
      : /\.(?:xml|json)$/.test(path) && !SCHEMA_NAME.test(path) && !OF_TOOLS.test(path);
  const files = [...all.values()].filter(isFit).map((uri) => ({ uri, distance: distance(near, uri) }));
  files.sort((a, b) => a.distance - b.distance || (a.uri.path < b.uri.path ? -1 : 1));
  return [
    ...files.map(({ uri }) => ({ label: fileName(uri), description: folderInWorkspace(uri), uri })),
    { label: "", kind: QuickPickItemKind.Separator },
    { label: "Another file…", iconPath: new ThemeIcon("folder-opened"), action: "browse" },
    ...(canBeNone ? [{ label: "None", iconPath: new ThemeIcon("close"), action: "none" } as const] : []),
  ];
}

const FAR = 1e6;

/** Number of steps between two files. */
function distance(near: Uri | undefined, { scheme, authority, path }: Uri): number {
  if (near === undefined) return path.split("/").length;
  if (near.scheme !== scheme || near.authority !== authority) return FAR + path.split("/").length;
  return relativePath(near.path, path).split("/").length;
}

const siblingFiles = async (query: Uri): Promise<Uri[]> =>
  (await entriesOf(Uri.joinPath(query, ".."))).filter(({ isFolder }) => !isFolder).map(({ uri }) => uri);
