import { REQUESTS } from "@semantic-xpath/lsp";
import { type ExtensionContext, window, workspace } from "vscode";
import { defineServers } from "./assistants/memoryServers.js";
import { registerTools } from "./assistants/tools.js";
import { rememberedChoices } from "./choices.js";
import type { Platform } from "./client/platform.js";
import { createSession } from "./client/session.js";
import { registerCommands } from "./commands/commands.js";
import { providePlans } from "./commands/queryCommands.js";
import { createMarks } from "./data/marks.js";
import { registerDebugging } from "./debug/debugging.js";
import { followMoves } from "./files/moves.js";
import { createHeat, type Heat } from "./heat/heat.js";
import { showMemories } from "./memory/memoryView.js";
import { registerNotebooks } from "./notebook/notebook.js";
import { answerPanel } from "./panel/messages.js";
import { createPanel } from "./panel/panel.js";
import { registerSerializer } from "./panel/restore.js";
import { Previews } from "./previews.js";
import { runOnSave } from "./runs/again.js";
import { createRuns } from "./runs/runs.js";
import type { Services } from "./services.js";
import { showSidebar } from "./sidebar/sidebar.js";
import { showNodePath } from "./status/nodePath.js";
import { showStatus } from "./status/status.js";
import { registerTesting } from "./testing/testing.js";

/** API of the extension for other code of the same window. */
export interface Api {
  /** Resolves when the language server answers. */
  ready(): Promise<void>;
}

/** Registers everything and does nothing else: the server starts with the first document that has queries. */
export function activateWith(platform: Platform, context: ExtensionContext, loaded: number): Api {
  const log = window.createOutputChannel("Semantic XPath", { log: true });
  const choices = rememberedChoices(context.workspaceState);
  const hasNumbers: Heat["covers"] = (document, position) => heat.covers(document, position);
  const session = createSession({ platform, context, log, choices, hasNumbers });
  const runs = createRuns(session);
  const heat: Heat = createHeat(session, runs);
  const marks = createMarks(session, runs);
  const panel = createPanel(context, log, runs, (message, send) => answerPanel(services, message, send));
  const previews: Services["previews"] = new Previews("sxp-update");
  const steps: Services["steps"] = new Previews("sxp-memory-step");
  const services: Services = { context, platform, log, choices, session, runs, panel, heat, marks, previews, steps };

  context.subscriptions.push(
    log,
    session,
    runs,
    heat,
    marks,
    panel,
    previews,
    steps,
    ...registerCommands(services),
    providePlans(),
    ...registerTools(services),
    ...defineServers(services),
    ...registerNotebooks(services),
    ...registerTesting(services),
    ...registerDebugging(services),
    registerSerializer(services),
    ...showStatus(session),
    ...showNodePath(session, runs),
    runOnSave(services),
    ...showSidebar(services),
    ...showMemories(services),
    workspace.onDidOpenTextDocument((document) => session.need(document)),
    workspace.onDidChangeTextDocument(({ document }) => session.need(document)),
    ...followMoves(services),
    workspace.onDidChangeWorkspaceFolders(() => session.reconfigure()),
    workspace.onDidGrantWorkspaceTrust(() => session.reconfigure()),
  );
  for (const document of workspace.textDocuments) session.need(document);
  log.info(`activated in ${(performance.now() - loaded).toFixed(1)} ms`);
  return {
    async ready() {
      await session.request(REQUESTS.runs, null);
    },
  };
}
