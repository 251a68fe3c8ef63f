import type { Page, ResultRow, RunOverview } from "@semantic-xpath/inspect";
import { messageOf } from "@semantic-xpath/inspect/numbers";
import { REQUESTS, type RunEntry } from "@semantic-xpath/lsp";
import { ProgressLocation, Uri, window, workspace } from "vscode";
import { showProblem } from "../problems.js";
import type { Services } from "../services.js";
import { askView } from "./askView.js";
import { offer } from "./offer.js";
import { reportOf } from "./report.js";

export type ExportFormat = "html" | "json" | "csv" | "mermaid";

const FORMATS: Readonly<Record<ExportFormat, { readonly name: string; readonly extension: string }>> = {
  html: { name: "HTML page", extension: "html" },
  json: { name: "JSON", extension: "json" },
  csv: { name: "CSV", extension: "csv" },
  mermaid: { name: "Mermaid diagram", extension: "mmd" },
};

/** Writes a run to a file that the user names. */
export async function exportRun(
  services: Services,
  entry: RunEntry,
  format: ExportFormat,
  redacted: boolean,
): Promise<void> {
  const { name, extension } = FORMATS[format];
  const place = placeFor(entry, extension);
  const target = await window.showSaveDialog({
    title: `Save the run as ${name}`,
    ...(place && { defaultUri: place }),
    filters: { [name]: [extension] },
  });
  if (target === undefined) return;
  const options = { location: ProgressLocation.Notification, title: `Writing ${workspace.asRelativePath(target)}` };
  const text = await window.withProgress(options, () => exported(services, entry, format, redacted));
  if (text === null) return;
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    await window.showErrorMessage(`"${workspace.asRelativePath(target)}" can't be written: ${messageOf(error)}`);
    return;
  }
  await offer(
    `Written: ${workspace.asRelativePath(target)}`,
    "Open",
    async () => void (await window.showTextDocument(target)),
  );
}

/** The text of a run in a format; null if there is none, which is shown. */
async function exported(
  services: Services,
  entry: RunEntry,
  format: ExportFormat,
  redacted: boolean,
): Promise<string | null> {
  if (format === "html") return reportOf(services, entry, redacted);
  if (format === "csv") {
    const params = { from: 0, count: entry.count };
    const { session } = services;
    const page = await askView(session, { run: entry.id, method: "results", params, redacted });
    const overview = await askView(session, { run: entry.id, method: "overview", params: {}, redacted });
    const { csvOf } = await import("@semantic-xpath/views");
    return csvOf((page as Page<ResultRow>).rows, overview as RunOverview);
  }
  const request = { run: entry.id, format, redacted };
  const { problem, text } = await services.session.request(REQUESTS.export, request);
  if (problem === null) return text;
  await showProblem({ problem });
  return null;
}

/** In the workspace folder of the query, else beside it; undefined for one that is nowhere. */
function placeFor(entry: RunEntry, extension: string): Uri | undefined {
  const query = Uri.parse(entry.request.uri);
  const first = workspace.workspaceFolders?.[0]?.uri;
  const nearby = query.scheme === "untitled" ? first : Uri.joinPath(query, "..");
  const folder = workspace.getWorkspaceFolder(query)?.uri ?? nearby;
  return folder && Uri.joinPath(folder, `${fileNameOf(entry)}.${extension}`);
}

/** A name for a file about a run: its title without what file systems do not take. */
export const fileNameOf = ({ title }: RunEntry): string =>
  title.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-").replaceAll(/^-+|-+$/g, "") || "run";
