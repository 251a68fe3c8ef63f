import { reported } from "../session/studioError.js";
import { StudioSession } from "../session/studioSession.js";
import { type Example, exampleMemory } from "./examples.js";
import type { FromWorker, ToWorker } from "./workerMessages.js";

/** The studio as a worker of the page, over a memory that is nowhere else: what is in it goes when the page goes. */

/** The scope of a worker, as far as it is needed. */
interface Scope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as Scope;
const going = new Map<number, AbortController>();
let session: Promise<StudioSession> | null = null;

scope.onmessage = ({ data }) => {
  if (data.type === "open") session ??= open(data.task);
  else if (data.type === "cancel") going.get(data.id)?.abort();
  else void answer(data);
};

async function open(task: string | null): Promise<StudioSession> {
  try {
    const memory = await exampleMemory(example);
    const studio = new StudioSession({ memory, title: "Playground", ...(task !== null && { task }) });
    studio.listen((event) => scope.postMessage({ type: "event", event }));
    scope.postMessage({ type: "ready" });
    return studio;
  } catch (error) {
    scope.postMessage({ type: "broken", message: messageOf(error) });
    throw error;
  }
}

async function example(name: string): Promise<Example> {
  const { href } = new URL(`example-${name}.js`, import.meta.url);
  return ((await import(href)) as { default: Example }).default;
}

async function answer({ id, method, params }: Extract<ToWorker, { type: "ask" }>): Promise<void> {
  const ending = new AbortController();
  going.set(id, ending);
  try {
    const studio = await session!;
    scope.postMessage({ type: "answer", id, value: await studio.ask(method, params as never, ending.signal) });
  } catch (error) {
    scope.postMessage({ type: "failed", id, message: messageOf(error) });
  } finally {
    going.delete(id);
  }
}

const messageOf = (error: unknown): string =>
  reported(error)?.message ?? "Something went wrong in the studio, which is a mistake of ours.";
