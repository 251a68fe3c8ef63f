import type { Place } from "@semantic-xpath/parser";
import { quoted } from "../words/words.js";
import { isDataName } from "../workspace/dataUris.js";
import { fileName, folderOf, resolveUri } from "../workspace/uris.js";
import type { Workspace } from "../workspace/workspace.js";
import type { Items } from "./items.js";

const SUITABLE = { schema: (name: string) => /\.json$/i.test(name), data: isDataName } as const;

/** Paths of files beside the document, and folders on the way to others. A schema is offered before other JSON. */
export function addImports(items: Items, { what }: Extract<Place, { kind: "import" }>, workspace: Workspace): void {
  const { word } = items.cursor;
  const { uri } = items.view.document;
  const isString = word.kind === "string";
  const typed = isString ? word.text : "";
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const base = folderOf(workspace.baseOf(uri));
  const place = folder === "" ? base : resolveUri(folder, base);
  if (place === null) return;
  const names = workspace.host.list(place);
  // A folder that is not read yet is known when one asks again.
  items.isIncomplete = names === undefined;
  const isSchema = (name: string): boolean => name.endsWith(".schema.json");
  const suits = (name: string): boolean =>
    name.endsWith("/") || (SUITABLE[what](name) && (what === "schema" || !isSchema(name)));
  const rank = (name: string): number =>
    name.endsWith("/") ? 2 : isSchema(name) === (what === "schema") ? (sharesName(name, uri) ? 0 : 1) : 3;
  for (const name of (names ?? []).filter(suits).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))) {
    const path = `${folder}${name}`;
    items.add({ label: name, kind: name.endsWith("/") ? "folder" : "file", text: isString ? path : quoted(path) });
  }
}

/** `trip.schema.json` and `trip.xml` go with `trip.sxp`. */
const sharesName = (name: string, uri: string): boolean => name.split(".")[0] === fileName(uri).split(".")[0];
