import type { RunParams } from "@semantic-xpath/lsp";
import { type Disposable, type Memento, Uri, window } from "vscode";
import { runRequest } from "../runs/runTarget.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";
import { PANEL_TYPE } from "./panel.js";

/** What was last run in this workspace, so that the panel can be filled again after a reload: the server's runs are gone then. */
interface LastRun {
  readonly request: RunParams;
  readonly title: string;
}

const LAST = "sxp.lastRun";

export const rememberRun = (memento: Memento, last: LastRun): Thenable<void> => memento.update(LAST, last);

/** Fills a panel that VS Code kept: by running the query again if that costs nothing. */
export const registerSerializer = (services: Services): Disposable =>
  window.registerWebviewPanelSerializer(PANEL_TYPE, {
    async deserializeWebviewPanel(panel) {
      // A panel in the background is kept until it is seen, and by then another may be open.
      if (services.panel.isOpen) return panel.dispose();
      services.panel.restore(panel);
      const last = services.context.workspaceState.get<LastRun>(LAST);
      if (last === undefined) return panel.dispose();
      const scorer = last.request.scorer ?? setting("scorer", Uri.parse(last.request.uri));
      if (scorer === "lexical" || scorer === "") await runRequest(services, last.request, last.title);
      else
        await services.panel.showProblem(last.title, "The window was reloaded. Run the query again to see its result.");
    },
  });
