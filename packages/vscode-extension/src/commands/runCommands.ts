import type { RunEntry } from "@semantic-xpath/lsp";
import { env, type QuickPickItem, Uri, window, workspace } from "vscode";
import { askView } from "../runs/askView.js";
import { type ExportFormat, exportRun, fileNameOf } from "../runs/exportRun.js";
import { reportOf } from "../runs/report.js";
import type { Services } from "../services.js";

/** Asks for a path and shows its node in the memory view, where the panel says why it is not in the result. */
export async function whyNot({ session, panel }: Services, { id, title }: RunEntry): Promise<void> {
  const typed = await window.showInputBox({
    title: `Why is a node not in the result of ${title}?`,
    prompt: "The path of the node, such as /Itinerary/Day[2]/POI[1]",
    ignoreFocusOut: true,
    validateInput: (text) => (/^\s*\//.test(text) ? null : "Write a path that begins with a slash."),
  });
  if (typed === undefined) return;
  const path = typed.trim();
  const node = await askView(session, { run: id, method: "locate", params: { path } });
  if (typeof node === "number") await panel.show(id, "memory", { node, isFocused: true });
  else await window.showWarningMessage(`There is no node ${path}.`);
}

/** Writes the report of a run into the extension's own folder and opens it in the browser; saves it if the browser can't reach it. */
export async function openReport(services: Services, run: RunEntry): Promise<void> {
  const folder = services.context.globalStorageUri;
  if (folder.scheme !== "file" || env.remoteName !== undefined) return exportRun(services, run, "html", false);
  const file = Uri.joinPath(folder, "reports", `${fileNameOf(run)}.html`);
  await workspace.fs.writeFile(file, new TextEncoder().encode(await reportOf(services, run, false)));
  await env.openExternal(file);
}

export async function chooseExport(services: Services, run: RunEntry): Promise<void> {
  const items: (QuickPickItem & { readonly format: ExportFormat; readonly redacted: boolean })[] = [
    { label: "HTML page", detail: "Self-contained, with every view", format: "html", redacted: false },
    { label: "HTML page without the data's words", detail: "Texts and values as bars", format: "html", redacted: true },
    { label: "JSON", detail: "The run with its trace", format: "json", redacted: false },
    { label: "JSON without the data's words", detail: "Texts and values as bars", format: "json", redacted: true },
    { label: "CSV", detail: "The results as a table", format: "csv", redacted: false },
    { label: "Mermaid diagram", detail: "The plan with its numbers", format: "mermaid", redacted: false },
  ];
  const chosen = await window.showQuickPick(items, { title: `Export ${run.title}` });
  if (chosen !== undefined) await exportRun(services, run, chosen.format, chosen.redacted);
}
