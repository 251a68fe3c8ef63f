import { createHash } from "node:crypto";
import { type Grant, type Memory, MemoryError, WarmStores } from "@semantic-xpath/memory";
import { faultSentence, readShaped } from "@semantic-xpath/planner";
import { defined } from "@semantic-xpath/values";
import * as z from "zod/mini";
import type { SessionOptions } from "./client.js";
import { Endpoint, problem, serveProtocol } from "./endpoint.js";
import type { HttpOptions, HttpServer } from "./httpOptions.js";
import { bearerOf, TOKEN_LENGTH, unauthorised } from "./loopback.js";
import { invalidInput } from "./results/failure.js";
import { MemorySession } from "./session.js";

/** A client: the store that its token leads to, and its rights there. */
export interface Tenant extends Pick<SessionOptions, "author" | "isForConversations" | "mayDelete"> {
  /** At least 16 characters. */
  readonly token: string;
  readonly store: string;
  /** Default: all of the store may be read. */
  readonly grant?: Grant;
}

type SessionRest = Omit<SessionOptions, "memory" | "grant" | "author" | "isForConversations" | "mayDelete">;

export interface TenantsOptions extends Omit<HttpOptions, "token"> {
  readonly tenants: readonly Tenant[];
  /** Opens a store at its first use, and again after it was closed to make room. */
  readonly open: (store: string) => Promise<Memory>;
  /** Bytes of RAM for stores that are open; 1 GiB by default. */
  readonly maxStoreBytes?: number;
  /** Rejects if the server of the stores can't be reached. */
  readonly check?: () => Promise<void>;
  /** Options of one session. Sessions that share a scorer share its caches. */
  readonly session?: () => SessionRest | Promise<SessionRest>;
  /** Milliseconds that calls under way have to end when the server stops; 10 000 by default. */
  readonly stopWithin?: number;
}

/**
 * Serves many stores over streamable HTTP, each to the clients whose tokens lead to it. Sessions, scorers and limits are of one token. `/health` and `/ready`
 * need no token: the second one answers 503 if the stores can't be reached, and once the server stops.
 *
 * @throws RangeError for a token that is too short, or that two tenants have
 */
export async function serveTenants(options: TenantsOptions): Promise<HttpServer & { readonly stores: WarmStores }> {
  const served = new Served(options);
  const { url, close } = await serveProtocol(options, {
    prepare: (app) => {
      app.get("/health", () => Response.json({ status: "alive" }));
      app.get("/ready", () => served.ready());
    },
    handle: (request) => {
      const tenant = served.tenantOf(bearerOf(request.headers.get("authorization") ?? undefined));
      return tenant === null ? unauthorised(problem) : served.handle(tenant, request);
    },
    beforeClose: () => served.stop(),
  });
  return { url, stores: served.stores, close: () => close().then(() => served.stores.close()) };
}

class Served {
  readonly stores: WarmStores;
  private readonly byToken = new Map<string, Tenant>();
  /** Endpoints of tenants whose stores are open. */
  private readonly endpoints = new Map<Tenant, Promise<Endpoint>>();
  private going = 0;
  private isStopping = false;

  constructor(private readonly options: TenantsOptions) {
    for (const tenant of options.tenants) {
      if (tenant.token.length < TOKEN_LENGTH)
        throw new RangeError(`The token for "${tenant.store}" has less than ${TOKEN_LENGTH} characters.`);
      const key = keyOf(tenant.token);
      if (this.byToken.has(key)) throw new RangeError(`Two tenants have the token for "${tenant.store}".`);
      this.byToken.set(key, tenant);
    }
    const onEvict = (store: string): void => {
      for (const [tenant, endpoint] of this.endpoints) if (tenant.store === store) this.end(tenant, endpoint);
    };
    this.stores = new WarmStores(options.open, defined({ maxBytes: options.maxStoreBytes, onEvict }));
  }

  /** Digests are looked up, so that the time tells nothing of the tokens. */
  tenantOf(token: string): Tenant | null {
    return this.byToken.get(keyOf(token)) ?? null;
  }

