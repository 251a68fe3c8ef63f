/** Common part of every server on the loopback interface: it checks a token, accepts this machine's names only, and is bounded. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./httpOptions.js";

export { CONNECTION_LIMITS, type ConnectionLimits };

export interface LoopbackEnv {
  Bindings: HttpBindings;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on the loopback interface; port 0: any that is free. Rejects with the system's error. */
export async function listenOnLoopback(
  port: number,
  app: Hono<LoopbackEnv>,
  { connections, headersWithin, requestWithin }: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch as Parameters<typeof createAdaptorServer>[0]["fetch"],
    // A program that serves a memory keeps its own global objects.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: headersWithin,
      requestTimeout: requestWithin,
      connectionsCheckingInterval: Math.min(1_000, headersWithin),
      maxHeaderSize: 16_384,
    },
  }) as Server;
  server.maxConnections = connections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { port: (server.address() as { port: number }).port, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Makes the answer to what is not looked at. */
export type Refuse = (status: 401 | 403, reason: string) => Response;

const NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * An app for this machine alone: it refuses a foreign `Host`, as after DNS rebinding, and a web page (`Origin`) that is not
 * allowed. Each answer has the headers.
 */
export function loopbackApp(
  isAllowed: (origin: string, host: string) => boolean,
  refuse: Refuse,
  headers: Readonly<Record<string, string>> = {},
): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  });
  app.use(async ({ req }, next) => {
    const [host, origin] = [req.header("host") ?? "", req.header("origin")];
    if (!NAMES.has(host.replace(/:\d{1,5}$/, ""))) return refuse(403, "its host is not this machine");
    if (origin !== undefined && !isAllowed(origin, host)) return refuse(403, "it comes from another web page");
    return next();
  });
  return app;
}

/** The least that a token has, in characters. */
export const TOKEN_LENGTH = 16;

/**
 * Lets in who sends `Authorization: Bearer …` with the token. It takes the same time for every token of the same length that is not the right one, and for
 * others, too.
 *
 * @throws RangeError for a token that is too short
 */
export function withToken(token: string, refuse: Refuse): MiddlewareHandler {
  if (token.length < TOKEN_LENGTH) throw new RangeError(`A token has at least ${TOKEN_LENGTH} characters.`);
  const digest = digestOf(token);
  return async (context, next) => {
    if (timingSafeEqual(digestOf(bearerOf(context.req.header("authorization"))), digest)) return next();
    return unauthorised(refuse);
  };
}

/** The token of a header `Authorization: Bearer …`; empty without one. */
export const bearerOf = (header = ""): string => /^Bearer (\S+)$/i.exec(header)?.[1] ?? "";

export function unauthorised(refuse: Refuse): Response {
  const refused = refuse(401, "its token is missing or wrong");
  refused.headers.set("WWW-Authenticate", "Bearer");
  return refused;
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The body of a request; null as soon as it is larger than `most` bytes, without relying on its header. */
export async function bodyOf({ headers, body }: Request, most: number): Promise<Uint8Array | null> {
  if (Number(headers.get("content-length") ?? 0) > most) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
