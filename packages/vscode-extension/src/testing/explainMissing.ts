import { Uri, window, workspace } from "vscode";
import { showProblem } from "../problems.js";
import { askView } from "../runs/askView.js";
import type { Services } from "../services.js";
import type { MissingNode } from "./requests.js";

/** Runs the query of a case in a file that is not saved, and shows in the panel why a node is not in its result. */
export async function explainMissing(
  services: Services,
  { uri, query, data, schema, path }: MissingNode,
): Promise<void> {
  const { session, runs, panel } = services;
  const imports = [...(schema === null ? [] : [`import schema ${quoted(schema)};`]), `import data ${quoted(data)};`];
  const text = `${imports.join("\n")}\n\ndeclare query case() := ${query};\n`;
  const place = Uri.joinPath(Uri.parse(uri), "..", `case ${++openedFiles}.sxp`).with({ scheme: "untitled" });
  const document = await workspace.openTextDocument(place);
  const editor = await window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(document.positionAt(0), text));
  await session.compile(place);
  const outcome = await runs.run({ uri: place.toString(), name: "case" }, path);
  if (outcome === null) return;
  if (outcome.run === null) return showProblem({ ...outcome, problem: outcome.problem ?? "The run gave nothing." });
  const node = (await askView(session, { run: outcome.run, method: "locate", params: { path } })) as number | null;
  await panel.show(outcome.run, "memory", { isFocused: true, ...(node !== null && { node }) });
}

/** Number of files that were opened: each has a place of its own. */
let openedFiles = 0;

const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`;
