import type { CodeLens } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { touches } from "../spans.js";
import { type CheckedText, nameOf, spanOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** Argument of the commands of a lens: a query or update by its file and name, or by its place. */
export interface QueryReference {
  readonly uri: string;
  /** Null: the bare one at `offset`. */
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
/** Commands of an update: its preview, and its application. */
export const UPDATE_LENS_COMMANDS = [
  { title: "Preview", command: "sxp.previewUpdate" },
  { title: "Apply", command: "sxp.applyUpdate" },
] as const;
export type LensCommand = (typeof LENS_COMMANDS | typeof UPDATE_LENS_COMMANDS)[number]["command"];

/** Lenses above every query and update that can run as it is: whole, without holes and with nothing wrong that would change its meaning. */
export function codeLenses(workspace: Workspace, document: TextDocument): CodeLens[] {
  const { trusted } = workspace.settings;
  return workspace.views(document).flatMap((view) =>
    [...view.queries, ...view.updates]
      .filter((checked) => isWhole(view, checked))
      .flatMap((checked) => {
        const { start } = spanOf(checked);
        const range = toRange(view, { start, end: start });
        const reference: QueryReference = {
          uri: document.uri,
          name: nameOf(checked),
          offset: view.region.start + start,
        };
        const all = checked.query.kind === "Update" ? UPDATE_LENS_COMMANDS : LENS_COMMANDS;
        return all
          .filter(({ command }) => trusted || command === "sxp.explain")
          .map((command) => ({ range, command: { ...command, arguments: [reference] } }));
      }),
  );
}

function isWhole({ region, syntax, text }: View, checked: CheckedText): boolean {
  const querySpan = spanOf(checked);
  if (region.holes.length > 0 || text.slice(querySpan.start, querySpan.end).trim() === "") return false;
  const findings = [...syntax.filter(({ span }) => touches(span, querySpan)), ...checked.diagnostics];
  return findings.every(({ severity }) => severity !== "error");
}
