import { type CancellationToken, type CancellationTokenSource, type Event, ProgressLocation, window } from "vscode";

/** How much of a work is done. */
export interface Step {
  readonly done: number;
  readonly of: number;
}

/** A work that takes longer, in milliseconds, is shown as going on. */
const SHORT = 500;

/** A notification that can cancel, for a work that is not over at once. `say` tells a step in words. */
export async function showProgress(
  title: string,
  work: Promise<unknown>,
  source: CancellationTokenSource,
  steps: Event<Step>,
  say: (step: Step) => string,
): Promise<void> {
  const ended = work.then(
    () => true,
    () => true,
  );
  if (await Promise.race([ended, later(SHORT)])) return;
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  await window.withProgress(options, async (progress, token: CancellationToken) => {
    const cancelled = token.onCancellationRequested(() => source.cancel());
    let shown = 0;
    const heard = steps((step) => {
      const share = step.of === 0 ? 0 : Math.floor((100 * step.done) / step.of);
      progress.report({ message: say(step), increment: share - shown });
      shown = share;
    });
    await ended;
    cancelled.dispose();
    heard.dispose();
  });
}

const later = (milliseconds: number): Promise<boolean> =>
  new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
