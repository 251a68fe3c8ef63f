import type { ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { type ApiServer, embeddings, json, openServer, type Seen } from "../scorers/http/apiServer.js";

/** What a scripted model does with one call: says something, or misbehaves. A string is said as it is. */
export type Scripted = string | Said | Misbehaved;

interface Said {
  readonly text?: string;
  /** Said as JSON. */
  readonly json?: unknown;
  /** Default `stop`. */
  readonly finish?: "stop" | "length" | "content_filter";
  /** In place of a text: OpenAI's member `refusal`. */
  readonly refusal?: string;
  /** Of each piece, where the request wants them. Default −0.1. */
  readonly logprob?: number;
  /** Left out: counted as four characters each. null: the server says nothing about tokens. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  /** Milliseconds before the answer begins. */
  readonly delay?: number;
}

type Misbehaved =
  /** Refuses the call; `retryAfter` in seconds or as a date. */
  | { readonly status: number; readonly message?: string; readonly retryAfter?: number | string }
  /** Cuts the connection: at once, or after the text has begun. */
  | { readonly drop: true; readonly after?: string }
  /** Says this again and again and never ends. */
  | { readonly endless: string }
  /** Takes the call and never answers. */
  | { readonly silent: true }
  /** This body as it is. */
  | { readonly body: string; readonly type?: string };

/** A call in turn, and the last one for all further ones; or what to do as a function of the call. */
export type Script = readonly Scripted[] | ((request: ChatCall, call: number) => Scripted);

/** Milliseconds for a call: short only if the script is silent, so that no other answer is late on a busy machine. */
export const timeoutFor = (script: Script): number =>
  Array.isArray(script) && script.some((each) => typeof each === "object" && "silent" in each) ? 1000 : 60_000;

/** What a script may look at. */
export interface ChatCall {
  /** The first message, mostly the instructions. */
  readonly system: string;
  /** The last message. */
  readonly last: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of several shapes
  readonly body: any;
}

export interface ScriptedServer extends ApiServer {
  /** The calls of `/chat/completions` so far. */
  readonly calls: readonly ChatCall[];
  readonly close: () => Promise<void>;
}

/**
 * A server on the loopback interface that speaks OpenAI's protocol (`/chat/completions` whole and as a stream, `/embeddings`, `/models`) and answers as its
 * script says. It ends with the test; where it is opened in a hook, whoever opens it closes it.
 *
 * @example const { url } = await scriptedServer(["first answer", { status: 429, retryAfter: 1 }, { json: { intent: "ask" } }]);
 */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const calls: ChatCall[] = [];
  const server = await openServer((seen, response) => {
    if (seen.path.endsWith("/embeddings")) return embeddings(seen, response);
    if (seen.path.endsWith("/models")) return json(response, { object: "list", data: [{ id: "scripted" }] });
    const call = callOf(seen);
    const scripted =
      typeof script === "function" ? script(call, calls.length) : script[Math.min(calls.length, script.length - 1)]!;
    calls.push(call);
    void play(typeof scripted === "string" ? { text: scripted } : scripted, call.body, response);
  });
  try {
    onTestFinished(server.close);
  } catch {
    // Opened in a hook.
  }
  return { ...server, calls };
}

function callOf({ body }: Seen): ChatCall {
  const messages: readonly { content: string }[] = body.messages;
  return { system: messages[0]!.content, last: messages.at(-1)!.content, body };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a call
type Body = any;

async function play(scripted: Said | Misbehaved, body: Body, response: ServerResponse): Promise<void> {
  if ("silent" in scripted) return;
  if ("status" in scripted) {
    const { status, message = "scripted", retryAfter } = scripted;
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return json(response, { error: { message, type: "scripted" } }, status, headers);
  }
  if ("body" in scripted) {
    response.writeHead(200, { "content-type": scripted.type ?? (body.stream ? EVENTS : "application/json") });
    response.end(scripted.body);
    return;
  }
  if ("drop" in scripted) {
    if (scripted.after === undefined) return void response.destroy();
    begin(response);
    response.write(event(delta({ content: scripted.after })), () => setTimeout(() => response.destroy(), 20));
    return;
  }
  if ("endless" in scripted) return endless(scripted.endless, response);
  await new Promise((resolve) => setTimeout(resolve, scripted.delay ?? 0));
  if (body.stream) stream(scripted, body, response);
  else whole(scripted, body, response);
}

const EVENTS = "text/event-stream";
const textOf = ({ text, json: value }: Said): string => text ?? (value === undefined ? "" : JSON.stringify(value));
/** A model's pieces: words with the space before them. */
const piecesOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const begin = (response: ServerResponse) => response.writeHead(200, { "content-type": EVENTS });
const event = (value: unknown): string => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;

const delta = (message: object, finish: string | null = null, logprobs: object | null = null) => ({
  id: "scripted",
  object: "chat.completion.chunk",
  created: 0,
  model: "scripted",
  choices: [{ index: 0, delta: message, finish_reason: finish, ...(logprobs !== null && { logprobs }) }],
});

const logprobsOf = (pieces: readonly string[], { logprob = -0.1 }: Said) => ({
  content: pieces.map((token) => ({ token, logprob, bytes: null, top_logprobs: [] })),
});

function usageOf(said: Said, body: Body): object | undefined {
  if (said.usage === null) return undefined;
  const { input, output } = said.usage ?? {
    input: Math.ceil(JSON.stringify(body.messages).length / 4),
    output: Math.ceil(textOf(said).length / 4),
  };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function stream(said: Said, body: Body, response: ServerResponse): void {
  begin(response);
  response.write(event(delta({ role: "assistant", content: "" })));
  if (said.refusal !== undefined) response.write(event(delta({ refusal: said.refusal })));
  for (const piece of piecesOf(textOf(said))) {
    response.write(event(delta({ content: piece }, null, body.logprobs ? logprobsOf([piece], said) : null)));
  }
  const usage = body.stream_options?.include_usage ? usageOf(said, body) : undefined;
  response.write(event({ ...delta({}, said.finish ?? "stop"), ...(usage !== undefined && { usage }) }));
  response.end(event("[DONE]"));
}

function whole(said: Said, body: Body, response: ServerResponse): void {
  const content = said.refusal === undefined ? textOf(said) : null;
  const usage = usageOf(said, body);
  const logprobs = body.logprobs ? logprobsOf(piecesOf(textOf(said)), said) : null;
  json(response, {
    id: "scripted",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: said.refusal ?? null },
        finish_reason: said.finish ?? "stop",
        logprobs,
      },
    ],
    ...(usage !== undefined && { usage }),
  });
}

/** As fast as it is read. */
function endless(text: string, response: ServerResponse): void {
  begin(response);
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(event(delta({ content: text })))) setImmediate(more);
    else response.once("drain", more);
  };
  more();
}
