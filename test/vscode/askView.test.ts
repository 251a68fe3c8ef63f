import { beforeEach, expect, it, vi } from "vitest";
import { withVscode } from "./support/withVscode.js";

type Listener<T> = (event: T) => void;

class EventEmitter<T> {
  private readonly listeners = new Set<Listener<T>>();
  event = (listener: Listener<T>) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose(): void {}
}

interface Asked {
  readonly token: CancellationTokenSource["token"];
  onProgress(counts: { readonly done: number; readonly of: number }): void;
}

/** A search in a server that answers when the test says so, and what the editor shows of it. */
async function searching(method: string) {
  const shown: string[] = [];
  const notification = new CancellationTokenSource();
  const vscode = {
    EventEmitter,
    CancellationTokenSource,
    ProgressLocation: { Notification: 15 },
    window: {
      withProgress: async (
        { title }: { title: string },
        work: (progress: object, token: object) => Promise<void>,
      ): Promise<void> => {
        shown.push(title);
        await work({ report: ({ message }: { message: string }) => shown.push(message) }, notification.token);
        shown.push("closed");
      },
    },
  };
  const { askView } = await withVscode<{ askView(session: object, request: object): Promise<unknown> }>(
    "runs/askView.ts",
    vscode,
  );
  let asked: Asked | undefined;
  let answer: (value: object) => void = () => undefined;
  const session = {
    request: async () => ({ problem: null, answer: "at once" }),
    requestWithProgress: (_: string, __: object, watching: Asked) => {
      asked = watching;
      return new Promise((resolve, reject) => {
        answer = resolve;
        watching.token.onCancellationRequested(() => reject(new Error("Canceled")));
      });
    },
  };
  const outcome = askView(session, { run: "r1", method, params: { node: 3 }, redacted: false }).then(
    (value) => value,
    (error: Error) => error.message,
  );
  return { shown, outcome, cancel: () => notification.cancel(), asked: () => asked!, answer: (a: object) => answer(a) };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it("asks for what is there without a word", async () => {
  const { outcome, shown } = await searching("whyNot");
  expect([await outcome, shown]).toEqual(["at once", []]);
});

it("shows nothing of a short search", async () => {
  const { outcome, shown, answer } = await searching("change");
  answer({ problem: null, answer: "threshold" });
  await vi.advanceTimersByTimeAsync(5000);
  expect([await outcome, shown]).toEqual(["threshold", []]);
});

it("says how far a long search is, until it ends", async () => {
  const { outcome, shown, answer, asked } = await searching("change");
  await vi.advanceTimersByTimeAsync(1000);
  asked().onProgress({ done: 12, of: 250 });
  answer({ problem: null, answer: "threshold" });
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome).toBe("threshold");
  expect(shown).toEqual(["Looking for the smallest change", "12 of at most 250 tried", "closed"]);
});

it("can be cancelled, and says so where the answer would be", async () => {
  const { outcome, shown, cancel } = await searching("nearest");
  await vi.advanceTimersByTimeAsync(1000);
  cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome).toBe("Looking for the nearest query that finds something was cancelled.");
  expect(shown.at(-1)).toBe("closed");
});

it("is told what the server finds wrong", async () => {
  const { outcome, answer } = await searching("change");
  answer({ problem: "This run is not kept any more.", answer: null });
  expect(await outcome).toBe("This run is not kept any more.");
});
