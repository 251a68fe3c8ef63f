import type { DebugProtocol } from "@vscode/debugprotocol";
import { asGiven } from "../arguments.js";
import type { DebugHost } from "../host.js";
import type { ProtocolMessage } from "../messages.js";
import { Cancelled, messageOf, RequestProblem } from "../problem.js";
import { newContext } from "./context.js";
import { cancelProgress } from "./movement.js";
import { handlerOf, type Reply } from "./requests.js";

/** A debug adapter: fits `vscode.DebugAdapter`. */
export interface DebugSession {
  /** Calls back with every message to the client; the answer ends that. */
  onDidSendMessage(listener: (message: ProtocolMessage) => void): { dispose(): void };
  /** A message of the client. Never throws, whatever the message is. */
  handleMessage(message: ProtocolMessage): void;
  /** Cancels what is going on. */
  dispose(): void;
}

/** A session that waits for its client. Every request is answered once; a mistake of the client or of the query is an error response. */
export function createDebugSession(host: DebugHost): DebugSession {
  const listeners = new Set<(message: ProtocolMessage) => void>();
  const pending = new Set<Pending>();
  let seq = 1;
  const post = (message: object): void => {
    const sent = { seq: seq++, type: "", ...message };
    for (const listener of [...listeners]) listener(sent);
  };
  const context = newContext(host, (event, body) => post({ type: "event", event, body }));

  const answer = async (request: DebugProtocol.Request, signal: AbortSignal): Promise<void> => {
    const { command, seq: request_seq } = request;
    const respond = (rest: object): void => post({ type: "response", request_seq, command, ...rest });
    try {
      const reply = await orWithdrawn(replyTo(request, signal), signal);
      respond({ success: true, body: reply.body });
      reply.afterwards?.();
    } catch (error) {
      respond({ success: false, ...failureOf(error, signal) });
    }
  };

  const replyTo = async ({ command, arguments: given }: DebugProtocol.Request, signal: AbortSignal): Promise<Reply> => {
    const waiting = [...pending];
    if (command === "cancel") {
      const { requestId, progressId } = asGiven(given);
      for (const { seq, withdrawal } of waiting) if (seq === requestId) withdrawal.abort();
      if (typeof progressId === "string") cancelProgress(context, progressId);
      return {};
    }
    if (command === "terminate" || command === "disconnect") {
      for (const { withdrawal } of waiting) withdrawal.abort();
      // Nothing comes after the answer to it.
      await Promise.all(waiting.map(({ done }) => done));
    }
    const handler = handlerOf(command);
    if (handler === null) throw new RequestProblem(`There is no request "${command}" here.`, false);
    return handler(context, asGiven(given), signal);
  };

  return {
    onDidSendMessage(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    handleMessage(message) {
      if (!isRequest(message)) return;
      const withdrawal = new AbortController();
      const done = answer(message, withdrawal.signal).finally(() => pending.delete(request));
      const request: Pending = { seq: message.seq, withdrawal, done };
      pending.add(request);
    },
    dispose() {
      context.run?.abort.abort();
      context.run = null;
      for (const { withdrawal } of pending) withdrawal.abort();
      listeners.clear();
    },
  };
}

/** A request that has no answer yet. */
interface Pending {
  readonly seq: number;
  readonly withdrawal: AbortController;
  readonly done: Promise<void>;
}

/** A withdrawn request is answered at once, even if a host never returns a file or a scorer. */
const orWithdrawn = <T>(reached: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    reached,
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Cancelled()), { once: true });
    }),
  ]);

const isRequest = (message: unknown): message is DebugProtocol.Request => {
  const fields = asGiven(message);
  return fields.type === "request" && typeof fields.command === "string" && Number.isSafeInteger(fields.seq);
};

/** `id` 1: a mistake of the user or the client; 2: ours. */
function failureOf(error: unknown, signal: AbortSignal): object {
  if (error instanceof Cancelled || signal.aborted) return { message: "cancelled" };
  const isOurs = !(error instanceof RequestProblem);
  const text = isOurs ? `The debugger made a mistake: ${messageOf(error)}` : error.message;
  const showUser = isOurs || error.isShown;
  // The format's own braces would be taken for variables.
  return { message: text, body: { error: { id: isOurs ? 2 : 1, format: text.replaceAll(/[{}]/g, "'"), showUser } } };
}
