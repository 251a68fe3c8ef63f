import type { ProgressCounts } from "@semantic-xpath/lsp";
import { type CancellationToken, CancellationTokenSource, EventEmitter, ProgressLocation, window } from "vscode";
import type { Watching } from "../client/session.js";

/** Milliseconds from which on work is shown as going on. */
const SHORT = 500;

/**
 * Work that can be cancelled, with a notification of its progress if it is not over at once; null if it was cancelled.
 * `describe` puts counts into words.
 */
export async function watched<T>(
  title: string,
  describe: (counts: ProgressCounts) => string,
  start: (watching: Watching) => Promise<T>,
  source = new CancellationTokenSource(),
): Promise<T | null> {
  const counted = new EventEmitter<ProgressCounts>();
  try {
    const work = start({ token: source.token, onProgress: (counts) => counted.fire(counts) });
    void notify(work);
    return await work;
  } catch (error) {
    if (source.token.isCancellationRequested) return null;
    throw error;
  } finally {
    source.dispose();
    counted.dispose();
  }

  async function notify(work: Promise<T>): Promise<void> {
    const ended = work.then(
      () => true,
      () => true,
    );
    if (await Promise.race([ended, later(SHORT)])) return;
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    await window.withProgress(options, async (progress, token: CancellationToken) => {
      const cancelled = token.onCancellationRequested(() => source.cancel());
      let lastShare = 0;
      const reports = counted.event((counts) => {
        const share = counts.of === 0 ? 0 : Math.floor((100 * counts.done) / counts.of);
        progress.report({ message: describe(counts), increment: share - lastShare });
        lastShare = share;
      });
      await ended;
      cancelled.dispose();
      reports.dispose();
    });
  }
}

const later = (milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
