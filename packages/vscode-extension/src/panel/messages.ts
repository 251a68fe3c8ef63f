import { messageOf } from "@semantic-xpath/inspect/numbers";
import { REQUESTS, type RunEntry } from "@semantic-xpath/lsp";
import type { HostMessage } from "@semantic-xpath/views";
import { env, window } from "vscode";
import { applyChange } from "../runs/applyChange.js";
import { askView } from "../runs/askView.js";
import { exportRun } from "../runs/exportRun.js";
import { runRequest } from "../runs/runTarget.js";
import type { Services } from "../services.js";
import type { PanelRequest } from "./panel.js";
import { revealNode, revealQuery } from "./reveal.js";

/** Does what the panel requests. Everything that it shows comes from the language server; nothing is computed here. */
export async function answerPanel(services: Services, message: PanelRequest, send: Send): Promise<void> {
  const { session, panel, runs } = services;
  switch (message.type) {
    case "ask": {
      const { run, method, params, redacted = false } = message;
      return reply(send, message.id, () => askView(session, { run, method, params, redacted }));
    }
    case "compare": {
      const { before, after, redacted = false } = message;
      return reply(send, message.id, async () => {
        const { problem, comparison } = await session.request(REQUESTS.compare, { before, after, redacted });
        if (problem !== null) throw new Error(problem);
        return comparison;
      });
    }
    case "reveal":
      return withRun(services, message.run, (entry) => revealNode(services, entry, message));
    case "revealQuery":
      return withRun(services, message.run, (entry) => revealQuery(services, entry, message));
    case "copy":
      await env.clipboard.writeText(message.text);
      window.setStatusBarMessage(`Copied: ${message.what}`, 3000);
      return;
    case "export":
      return withRun(services, message.run, (entry) => exportRun(services, entry, message.format, message.redacted));
    case "apply":
      return withRun(services, message.run, (entry) => applyChange(services, entry, message.change));
    case "rerun":
      return withRun(services, message.run, async ({ request, title }) => {
        await runRequest(services, request, title);
      });
    case "forget": {
      await runs.forget(message.run);
      const newest = (await runs.list()).at(-1);
      if (newest === undefined) panel.close();
      else if (panel.shown === message.run) await panel.show(newest.id, "results");
      return;
    }
    case "cancel":
      return runs.cancel();
  }
}

/** To the panel that a message came from. */
type Send = (message: HostMessage) => void;

async function reply(send: Send, id: number, answer: () => Promise<unknown>): Promise<void> {
  try {
    send({ type: "answer", id, value: await answer() });
  } catch (error) {
    send({ type: "failed", id, message: messageOf(error) });
  }
}

async function withRun(services: Services, id: string, work: (entry: RunEntry) => Promise<void>): Promise<void> {
  const entry = await services.runs.entry(id);
  if (entry !== null) return work(entry);
  await window.showWarningMessage("This run is not kept any more. Run the query again.");
}