  async ready(): Promise<Response> {
    if (this.isStopping) return Response.json({ status: "stopping" }, { status: 503 });
    try {
      await this.options.check?.();
      return Response.json({ status: "ready", stores: this.stores.names.length });
    } catch (error) {
      const code = error instanceof MemoryError ? error.code : "unknown";
      return Response.json({ status: "unreachable", code }, { status: 503 });
    }
  }

  async handle(tenant: Tenant, request: Request): Promise<Response> {
    if (this.isStopping) return problem(503, "the server is stopping");
    // Subscriptions last until their client or the server ends them.
    const isCall = request.method === "POST";
    if (isCall) this.going++;
    try {
      return await this.answered(tenant, request);
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      const status = error.code === "SXP5023" ? 503 : 404;
      return problem(status, `${error.code}, the memory of this token can't be opened`);
    } finally {
      if (isCall) this.going--;
    }
  }

  /** A store is in use until its answer was read to its end. */
  private answered(tenant: Tenant, request: Request): Promise<Response> {
    return new Promise((answer, refuse) => {
      this.stores
        .use(tenant.store, async (memory) => {
          const endpoint = await this.endpointOf(tenant, memory);
          const response = await endpoint.handle(request);
          await new Promise<void>((ended) => answer(untilRead(response, ended)));
        })
        .catch(refuse);
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const until = Date.now() + (this.options.stopWithin ?? 10_000);
    while (this.going > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    for (const [tenant, endpoint] of this.endpoints) this.end(tenant, endpoint);
  }

  private endpointOf(tenant: Tenant, memory: Memory): Promise<Endpoint> {
    const open = this.endpoints.get(tenant);
    if (open !== undefined) return open;
    const opening = this.begin(tenant, memory);
    this.endpoints.set(tenant, opening);
    opening.catch(() => this.endpoints.delete(tenant));
    return opening;
  }

  private async begin(tenant: Tenant, memory: Memory): Promise<Endpoint> {
    const { token: _, store: _store, ...rights } = tenant;
    return new Endpoint(new MemorySession({ ...(await this.options.session?.()), ...rights, memory }), this.options);
  }

  private end(tenant: Tenant, opening: Promise<Endpoint>): void {
    this.endpoints.delete(tenant);
    void opening.then((endpoint) => endpoint.close()).catch(() => undefined);
  }
}

/** Passes a response on. Calls back when its body has ended, or its client is gone. */
function untilRead(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  response.body.pipeTo(writable).then(ended, ended);
  return new Response(readable, response);
}

const keyOf = (token: string): string => createHash("sha256").update(token).digest("base64");

const flag = z._default(z.boolean(), false);
const name = z.string().check(z.minLength(1));
const tenant = z.strictObject({
  token: z.string().check(z.minLength(TOKEN_LENGTH, `a text of at least ${TOKEN_LENGTH} characters`)),
  store: name.check(z.maxLength(200, "a text of at most 200 characters")),
  write: flag,
  tasks: z.optional(z.array(name).check(z.minLength(1))),
  conversations: flag,
  allowDelete: flag,
  author: z.optional(z.string()),
});
const tenantsFile = z.strictObject({ tenants: z.array(tenant).check(z.minLength(1)) });

/** The tenants that a text in JSON lists. Throws a `MemoryError` (SXP5064) with the places of what does not fit; no token is in its message. */
export function readTenants(text: string): readonly Tenant[] {
  const { value, faults } = readShaped(text, tenantsFile, { root: "the file" });
  if (value === null) throw invalidInput("tenants", ...faults.map((fault) => `${fault.where} ${faultSentence(fault)}`));
  return value.tenants.map(({ token, store, write, tasks, conversations, allowDelete, author }) =>
    defined({
      token,
      store,
      grant: defined({ rights: write ? ("write" as const) : ("read" as const), tasks }),
      isForConversations: conversations,
      mayDelete: allowDelete,
      author,
    }),
  );
}
