import { REQUESTS, type RunEntry, type RunOutcome, type RunParams, type RunsResult } from "@semantic-xpath/lsp";
import { CancellationTokenSource, commands, type Disposable, EventEmitter } from "vscode";
import type { Session } from "../client/session.js";
import { type Step, showProgress } from "./showProgress.js";

/** Runs queries and knows which runs the server keeps. One run at a time: a new one cancels the one before. */
export interface Runs extends Disposable {
  /** Null where it was cancelled. What is wrong is in its `problem`. */
  run(request: RunParams, title: string): Promise<RunOutcome | null>;
  cancel(): void;
  /** Oldest first. */
  list(): Promise<readonly RunEntry[]>;
  entry(id: string): Promise<RunEntry | null>;
  forget(id: string): Promise<void>;
  readonly onProgress: (listener: (progress: RunningProgress) => void) => Disposable;
}

export interface RunningProgress {
  readonly title: string;
  readonly pairs: number;
  readonly wanted: number;
}

export function createRuns(session: Session): Runs {
  const progressed = new EventEmitter<RunningProgress>();
  let running: CancellationTokenSource | undefined;

  const list = async (): Promise<readonly RunEntry[]> =>
    session.isStarted ? (await session.request<RunsResult>(REQUESTS.runs, null)).runs : [];
  const tell = async (): Promise<void> => {
    const { length } = await list();
    await setContext("sxp.hasRun", length > 0);
    await setContext("sxp.hasRuns", length > 1);
  };

  return {
    async run(request, title) {
      running?.cancel();
      const source = new CancellationTokenSource();
      const steps = new EventEmitter<Step>();
      running = source;
      await setContext("sxp.isRunning", true);
      try {
        const watching = {
          token: source.token,
          onProgress: (pairs: number, wanted: number) => {
            progressed.fire({ title, pairs, wanted });
            steps.fire({ done: pairs, of: wanted });
          },
        };
        const outcome = session.requestWithProgress<RunOutcome>(REQUESTS.run, request, watching);
        const say = ({ done, of }: Step): string => `${done} of ${of} pairs scored`;
        void showProgress(`Running ${title}`, outcome, source, steps.event, say);
        const ended = await outcome;
        await tell();
        return ended;
      } catch (error) {
        if (source.token.isCancellationRequested) return null;
        throw error;
      } finally {
        if (running === source) {
          running = undefined;
          await setContext("sxp.isRunning", false);
        }
        source.dispose();
        steps.dispose();
      }
    },
    cancel: () => running?.cancel(),
    list,
    entry: async (id) => (await list()).find((entry) => entry.id === id) ?? null,
    async forget(id) {
      await session.request(REQUESTS.forget, { run: id });
      await tell();
    },
    onProgress: progressed.event,
    dispose() {
      running?.cancel();
      progressed.dispose();
    },
  };
}

const setContext = (name: string, value: boolean): Thenable<unknown> =>
  commands.executeCommand("setContext", name, value);
