import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { goneOf, isLoopbackHost, type Listening, listenOnLoopback, tokenCheck } from "@semantic-xpath/agents/loopback";
import { MOST_IMPORTED } from "../session/importFile.js";
import { QUESTIONS } from "../session/questions.js";
import { reported, StudioError, studioError } from "../session/studioError.js";
import type { StudioSession } from "../session/studioSession.js";
import { EventLog } from "./eventLog.js";
import { type PageFile, pageFiles } from "./pageFiles.js";
import { Rate } from "./rate.js";
import { readJsonBody } from "./readBody.js";

/** Bounds on what the server takes. */
export interface ServerLimits {
  /** Bytes of a question, and of one that imports a file: as JSON. */
  readonly bodyBytes: number;
  readonly importBytes: number;
  /** Questions that are answered at once, and those among them that run queries. */
  readonly questions: number;
  readonly heavy: number;
  /** Questions in a burst, and in each second after it. */
  readonly burst: number;
  readonly perSecond: number;
  /** Pages that listen, and connections in all. */
  readonly streams: number;
  readonly connections: number;
  /** Milliseconds in which the headers of a request are there, and all of it. */
  readonly headersWithin: number;
  readonly requestWithin: number;
}

const SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1 << 20,
  // What a text takes as JSON.
  importBytes: 2 * MOST_IMPORTED,
  questions: 64,
  heavy: 16,
  burst: 600,
  perSecond: 120,
  streams: 16,
  connections: 128,
  headersWithin: 5_000,
  requestWithin: 60_000,
};

export interface ServeOptions {
  /** On the loopback interface; 0: any that is free. */
  readonly port: number;
  /** The folder with `index.html` and what it loads, without folders in it. */
  readonly folder: string;
  /** What a page sends as `Authorization: Bearer …`. At least 16 characters. Default: a random one. */
  readonly token?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Gets what was thrown where the fault is ours. */
  readonly onFault?: (question: string, error: unknown) => void;
}

export interface StudioServer {
  /** `http://127.0.0.1:7320`. */
  readonly url: string;
  /** The same with the token in the fragment, which no browser sends anywhere: for the person alone. */
  readonly address: string;
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Serves a studio and its page: on the loopback interface only. The page is for everybody on this machine and has nothing of the data in it; questions and
 * events are for the one who has the token. Another web page can't reach it: its `Origin` is refused, and so is a `Host` that is not this machine, as DNS
 * rebinding has it; no header lets another origin read an answer, and what the page may load is from here alone.
 *
 * @throws StudioError SXP5170 where the folder has no page, SXP5171 where the port can't be used
 */
export async function serveStudio(session: StudioSession, options: ServeOptions): Promise<StudioServer> {
  const token = options.token ?? randomBytes(32).toString("base64url");
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const endpoint = new Endpoint(session, token, pageFiles(options.folder), limits, options.onFault);
  const { server, port, close } = await listening(options.port, endpoint, limits);
  server.maxConnections = limits.connections;
  // After the address is handed on: who opens it finds the tree laid out.
  const soon = setImmediate(() => void session.prepare());
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    address: `${url}/#token=${token}`,
    token,
    close: async () => {
      clearImmediate(soon);
      endpoint.close();
      await close();
    },
  };
}

