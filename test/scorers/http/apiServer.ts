import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request as the server saw it. */
export interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of several shapes
  readonly body: any;
}

export type Play = (seen: Seen, response: ServerResponse, call: number) => void;

export interface ApiServer {
  readonly url: string;
  readonly seen: Seen[];
}

/** A server on the loopback interface that ends with the test. */
export async function apiServer(play: Play): Promise<ApiServer> {
  const server = await openServer(play);
  onTestFinished(server.close);
  return server;
}

/** The same for hooks and several tests: whoever opens it closes it. */
export async function openServer(play: Play): Promise<ApiServer & { readonly close: () => Promise<void> }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const one = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse((await bodyOf(request)) || "null"),
    };
    play(one, response, seen.push(one) - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen, close };
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}

/** An embedding of two numbers: its cosine with that of "1" is the number that the text is, or that it ends with. */
export function vectorOf(text: string): number[] {
  const cosine = Number(/-?\d*\.?\d+$/.exec(text)?.[0] ?? 1);
  return [cosine * 3, Math.sqrt(1 - cosine * cosine) * 3];
}

/** Plays `/embeddings` as it should be. */
export function embeddings({ body }: Seen, response: ServerResponse): void {
  const data = body.input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }));
  json(response, { object: "list", data, model: body.model });
}

/** Plays a judge whose score is the number that a text ends with. */
export function judge({ body }: Seen, response: ServerResponse): void {
  const { texts } = JSON.parse(body.messages[1].content);
  const scores = Object.entries<string>(texts).map(([number, text]) => [
    number,
    Number(/\d*\.?\d+$/.exec(text)?.[0] ?? 0),
  ]);
  say(response, JSON.stringify(Object.fromEntries(scores)));
}

export function say(response: ServerResponse, content: string): void {
  json(response, { choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += piece;
  return body;
}
