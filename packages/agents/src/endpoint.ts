import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import { CONNECTION_LIMITS, type HttpOptions, type HttpServer } from "./httpOptions.js";
import { type LoopbackEnv, listenOnLoopback, loopbackApp } from "./loopback.js";
import { McpSession } from "./mcp.js";
import type { MemorySession } from "./session.js";

const MIB = 1 << 20;

interface Serving {
  /** Adds what else is served, and what is checked before. */
  readonly prepare: (app: Hono<LoopbackEnv>) => unknown;
  readonly handle: (request: Request) => Response | Promise<Response>;
  readonly beforeClose: () => Promise<void>;
}

/** Serves requests of the protocol at `/mcp`. Messages of failures say more than a stranger should know, so none is sent. */
export async function serveProtocol(
  { allowedOrigins = [], maxBodyBytes = MIB, ...options }: Omit<HttpOptions, "token">,
  { prepare, handle, beforeClose }: Serving,
): Promise<HttpServer> {
  const app = loopbackApp((origin) => allowedOrigins.includes(origin), problem);
  prepare(app);
  app.on(["POST", "GET", "DELETE"], "/mcp", ({ req }) =>
    Number(req.header("content-length") ?? 0) > maxBodyBytes
      ? problem(413, "the request is too large")
      : handle(req.raw),
  );
  app.all("/mcp", () => problem(405, "this method is not served"));
  app.notFound(() => problem(404, "there is nothing at this address"));
  app.onError(() => new Response(null, { status: 500 }));
  const { port, close } = await listenOnLoopback(options.port, app, { ...CONNECTION_LIMITS, ...options });
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => beforeClose().then(close) };
}

/** A client of an older protocol, and how many of its requests are under way. */
interface Legacy {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  going: number;
}

/** The requests of one session over HTTP. */
export class Endpoint {
  private readonly modern: McpHttpHandler;
  private readonly mcp: McpSession;
  /** The one that was used longest ago first. */
  private readonly sessions = new Map<string, Legacy>();
  private readonly maxBodyBytes: number;
  private readonly maxSessions: number;

  constructor(
    session: MemorySession,
    { maxBodyBytes = MIB, maxSessions = 16 }: Pick<HttpOptions, "maxBodyBytes" | "maxSessions">,
  ) {
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

  async handle(request: Request): Promise<Response> {
    const isLegacy = await isLegacyRequest(request.clone(), undefined, { maxRequestBodySize: this.maxBodyBytes });
    return isLegacy ? this.handleLegacy(request) : this.modern.fetch(request);
  }

  async close(): Promise<void> {
    this.mcp.close();
    await this.modern.close();
    for (const { transport } of this.sessions.values()) await transport.close();
  }

  private async handleLegacy(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.begin(request);
    const session = this.sessions.get(id);
    if (session === undefined) return problem(404, "there is no such session");
    this.sessions.delete(id);
    this.sessions.set(id, session);
    session.going++;
    try {
      return await session.transport.handleRequest(request);
    } finally {
      session.going--;
    }
  }

  private async begin(request: Request): Promise<Response> {
    const isFull = (): boolean => this.sessions.size >= this.maxSessions;
    const idle = () => [...this.sessions].find(([, { going }]) => going === 0);
    if (isFull() && idle() === undefined) return problem(503, "there are too many sessions");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      // A request that begins no session ends none.
      onsessioninitialized: async (session) => {
        const [longestAgo, ended] = (isFull() ? idle() : undefined) ?? [];
        if (longestAgo !== undefined) this.sessions.delete(longestAgo);
        this.sessions.set(session, { transport, going: 0 });
        await ended?.transport.close();
      },
      onsessionclosed: (session) => void this.sessions.delete(session),
    });
    await this.mcp.server("legacy").connect(transport);
    return transport.handleRequest(request);
  }
}

/** A refusal in the form of the protocol. */
export const problem = (status: number, reason: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: `Refused: ${reason}.` } }, { status });
