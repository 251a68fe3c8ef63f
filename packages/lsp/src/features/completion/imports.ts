import { COMPLETION } from "../kinds.js";
import { quoted } from "../words/words.js";
import { fileName, folderOf, resolveUri } from "../workspace/uris.js";
import type { Workspace } from "../workspace/workspace.js";
import type { Items, Request } from "./request.js";

const SUITABLE = { schema: /\.json$/i, data: /\.(?:json|xml)$/i } as const;

/** Paths of files beside the document, and folders on the way to others. A schema is offered before other JSON. */
export function addImports(workspace: Workspace, request: Request, items: Items, what: "schema" | "data"): void {
  const { cursor, view } = request;
  const { word } = cursor;
  const isString = word.kind === "string";
  const typed = isString ? word.text : "";
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const base = folderOf(workspace.baseOf(view.document.uri));
  const uri = folder === "" ? base : resolveUri(folder, base);
  if (uri === null) return;
  const names = workspace.host.list(uri).filter((name) => name.endsWith("/") || SUITABLE[what].test(name));
  const isSchema = (name: string): boolean => name.endsWith(".schema.json");
  const rank = (name: string): number =>
    name.endsWith("/") ? 2 : isSchema(name) === (what === "schema") ? (sharesName(name, view.document.uri) ? 0 : 1) : 3;
  for (const name of [...names].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))) {
    if (what === "data" && isSchema(name)) continue;
    const path = `${folder}${name}`;
    const kind = name.endsWith("/") ? COMPLETION.folder : COMPLETION.file;
    items.add({ label: name, kind, text: isString ? path : quoted(path), filter: isString ? path : quoted(path) });
  }
}

/** `trip.schema.json` and `trip.xml` go with `trip.sxp`. */
const sharesName = (name: string, uri: string): boolean => name.split(".")[0] === fileName(uri).split(".")[0];
