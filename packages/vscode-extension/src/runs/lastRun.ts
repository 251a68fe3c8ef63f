import type { RunParams } from "@semantic-xpath/lsp";
import type { Memento } from "vscode";

/** Last run in this workspace, so that the panel can be filled again after a reload: the server's runs are gone then. */
export interface LastRun {
  readonly request: RunParams;
  readonly title: string;
  /** The one that the run had, whether the request names it or not. */
  readonly scorer: string;
}

const LAST = "sxp.lastRun";

export const rememberRun = (memento: Memento, last: LastRun): Thenable<void> => memento.update(LAST, last);

export const lastRun = (memento: Memento): LastRun | undefined => memento.get<LastRun>(LAST);
