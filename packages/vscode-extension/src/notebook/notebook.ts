import { messageOf } from "@semantic-xpath/inspect/numbers";
import { NOTEBOOK_TYPE } from "@semantic-xpath/lsp";
import type { RendererMessage } from "@semantic-xpath/views";
import { commands, type Disposable, notebooks, Uri, window, workspace } from "vscode";
import { answerPanel } from "../panel/messages.js";
import type { Services } from "../services.js";
import { createController } from "./controller.js";
import { serializerOn } from "./serializer.js";

/** Notebooks: how they are read and written, what runs their cells, and what their outputs ask. */
export function registerNotebooks(services: Services): Disposable[] {
  const messaging = notebooks.createRendererMessaging("sxp-results");
  return [
    workspace.registerNotebookSerializer(NOTEBOOK_TYPE, serializerOn(services.platform), { transientOutputs: true }),
    createController(services),
    messaging.onDidReceiveMessage(({ editor, message }) => {
      const answered = answerOutput(services, message as RendererMessage, (reply) => {
        void messaging.postMessage(reply, editor);
      });
      answered.catch((error: unknown) => services.log.error(`notebook: ${messageOf(error)}`));
    }),
    commands.registerCommand("sxp.openAsNotebook", openAsNotebook),
  ];
}

async function answerOutput(services: Services, message: RendererMessage, reply: Reply): Promise<void> {
  if (message.type === "ready") return;
  if (message.type !== "open") return answerPanel(services, message, reply);
  const { run, view, node } = message;
  await services.panel.show(run, view, { isFocused: true, ...(node !== null && { node }) });
}

type Reply = Parameters<typeof answerPanel>[2];

/** Opens a Markdown file as a notebook: the one that is named, or that is open. */
async function openAsNotebook(argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (uri === undefined) void window.showWarningMessage("Open a Markdown file first.");
  else await commands.executeCommand("vscode.openWith", uri, NOTEBOOK_TYPE);
}
