import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { goneOf, isLoopbackHost, listenOnLoopback, tokenCheck } from "./loopback.js";
import { McpSession } from "./mcp.js";
import type { MemorySession } from "./session.js";

/** How a server for the protocol over HTTP is started. */
export interface HttpOptions {
  /** On the loopback interface; 0: any that is free. */
  readonly port: number;
  /** What clients send as `Authorization: Bearer …`. At least 16 characters. */
  readonly token: string;
  /** Web pages that may call, as the browser names them (`http://localhost:5173`). Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of a request. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Sessions of clients of older protocols, and subscriptions, at once. Default 16. */
  readonly maxSessions?: number;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

const MIB = 1 << 20;
/** A session that was not used for so long makes room for another one. */
const IDLE = 30 * 60_000;

/**
 * Serves a session over streamable HTTP: on the loopback interface only, to anyone who has the token. A web page can't reach it: its `Origin` is refused,
 * and so is a `Host` that is not this machine, as DNS rebinding has it. No header lets another origin read an answer.
 *
 * @throws RangeError for a token that is too short
 */
export async function serveHttp(session: MemorySession, options: HttpOptions): Promise<HttpServer> {
  const endpoint = new Endpoint(session, options);
  const { port, close } = await listenOnLoopback(
    options.port,
    (request, response) => void endpoint.answer(request, response),
  );
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      await endpoint.close();
      await close();
    },
  };
}

/** A client of an older protocol. */
interface Legacy {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
}

class Endpoint {
  private readonly isToken: (authorization: string | undefined) => boolean;
  private readonly modern: McpHttpHandler;
  private readonly mcp: McpSession;
  private readonly sessions = new Map<string, Legacy>();
  private readonly origins: ReadonlySet<string>;
  private readonly maxBodyBytes: number;
  private readonly maxSessions: number;

  constructor(
    session: MemorySession,
    { token, allowedOrigins = [], maxBodyBytes = MIB, maxSessions = 16 }: HttpOptions,
  ) {
    this.isToken = tokenCheck(token);
    this.origins = new Set(allowedOrigins);
    this.maxBodyBytes = maxBodyBytes;
    this.maxSessions = maxSessions;
    this.mcp = new McpSession(session, ({ isListChanged, updated }) => {
      if (isListChanged) this.modern.notify.resourcesChanged();
      for (const uri of updated) this.modern.notify.resourceUpdated(uri);
    });
    this.modern = createMcpHandler(() => this.mcp.server("request"), {
      legacy: "reject",
      maxRequestBodySize: maxBodyBytes,
      maxSubscriptions: maxSessions,
    });
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const refused = this.refusal(incoming);
      await send(refused ?? (await this.handle(requestOf(incoming, goneOf(outgoing)))), outgoing);
    } catch {
      // What went wrong may say more than a stranger should know.
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    }
  }

  async close(): Promise<void> {
    this.mcp.close();
    await this.modern.close();
    for (const { transport } of this.sessions.values()) await transport.close();
  }

  /** Why a request is not looked at: cheapest first, and nothing of its body is read. */
  private refusal({ headers, url, method }: IncomingMessage): Response | null {
    if (!isLoopbackHost(headers.host)) return problem(403, "This host is not served.");
    const { origin } = headers;
    if (origin !== undefined && !this.origins.has(origin)) return problem(403, "Web pages are not served.");
    if (!this.isToken(headers.authorization))
      return problem(401, "A token is needed.", { "WWW-Authenticate": "Bearer" });
    if (new URL(url ?? "/", "http://localhost").pathname !== "/mcp") return problem(404, "There is nothing here.");
    if (!["POST", "GET", "DELETE"].includes(method ?? "")) return problem(405, "This method is not served.");
    if (Number(headers["content-length"] ?? 0) > this.maxBodyBytes) return problem(413, "The request is too large.");
    return null;
  }

  private async handle(request: Request): Promise<Response> {
    const isLegacy = await isLegacyRequest(request.clone(), undefined, { maxRequestBodySize: this.maxBodyBytes });
    return isLegacy ? this.handleLegacy(request) : this.modern.fetch(request);
  }

  private async handleLegacy(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const known = this.sessions.get(id);
      if (known === undefined) return problem(404, "There is no such session.");
      known.used = Date.now();
      return known.transport.handleRequest(request);
    }
    this.forgetIdle();
    if (this.sessions.size >= this.maxSessions) return problem(503, "There are too many sessions.");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void this.sessions.set(session, { transport, used: Date.now() }),
      onsessionclosed: (session) => void this.sessions.delete(session),
    });
    await this.mcp.server("legacy").connect(transport);
    return transport.handleRequest(request);
  }

  private forgetIdle(): void {
    for (const [id, { transport, used }] of this.sessions) {
      if (Date.now() - used < IDLE) continue;
      this.sessions.delete(id);
      void transport.close();
    }
  }
}

const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }, { status, headers });

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const hasBody = incoming.method === "POST";
  return new Request(new URL(incoming.url ?? "/", "http://127.0.0.1"), {
    method: incoming.method ?? "GET",
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" }),
  });
}

/** Sends an answer, which may be a stream that goes on; ends it when the client is gone. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  if (reader === undefined) {
    outgoing.end();
    return;
  }
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await new Promise((resolve) => outgoing.once("drain", resolve));
  }
  outgoing.end();
}
