import { REQUESTS, type RunEntry, type ViewResult } from "@semantic-xpath/lsp";
import { window } from "vscode";
import type { Services } from "../services.js";

/** Asks for a path and shows its node in the memory view, where the panel says why it is not in the result. */
export async function whyNot({ session, panel }: Services, { id, title }: RunEntry): Promise<void> {
  const path = await window.showInputBox({
    title: `Why is a node not in the result of ${title}?`,
    prompt: "The path of the node, such as /Itinerary/Day[2]/POI[1]",
    ignoreFocusOut: true,
    validateInput: (text) => (/^\s*\//.test(text) ? null : "Write a path that begins with a slash."),
  });
  if (path === undefined) return;
  const { problem, answer } = await session.request<ViewResult>(REQUESTS.view, {
    run: id,
    method: "locate",
    params: { path: path.trim() },
  });
  if (problem !== null) await window.showWarningMessage(problem);
  else if (typeof answer === "number") await panel.show(id, "memory", answer);
  else await window.showWarningMessage(`There is no node ${path.trim()}.`);
}
