import { REQUESTS, type RunEntry, type RunOutcome, type RunParams, type RunsResult } from "@semantic-xpath/lsp";
import {
  type CancellationToken,
  CancellationTokenSource,
  commands,
  type Disposable,
  EventEmitter,
  ProgressLocation,
  window,
} from "vscode";
import type { Session } from "../client/session.js";

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

/** A run that takes longer is shown as going on. */
const SHORT = 500;

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
      running = source;
      await setContext("sxp.isRunning", true);
      try {
        const watching = {
          token: source.token,
          onProgress: (pairs: number, wanted: number) => progressed.fire({ title, pairs, wanted }),
        };
        const outcome = session.requestWithProgress<RunOutcome>(REQUESTS.run, request, watching);
        void showProgress(title, outcome, source, progressed);
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

/** A notification that can cancel, for a run that is not over at once. */
async function showProgress(
  title: string,
  outcome: Promise<unknown>,
  source: CancellationTokenSource,
  progressed: EventEmitter<RunningProgress>,
): Promise<void> {
  const ended = outcome.then(
    () => true,
    () => true,
  );
  if (await Promise.race([ended, later(SHORT)])) return;
  const options = { location: ProgressLocation.Notification, title: `Running ${title}`, cancellable: true };
  await window.withProgress(options, async (progress, token: CancellationToken) => {
    const cancelled = token.onCancellationRequested(() => source.cancel());
    let shown = 0;
    const heard = progressed.event(({ pairs, wanted }) => {
      const share = wanted === 0 ? 0 : Math.floor((100 * pairs) / wanted);
      progress.report({ message: `${pairs} of ${wanted} pairs scored`, increment: share - shown });
      shown = share;
    });
    await ended;
    cancelled.dispose();
    heard.dispose();
  });
}

const later = (milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));

const setContext = (name: string, value: boolean): Thenable<unknown> =>
  commands.executeCommand("setContext", name, value);
