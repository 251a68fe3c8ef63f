import type { RunEntry } from "@semantic-xpath/lsp";
import { env, Uri, workspace } from "vscode";
import { exportRun } from "../runs/exportRun.js";
import { reportOf } from "../runs/report.js";
import type { Services } from "../services.js";

/** Writes the report of a run into the extension's own folder and opens it in the browser; where the browser can't reach it, saves it. */
export async function openReport(services: Services, run: RunEntry): Promise<void> {
  const folder = services.context.globalStorageUri;
  if (folder.scheme !== "file" || env.remoteName !== undefined) return exportRun(services, run, "html", false);
  const { title } = run;
  const file = Uri.joinPath(folder, "reports", `${title.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-") || "run"}.html`);
  await workspace.fs.writeFile(file, new TextEncoder().encode(await reportOf(services, run, false)));
  await env.openExternal(file);
}
