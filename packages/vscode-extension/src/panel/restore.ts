import { type Disposable, window } from "vscode";
import { runAgain } from "../runs/again.js";
import { lastRun } from "../runs/lastRun.js";
import type { Services } from "../services.js";
import { PANEL_TYPE } from "./html.js";

/** Fills a panel that VS Code kept: by running the query again if that costs nothing. */
export const registerSerializer = (services: Services): Disposable =>
  window.registerWebviewPanelSerializer(PANEL_TYPE, {
    async deserializeWebviewPanel(panel) {
      // A panel in the background is kept until it is seen, and by then another may be open.
      if (services.panel.isOpen) return panel.dispose();
      services.panel.restore(panel);
      const last = lastRun(services.context.workspaceState);
      if (last === undefined) return panel.dispose();
      if (await runAgain(services, last)) return;
      services.panel.showProblem(last.title, "The window was reloaded. Run the query again to see its result.");
    },
  });
