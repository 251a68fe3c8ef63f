import { randomBytes } from "node:crypto";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import {
  bodyOf,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Listening,
  type LoopbackEnv,
  listenOnLoopback,
  loopbackApp,
  withToken,
} from "@semantic-xpath/agents/loopback";
import type { Context, Hono } from "hono";
import { MAX_IMPORTED } from "../session/importFile.js";
import { QUESTIONS } from "../session/questions.js";
import { reported, StudioError, studioError } from "../session/studioError.js";
import type { StudioSession } from "../session/studioSession.js";
import { EventLog } from "./eventLog.js";
import { type PageFile, pageFiles } from "./pageFiles.js";
import { Rate } from "./rate.js";

/** Bounds on what the server takes. */
export interface ServerLimits extends ConnectionLimits {
  /** Bytes of a question, and of one that imports a file: as JSON. */
  readonly bodyBytes: number;
  readonly importBytes: number;
  /** Questions that are answered at once, and those among them that run queries. */
  readonly questions: number;
  readonly heavy: number;
  /** Questions in a burst, and in each second after it. */
  readonly burst: number;
  readonly perSecond: number;
  /** Pages that listen. */
  readonly streams: number;
}

const SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1 << 20,
  // Size of a text as JSON.
  importBytes: 2 * MAX_IMPORTED,
  questions: 64,
  heavy: 16,
  burst: 600,
  perSecond: 120,
  streams: 16,
  ...CONNECTION_LIMITS,
};

export interface ServeOptions {
  /** On the loopback interface; 0: any that is free. */
  readonly port: number;
  /** The folder with `index.html` and what it loads, without folders in it. */
  readonly folder: string;
  /** Token of a page, sent as `Authorization: Bearer …`. At least 16 characters. Default: a random one. */
  readonly token?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Gets what was thrown where the fault is ours. */
  readonly onFault?: (question: string, error: unknown) => void;
}

export interface StudioServer {
  /** `http://127.0.0.1:7320`. */
  readonly url: string;
  /** Address with the token in the fragment, which no browser sends: for the person alone. */
  readonly address: string;
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Serves a studio and its page on the loopback interface only. The page is public on this machine and contains no data; requests and
 * events need the token. Other web pages are refused by their `Origin`, and so is a `Host` that is not this machine, as after DNS
 * rebinding. No header lets another origin read an answer, and the page loads from here alone.
 *
 * @throws StudioError SXP5170 if the folder has no page, SXP5171 if the port can't be used
 */
export async function serveStudio(session: StudioSession, options: ServeOptions): Promise<StudioServer> {
  const token = options.token ?? randomBytes(32).toString("base64url");
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const endpoint = new Endpoint(session, limits, options.onFault);
  const app = appOf(endpoint, token, pageFiles(options.folder));
  const { port, close } = await listening(options.port, app, limits);
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

async function listening(port: number, app: Hono<LoopbackEnv>, limits: ServerLimits): Promise<Listening> {
  try {
    return await listenOnLoopback(port, app, limits);
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

/** Refusals come before any of the body is read: the cheapest check first. */
function appOf(endpoint: Endpoint, token: string, files: ReadonlyMap<string, PageFile>): Hono<LoopbackEnv> {
  const refuse = (status: number, reason: string): Response => endpoint.failed("", new Refusal(status, reason));
  const app = loopbackApp((origin, host) => origin === `http://${host}`, refuse, HEADERS);
  for (const [path, { type, bytes }] of files) {
    const headers = { "Content-Type": type, "Content-Length": `${bytes.length}` };
    app.get(path, () => new Response(new Uint8Array(bytes), { headers }));
    app.all(path, () => refuse(405, "this method is not served here"));
  }
  app.use(({ req }, next) =>
    ["same-origin", undefined].includes(req.header("sec-fetch-site"))
      ? next()
      : Promise.resolve(refuse(403, "it comes from another web page")),
  );
  // Browsers ask for it by themselves, without the token; the page has its icon in it.
  app.get("/favicon.ico", () => new Response(null, { status: 204 }));
  app.use(withToken(token, refuse));
  app.get("/events", (context) => endpoint.stream(context));
  app.all("/events", () => refuse(405, "events are read with GET"));
  app.post("/ask/:name{\\w{1,60}}", (context) =>
    /^application\/json\s*(?:;|$)/.test(context.req.header("content-type") ?? "")
      ? endpoint.question(context.req.param("name"), context)
      : refuse(415, "a question is JSON"),
  );
  app.all("/ask/:name{\\w{1,60}}", () => refuse(405, "a question is a POST"));
  app.notFound(() => refuse(404, "there is nothing at this address"));
  app.onError((error, { req }) => endpoint.failed(req.path, error));
  return app;
}

class Endpoint {
  private readonly events: EventLog;
  private readonly rate: Rate;
  private readonly endListening: () => void;
  private readonly going = { questions: 0, heavy: 0 };

  constructor(
    private readonly session: StudioSession,
    private readonly limits: ServerLimits,
    private readonly onFault: ServeOptions["onFault"] = () => undefined,
  ) {
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

  stream({ env: { outgoing }, req }: Context<LoopbackEnv>): Response {
    if (this.events.size >= this.limits.streams) throw studioError("SXP5164", { seconds: 5 });
    outgoing.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
    this.events.open(outgoing, req.header("last-event-id") || null);
    return RESPONSE_ALREADY_SENT;
  }

  async question(name: string, { req }: Context<LoopbackEnv>): Promise<Response> {
    const { limits, going, session } = this;
    const row = Object.hasOwn(QUESTIONS, name) ? QUESTIONS[name as keyof typeof QUESTIONS] : null;
    if (row?.right === "write" && !session.canWrite) throw studioError("SXP5162", { question: name });
    const isHeavy = row?.isHeavy === true;
    const seconds = this.rate.take();
    if (seconds > 0) throw studioError("SXP5164", { seconds });
    if (going.questions >= limits.questions || (isHeavy && going.heavy >= limits.heavy))
      throw studioError("SXP5164", { seconds: 1 });
    going.questions++;
    if (isHeavy) going.heavy++;
    try {
      const most = name === "importFile" ? limits.importBytes : limits.bodyBytes;
      const body = await bodyOf(req.raw, most);
      if (body === null) throw studioError("SXP5165", { limit: most });
      const params: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
      return Response.json({ value: await session.answer(name, params, req.raw.signal) });
    } finally {
      going.questions--;
      if (isHeavy) going.heavy--;
    }
  }

  failed(path: string, error: unknown): Response {
    const { status, code, message } = this.failure(path, error);
    return Response.json({ error: { code, message } }, { status });
  }

  /** Report of a failure. An internal fault may contain more than a page should show, and goes to the log. */
  private failure(pathname: string, error: unknown) {
    if (error instanceof Refusal)
      return { status: error.status, ...reported(studioError("SXP5168", { reason: error.message }))! };
    if (error instanceof SyntaxError || (error instanceof TypeError && error.message.includes("encoded data")))
      return {
        status: 400,
        ...reported(studioError("SXP5161", { question: pathname.slice(5, 65), problems: ["it is not JSON"] }))!,
      };
    const knownFailure = reported(error);
    if (knownFailure !== null)
      return { status: error instanceof StudioError ? (STATUS[error.code] ?? 400) : 422, ...knownFailure };
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
