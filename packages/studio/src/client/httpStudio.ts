import type { Studio, StudioEvent } from "../protocol.js";
import { eventsOf } from "./eventLines.js";

export interface HttpStudioOptions {
  /** Address of the server: `http://127.0.0.1:7320`. */
  readonly origin: string;
  readonly token: string;
  /** Default: that of the page. */
  readonly fetch?: typeof globalThis.fetch;
  /** Called when the stream of events is there, or is not there any more. */
  readonly onConnection?: (isConnected: boolean) => void;
}

/** A question that was refused, or could not be answered: the message can be shown. */
export class StudioFailure extends Error {
  override readonly name = "StudioFailure";

  constructor(
    message: string,
    /** As in the registry of messages; null: none. */
    readonly code: string | null,
    /** Status of the answer; 0: the server can't be reached. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Milliseconds before the stream is opened again: more each time that it fails. */
const PAUSES = [250, 500, 1_000, 2_000, 5_000];

/** The studio of a server: each question is a POST, events are one stream, which is opened with the first listener and goes on after a break. */
export function httpStudio({
  origin,
  token,
  fetch = (...request) => globalThis.fetch(...request),
  onConnection = () => undefined,
}: HttpStudioOptions): Studio {
  const headers = { Authorization: `Bearer ${token}` };
  const listeners = new Set<(event: StudioEvent) => void>();
  let ending: AbortController | null = null;
  const connect: Following["connect"] = (resume, signal) =>
    fetch(`${origin}/events`, { headers: { ...headers, ...resume }, signal });
  const take = (event: StudioEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };

  return {
    async ask(method, params, signal) {
      const response = await responseOrFailure(
        fetch(`${origin}/ask/${method}`, {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify(params),
          ...(signal !== undefined && { signal }),
        }),
        signal,
      );
      const answer = (await response.json().catch(() => ({}))) as Answer;
      if (response.ok) return answer.value as never;
      const { message = `The studio answered ${response.status}.`, code = null } = answer.error ?? {};
      throw new StudioFailure(message, code, response.status);
    },
    listen(listener) {
      listeners.add(listener);
      if (ending === null) {
        ending = new AbortController();
        void follow({ connect, take, onConnection }, ending.signal);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        ending?.abort();
        ending = null;
      };
    },
  };
}

/** Reads events until `signal` aborts, or the server does not let us in any more. */
async function follow({ connect, take, onConnection }: Following, signal: AbortSignal): Promise<void> {
  let last: string | null = null;
  for (let failed = 0; !signal.aborted; failed++) {
    try {
      const response = await connect(last === null ? {} : { "Last-Event-ID": last }, signal);
      if (response.status === 401 || response.status === 403) return;
      if (response.ok && response.body !== null) {
        failed = 0;
        onConnection(true);
        for await (const event of eventsOf(response.body)) {
          last = event.id ?? last;
          if (event.data !== "") take(JSON.parse(event.data) as StudioEvent);
        }
      }
    } catch {
      // The server is gone, for a while or permanently.
    }
    onConnection(false);
    await pause(PAUSES[Math.min(failed, PAUSES.length - 1)]!, signal);
  }
}

interface Following {
  connect(resume: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>;
  take(event: StudioEvent): void;
  onConnection(isConnected: boolean): void;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code: string | null };
}

async function responseOrFailure(response: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new StudioFailure("The studio can't be reached. Is it still running?", null, 0);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
