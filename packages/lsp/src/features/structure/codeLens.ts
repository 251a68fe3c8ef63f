import type { CodeLens } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { touches } from "../spans.js";
import { type CheckedQuery, nameOf, spanOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** What the commands of a lens are given: a query by its file and name, or by its place. */
export interface QueryReference {
  readonly uri: string;
  /** Null: the bare query at `offset`. */
  readonly name: string | null;
  /** In the file. */
  readonly offset: number;
}

/** The commands of the lenses: the server does all but debugging for a client that has none of its own. */
export const LENS_COMMANDS = [
  { title: "Run", command: "sxp.run" },
  { title: "Explain", command: "sxp.explain" },
  { title: "Debug", command: "sxp.debug" },
  { title: "Copy as test", command: "sxp.copyAsTest" },
] as const;
export type LensCommand = (typeof LENS_COMMANDS)[number]["command"];

/** Lenses above every query that can run as it is: whole, without holes and with nothing wrong that would change its meaning. */
export function codeLenses(workspace: Workspace, document: TextDocument): CodeLens[] {
  const { trusted } = workspace.settings;
  return workspace.views(document).flatMap((view) =>
    view.queries
      .filter((checked) => isWhole(view, checked))
      .flatMap((checked) => {
        const { start } = spanOf(checked);
        const range = toRange(view, { start, end: start });
        const reference: QueryReference = {
          uri: document.uri,
          name: nameOf(checked),
          offset: view.region.start + start,
        };
        return LENS_COMMANDS.filter(({ command }) => trusted || command === "sxp.explain").map((command) => ({
          range,
          command: { ...command, arguments: [reference] },
        }));
      }),
  );
}

function isWhole({ region, syntax, text }: View, checked: CheckedQuery): boolean {
  const own = spanOf(checked);
  if (region.holes.length > 0 || text.slice(own.start, own.end).trim() === "") return false;
  const found = [...syntax.filter(({ span }) => touches(span, own)), ...checked.diagnostics];
  return found.every(({ severity }) => severity !== "error");
}
