import type { Disposable } from "vscode";

/** Work that is done once nothing has happened for a while. */
export interface Resting extends Disposable {
  /** Something happened. */
  plan(): void;
}

/** Milliseconds without a change after which the work is done. */
const REST = 300;

/** Failed work is repeated with the next change. */
export function whenResting(work: () => Promise<void>): Resting {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dispose = (): void => clearTimeout(timer);
  return {
    plan() {
      dispose();
      timer = setTimeout(() => void work().catch(() => undefined), REST);
    },
    dispose,
  };
}
