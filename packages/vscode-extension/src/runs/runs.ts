import { countText } from "@semantic-xpath/inspect/numbers";
import { type ProgressCounts, REQUESTS, type RunEntry, type RunOutcome, type RunParams } from "@semantic-xpath/lsp";
import type { HostMessage } from "@semantic-xpath/views";
import { CancellationTokenSource, commands, type Disposable, EventEmitter } from "vscode";
import type { Session, Watching } from "../client/session.js";
import { watched } from "./watched.js";

/** Runs queries and knows which runs the server keeps. One run at a time: a new one cancels the one before. */
export interface Runs extends Disposable {
  /** Null if it was cancelled. What is wrong is in its `problem`. */
  run(request: RunParams, title: string): Promise<RunOutcome | null>;
  cancel(): void;
  /** Oldest first. */
  list(): Promise<readonly RunEntry[]>;
  entry(id: string): Promise<RunEntry | null>;
  forget(id: string): Promise<void>;
  /** A run was added or forgotten. */
  readonly onChanged: (listener: () => void) => Disposable;
  readonly onProgress: (listener: (progress: RunningProgress) => void) => Disposable;
}

type RunningProgress = Omit<Extract<HostMessage, { type: "progress" }>, "type">;

export function createRuns(session: Session): Runs {
  const progressed = new EventEmitter<RunningProgress>();
  const changed = new EventEmitter<void>();
  let running: CancellationTokenSource | undefined;

  const list = async (): Promise<readonly RunEntry[]> =>
    session.isStarted ? (await session.request(REQUESTS.runs, null)).runs : [];
  const updateContext = async (): Promise<void> => {
    const { length } = await list();
    await setContext("sxp.hasRun", length > 0);
    await setContext("sxp.hasRuns", length > 1);
    changed.fire();
  };

  return {
    async run(request, title) {
      running?.cancel();
      const source = new CancellationTokenSource();
      running = source;
      await setContext("sxp.isRunning", true);
      const describe = ({ done, of }: ProgressCounts): string => `${countText(done)} of ${countText(of)} pairs scored`;
      try {
        const start = ({ token, onProgress }: Watching): Promise<RunOutcome> =>
          session.requestWithProgress(REQUESTS.run, request, {
            token,
            onProgress(counts) {
              progressed.fire({ title, pairs: counts.done, wanted: counts.of });
              onProgress(counts);
            },
          });
        const outcome = await watched(`Running ${title}`, describe, start, source);
        if (outcome !== null) await updateContext();
        return outcome;
      } finally {
        if (running === source) {
          running = undefined;
          await setContext("sxp.isRunning", false);
        }
      }
    },
    cancel: () => running?.cancel(),
    list,
    entry: async (id) => (await list()).find((entry) => entry.id === id) ?? null,
    async forget(id) {
      await session.request(REQUESTS.forget, { run: id });
      await updateContext();
    },
    onChanged: changed.event,
    onProgress: progressed.event,
    dispose() {
      running?.cancel();
      progressed.dispose();
      changed.dispose();
    },
  };
}

const setContext = (name: string, value: boolean): Thenable<unknown> =>
  commands.executeCommand("setContext", name, value);
