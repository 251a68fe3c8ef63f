import { memoryError } from "@semantic-xpath/memory";
import { isUnanswered, reasonOf, serverError } from "./errors.js";

/** The one call that a journal needs: a statement with `$1`, `$2`, … in it. `Pool` and `Client` of `pg` have it, and PGlite. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

export type Row = Readonly<Record<string, unknown>>;

/** A client with what else is known of it. */
export interface Connection {
  readonly client: SqlClient;
  /** Its name in messages, without a password. */
  readonly where: string;
  /** True: statements are planned once for each connection of the pool. */
  readonly prepares: boolean;
  /** Ends what was opened here; what a caller gave stays open. */
  end(): Promise<void>;
}

/** The place of a memory on a server. */
export interface Place {
  /** A URL for `pg`, without the name of the store. */
  readonly url: string;
  readonly store: string;
}

/** True for the URL of a memory on a server. */
export const isPlace = (text: string): boolean => /^postgres(?:ql)?:\/\//.test(text);

/** `postgres://user@host/database#store`. Throws SXP5001 where the name of the store is missing. */
export function placeOf(text: string): Place {
  const [url = "", name = ""] = splitAt(text, "#");
  const store = decoded(name);
  if (store === "")
    throw memoryError("SXP5001", {
      where: withoutPassword(url),
      reason: "the name of a store is missing, such as #team at the end",
    });
  return { url, store };
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, "$1@").replace(/([?&]password=)[^&#]*/gi, "$1…");

export interface PoolOptions {
  /** Most connections of this process; 10 by default. */
  readonly connections?: number;
  /** Milliseconds to wait for a connection, and for an answer; 10 000 and 30 000 by default. */
  readonly connectTimeout?: number;
  readonly timeout?: number;
  /**
   * True: statements are named, so that each connection plans them once; for clients of `pg`. Default: true for URLs and pools of `pg`. False is for poolers that
   * share connections between transactions without knowing of named statements.
   */
  readonly prepare?: boolean;
}

/** True for a pool of `pg`. */
const isPool = (client: object): boolean => "connect" in client && "idleCount" in client;

/** The part of `pg` that is used. */
interface PgModule {
  readonly Pool: new (
    options: Readonly<Record<string, unknown>>,
  ) => SqlClient & { on(event: "error", listener: () => void): void; end(): Promise<void> };
}

/** A pool for a URL, with `pg`; or what a caller has. */
export async function connectionOf(place: string | SqlClient, options: PoolOptions = {}): Promise<Connection> {
  if (typeof place !== "string") {
    const prepares = options.prepare ?? isPool(place);
    return { client: place, where: "PostgreSQL", prepares, end: async () => {} };
  }
  const name = withoutPassword(place);
  const { connections = 10, connectTimeout = 10_000, timeout = 30_000 } = options;
  const { Pool } = await pgModule(name);
  try {
    const pool = new Pool({
      connectionString: place,
      max: connections,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: timeout,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: "sxp",
    });
    // An idle connection that is lost is replaced by the next call.
    pool.on("error", () => {});
    return { client: pool, where: name, prepares: options.prepare ?? true, end: () => pool.end() };
  } catch (error) {
    throw memoryError("SXP5001", { where: name, reason: reasonOf(error) }, { cause: error });
  }
}

async function pgModule(where: string): Promise<PgModule> {
  const name = "pg";
  try {
    const { default: pg } = (await import(name)) as { default: PgModule };
    return pg;
  } catch (error) {
    throw memoryError("SXP5001", { where, reason: "it needs the package pg: npm install pg" }, { cause: error });
  }
}

/** Sends one statement. Failures of the server, or of the way to it, become a `MemoryError`. `name`: of one that is sent often. */
export async function ask(
  { client, where, prepares }: Connection,
  text: string,
  values: unknown[] = [],
  name: string | null = null,
): Promise<readonly Row[]> {
  try {
    const { rows } =
      prepares && name !== null
        ? await (client as unknown as NamingClient).query({ name, text, values })
        : await client.query(text, values);
    return rows as readonly Row[];
  } catch (error) {
    throw serverError(error, where);
  }
}

interface NamingClient {
  query(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: unknown[];
  }): ReturnType<SqlClient["query"]>;
}

/** A client that keeps a connection for itself. */
interface Listening {
  query(text: string): Promise<unknown>;
  on(event: "notification", heard: (message: { readonly payload?: string }) => void): void;
  on(event: "error", failed: () => void): void;
  release(destroy?: boolean): void;
}

/** The channel on which stores that have something new are named. */
export const CHANNEL = "sxp_memory";

/** Listens where the client can: a pool of `pg` keeps one connection for it, PGlite needs none. */
export async function listenOn({ client }: Connection, heard: (store: string) => void): Promise<(() => void) | null> {
  if ("listen" in client && typeof client.listen === "function")
    return (await client.listen(CHANNEL, heard)) as () => void;
  if (!isPool(client)) return null;
  const listening = await (client as unknown as { connect(): Promise<Listening> }).connect();
  listening.on("error", () => {});
  listening.on("notification", ({ payload = "" }) => heard(payload));
  try {
    await listening.query(`listen ${CHANNEL}`);
  } catch (error) {
    listening.release(true);
    if (isUnanswered(error)) return null;
    throw error;
  }
  return () => listening.release(true);
}
