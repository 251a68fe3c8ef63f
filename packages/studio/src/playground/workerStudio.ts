import type { Studio, StudioEvent } from "../protocol.js";
import type { FromWorker, ToWorker } from "./workerMessages.js";

interface Waiting {
  resolve(value: never): void;
  reject(reason: Error): void;
}

/** The studio in a worker, whose script lies beside this one, with a task to begin with. Rejects if the worker can't begin. */
export async function workerStudio(task: string | null): Promise<Studio> {
  const worker = new Worker(new URL("studioWorker.js", import.meta.url), { type: "module" });
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(event: StudioEvent) => void>();
  const post = (message: ToWorker): void => worker.postMessage(message);
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || "The studio's worker could not be loaded."));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === "ready") resolve();
      else if (data.type === "broken") reject(new Error(data.message));
      else if (data.type === "event") for (const listen of listeners) listen(data.event);
      else {
        const question = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.type === "failed") question?.reject(new Error(data.message));
        else question?.resolve(data.value as never);
      }
    };
    post({ type: "open", task });
  });
  return {
    ask: (method, params, signal) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        signal?.addEventListener("abort", () => post({ type: "cancel", id }), { once: true });
        post({ type: "ask", id, method, params });
      }),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