async function listening(port: number, endpoint: Endpoint, limits: ServerLimits): Promise<Listening> {
  try {
    return await listenOnLoopback(port, (request, response) => void endpoint.answer(request, response), {
      headersTimeout: limits.headersWithin,
      requestTimeout: limits.requestWithin,
      connectionsCheckingInterval: Math.min(1_000, limits.headersWithin),
      maxHeaderSize: 16_384,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "EADDRINUSE" ? "another program listens there" : code === "EACCES" ? "it is not allowed" : code;
    throw studioError("SXP5171", { port, reason: reason ?? String(error) });
  }
}

/** On every answer. A page of ours needs nothing but what is here: no script or style in it, nothing from elsewhere, no frame around it. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Cache-Control": "no-store",
} as const;

class Endpoint {
  private readonly isToken: (authorization: string | undefined) => boolean;
  private readonly events: EventLog;
  private readonly rate: Rate;
  private readonly endListening: () => void;
  private readonly going = { questions: 0, heavy: 0 };

  constructor(
    private readonly session: StudioSession,
    token: string,
    private readonly files: ReadonlyMap<string, PageFile>,
    private readonly limits: ServerLimits,
    private readonly onFault: ServeOptions["onFault"] = () => undefined,
  ) {
    this.isToken = tokenCheck(token);
    this.rate = new Rate(limits.burst, limits.perSecond);
    this.events = new EventLog(randomBytes(6).toString("base64url"), {
      events: 2_000,
      characters: 4 << 20,
      waiting: 8 << 20,
    });
    this.endListening = session.listen((event) => this.events.add(event));
  }

  close(): void {
    this.endListening();
    this.events.close();
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pathname = pathOf(incoming);
    try {
      for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value);
      await this.route(incoming, outgoing, pathname);
    } catch (error) {
      this.fail(pathname, error, incoming, outgoing);
    }
  }

  /** What is refused is refused before anything of the body is read: the cheapest check first. */
  private async route(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string): Promise<void> {
    const { headers, method } = incoming;
    if (!isLoopbackHost(headers.host)) throw new Refusal(403, "its host is not this machine");
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
      throw new Refusal(403, "it comes from another web page");
    const site = headers["sec-fetch-site"];
    const file = this.files.get(pathname);
    if (file !== undefined) {
      if (method !== "GET" && method !== "HEAD") throw new Refusal(405, "this method is not served here");
      return sendFile(file, outgoing, method);
    }
    if (site !== undefined && site !== "same-origin") throw new Refusal(403, "it comes from another web page");
    // Browsers ask for it by themselves, without the token; the page has its icon in it.
    if (pathname === "/favicon.ico") return void outgoing.writeHead(204).end();
    if (!this.isToken(headers.authorization)) throw new Refusal(401, "its token is missing or wrong");
    if (pathname === "/events") return this.stream(incoming, outgoing);
    const [, question] = /^\/ask\/(\w{1,60})$/.exec(pathname) ?? [];
    if (question === undefined) throw new Refusal(404, "there is nothing at this address");
    if (method !== "POST") throw new Refusal(405, "a question is a POST");
    if (!/^application\/json\s*(?:;|$)/.test(headers["content-type"] ?? ""))
      throw new Refusal(415, "a question is JSON");
    await this.question(question, incoming, outgoing);
  }

  private stream({ method, headers }: IncomingMessage, outgoing: ServerResponse): void {
    if (method !== "GET") throw new Refusal(405, "events are read with GET");
    if (this.events.size >= this.limits.streams) throw studioError("SXP5164", { seconds: 5 });
    outgoing.writeHead(200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
    const last = headers["last-event-id"];
    this.events.open(outgoing, typeof last === "string" && last !== "" ? last : null);
  }

  private async question(name: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { limits, going, session } = this;
    const known = Object.hasOwn(QUESTIONS, name) ? QUESTIONS[name as keyof typeof QUESTIONS] : null;
    if (known?.right === "write" && !session.canWrite) throw studioError("SXP5162", { question: name });
    const isHeavy = known?.isHeavy === true;
    const seconds = this.rate.take();
    if (seconds > 0) throw studioError("SXP5164", { seconds });
    if (going.questions >= limits.questions || (isHeavy && going.heavy >= limits.heavy))
      throw studioError("SXP5164", { seconds: 1 });
    going.questions++;
    if (isHeavy) going.heavy++;
    try {
      const most = name === "importFile" ? limits.importBytes : limits.bodyBytes;
      const params = await readJsonBody(incoming, most);
      const value = await session.answer(name, params, goneOf(outgoing));
      send(outgoing, 200, { value });
    } finally {
      going.questions--;
      if (isHeavy) going.heavy--;
    }
  }

  private fail(pathname: string, error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (outgoing.headersSent || outgoing.destroyed) {
      outgoing.destroy();
      return;
    }
    // What was not read of the body is not waited for.
    if (!incoming.complete) outgoing.setHeader("Connection", "close");
    const { status, code, message } = this.failure(pathname, error);
    if (status === 401) outgoing.setHeader("WWW-Authenticate", "Bearer");
    send(outgoing, status, { error: { code, message } });
  }

  /** How a failure is reported. What is our fault may say more than a page should show, and goes to the log. */
  private failure(pathname: string, error: unknown) {
    if (error instanceof Refusal)
      return { status: error.status, ...reported(studioError("SXP5168", { reason: error.message }))! };
    if (error instanceof SyntaxError || (error instanceof TypeError && error.message.includes("encoded data")))
      return {
        status: 400,
        ...reported(studioError("SXP5161", { question: pathname.slice(5, 65), problems: ["it is not JSON"] }))!,
      };
    const known = reported(error);
    if (known !== null) return { status: error instanceof StudioError ? (STATUS[error.code] ?? 400) : 422, ...known };
    this.onFault?.(pathname, error);
    return { status: 500, ...reported(studioError("SXP5169", {}))! };
  }
}

const STATUS: Readonly<Record<string, number>> = {
  SXP5160: 404,
  SXP5162: 403,
  SXP5163: 404,
  SXP5164: 429,
  SXP5165: 413,
  SXP5167: 404,
};

/** A request that is not looked at, and why. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** As it was written: `//host/` and `/a/../` are paths of nothing. */
const pathOf = ({ url = "/" }: IncomingMessage): string => url.split(/[?#]/, 1)[0]!;

function sendFile({ type, bytes }: PageFile, outgoing: ServerResponse, method: string): void {
  outgoing.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length });
  outgoing.end(method === "HEAD" ? undefined : bytes);
}

function send(outgoing: ServerResponse, status: number, body: object): void {
  const text = Buffer.from(JSON.stringify(body));
  outgoing.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length });
  outgoing.end(text);
}
