/** What every server on the loopback interface does, whatever it serves: it knows its callers by a token, and is reached by this machine's names only. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:http";

/** A server that listens. */
export interface Listening {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on the loopback interface; port 0: any that is free. Rejects with the system's error. */
export async function listenOnLoopback(
  port: number,
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<Listening> {
  const server = createServer(options, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, port: (server.address() as { port: number }).port, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The least that a token has, in characters. */
const TOKEN_LENGTH = 16;

/**
 * Tells whether a header `Authorization: Bearer …` has the token. It takes the same time for every token of the same length that is not the right one, and for
 * others, too.
 *
 * @throws RangeError for a token that is too short
 */
export function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  if (token.length < TOKEN_LENGTH) throw new RangeError(`A token has at least ${TOKEN_LENGTH} characters.`);
  const digest = digestOf(token);
  return (authorization) => {
    const [, given = ""] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
    return timingSafeEqual(digestOf(given), digest);
  };
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

const NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a header `Host` names this machine: what was rebound to it by another name does not. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && NAMES.has(host.replace(/:\d{1,5}$/, ""));
}

/** Aborts when the client goes before it has its answer. */
export function goneOf(outgoing: ServerResponse<IncomingMessage>): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}
