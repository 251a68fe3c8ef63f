import type { RunEntry } from "@semantic-xpath/lsp";
import { Uri, workspace } from "vscode";
import type { Services } from "../services.js";
import { askView } from "./askView.js";

/** One self-contained page about a run, made of the same components as the panel. */
export async function reportOf(
  { context, session }: Services,
  { id, at }: RunEntry,
  redacted: boolean,
): Promise<string> {
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(context.extensionUri, "dist", "panel", name)));
  const [script, style] = await Promise.all([read("report.js"), read("report.css")]);
  const { remoteView, reportHtml } = await import("@semantic-xpath/views");
  const view = remoteView((method, params) => askView(session, { run: id, method, params, redacted }));
  return reportHtml(view, { assets: { script, style }, redacted, at });
}
