import type { RunEntry } from "@semantic-xpath/lsp";
import { env, Uri, window, workspace } from "vscode";
import { reportOf } from "../runs/report.js";
import type { Services } from "../services.js";

/** Writes the report of a run into the extension's own folder and opens it in the browser. */
export async function openReport(services: Services, { id, title }: RunEntry): Promise<void> {
  const folder = services.context.globalStorageUri;
  if (folder.scheme !== "file") {
    await window.showInformationMessage("Here a report can't be opened by itself. Export the run as an HTML page.");
    return;
  }
  const file = Uri.joinPath(folder, "reports", `${title.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-") || "run"}.html`);
  await workspace.fs.writeFile(file, new TextEncoder().encode(await reportOf(services, id, false)));
  await env.openExternal(file);
}
