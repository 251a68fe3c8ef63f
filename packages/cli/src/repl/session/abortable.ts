import { EXIT, Stop } from "../../stop.js";
import type { Session } from "./session.js";

/** Waits for something no longer than the user does: what can't be stopped goes on unheard. */
export async function abortable<T>({ io }: Session, work: Promise<T>): Promise<T> {
  const { signal } = io;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(new Stop(EXIT.interrupted, "Cancelled."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
