import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type AuditEntry, MemorySession, type SessionOptions } from "@semantic-xpath/agents";
import {
  auditFolder,
  type HttpServer,
  readTenants,
  serveHttp,
  serveStdio,
  serveTenants,
  tokenIn,
} from "@semantic-xpath/agents/node";
import type { Memory } from "@semantic-xpath/memory";
import { isPlace } from "@semantic-xpath/postgres";
import { compile } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { checkOne, memoryOfData } from "../../input/memory.js";
import { openScoring } from "../../input/scorer.js";
import { refusal } from "../../refusal.js";
import type { World } from "../../render/screen.js";
import { usage } from "../../stop.js";
import { folderOf, guardMemory, openPlace } from "../memory/open.js";
import type { McpLine } from "./command.js";
import { startTracing, type Tracing } from "./tracing.js";

/** Serves until the client closes the stream; over HTTP until the process is ended. */
export async function serveMcp({ options }: McpLine, io: World): Promise<undefined> {
  if (options.tenants !== undefined) return serveAll(options, io);
  const place = placeIn(options, "mcp serves");
  for (const name of ["write", "conversations", "allow-delete"] as const)
    if (options[name] && place === null) throw usage(`--${name} goes with --memory FOLDER or --store URL.`);
  if (options.http !== undefined && options["token-file"] === undefined)
    throw usage("--http goes with --token-file FILE.");
  const tracing = options.otel ? await startTracing(place === null) : null;
  const memory =
    place === null ? await memoryOfData(options, options.schema ?? null, io) : await opened(place, tracing, io);
  const folder = place === null ? null : folderOf(place, io);
  const session = sessionOf(memory, options, {
    ...(await about(options, io)),
    ...(tracing !== null && { telemetry: tracing.telemetry }),
    ...(folder !== null && { audit: audited(memory, folder, io) }),
  });
  if (options.http === undefined) await serveStdio(session);
  else {
    const token = tokenIn(resolve(io.cwd, options["token-file"]!));
    await untilEnded(await serveHttp(session, { port: options.http, token }), io);
  }
  memory.close();
  await tracing?.end();
  return undefined;
}

/** Many stores of a server, each for the clients that have a token for it. */
async function serveAll(options: McpLine["options"], io: World): Promise<undefined> {
  const { store: url = "", tenants: file = "", http: port, "store-bytes": maxStoreBytes } = options;
  if (port === undefined) throw usage("--tenants goes with --http PORT.");
  if (!isPlace(url) || url.includes("#"))
    throw usage("--store is postgres://HOST/DATABASE with --tenants: the file names the stores.");
  for (const name of ["write", "conversations", "allow-delete", "root", "token-file", "author"] as const)
    if (options[name] !== undefined && options[name] !== false)
      throw usage(`--${name} is said for each tenant in the file of --tenants.`);
  const tenants = await guardMemory(file, io, () => readTenants(readFileSync(resolve(io.cwd, file), "utf8")));
  const { openServer } = await import("@semantic-xpath/postgres");
  // Each tenant has a scorer of its own: a shared one would share its caches.
  const session = () => about({ ...options, "no-cache": true }, io);
  await guardMemory(url, io, async () => {
    const server = await openServer(url);
    try {
      await server.check();
      // Calls look for what is new themselves.
      const open = (store: string): Promise<Memory> => server.open(store, { poll: 60_000 });
      const check = (): Promise<void> => server.check();
      const serving = { port, tenants, open, check, session, ...defined({ maxStoreBytes }) };
      await untilEnded(await serveTenants(serving), io);
    } finally {
      await server.close();
    }
  });
  return undefined;
}

/** The folder or the server that a command line names; null for data. */
function placeIn({ memory, store, data }: McpLine["options"], wants: string): string | null {
  if (memory !== undefined && store !== undefined) throw usage(`${wants} one thing: --memory FOLDER or --store URL.`);
  checkOne(memory ?? store, data, wants);
  return memory ?? store ?? null;
}

async function about(
  options: McpLine["options"],
  io: World,
): Promise<Pick<SessionOptions, "scorer" | "limits" | "onFault">> {
  const { scorer, limits } = await openScoring(options, io);
  return {
    scorer,
    limits: { budget: { maxMilliseconds: 10_000, ...limits } },
    onFault: (tool, error) =>
      io.stderr.write(`sxp: ${tool} failed: ${error instanceof Error ? error.message : error}\n`),
  };
}

async function untilEnded(server: HttpServer, io: World): Promise<void> {
  io.stderr.write(`sxp: serving ${server.url}\n`);
  await new Promise((ended) => {
    process.once("SIGINT", ended);
    process.once("SIGTERM", ended);
  });
  await server.close();
}

const opened = (place: string, tracing: Tracing | null, io: World): Promise<Memory> =>
  openPlace(place, io, tracing === null ? {} : { observe: tracing.observe }).catch((error: unknown) => {
    throw refusal(error);
  });

function sessionOf(memory: Memory, options: McpLine["options"], rest: Partial<SessionOptions>): MemorySession {
  const { task: tasks, author } = options;
  try {
    const root = options.root === undefined ? null : rootKey(memory, tasks, options.root);
    return new MemorySession({
      memory,
      grant: {
        ...(tasks.length > 0 && { tasks }),
        ...(root !== null && { root }),
        rights: options.write ? "write" : "read",
      },
      ...defined({ task: tasks[0], author }),
      isForConversations: options.conversations,
      mayDelete: options["allow-delete"],
      ...rest,
    });
  } catch (error) {
    throw refusal(error);
  }
}

/** The key of the node that is all that may be seen. It is looked for once: what the path finds later makes no difference. */
function rootKey(memory: Memory, tasks: readonly string[], written: string): number {
  const [name, ...others] = tasks;
  if (name === undefined || others.length > 0) throw usage("--root goes with one --task NAME.");
  const version = memory.task(name).head();
  const key = /^#?(\d+)$/.exec(written)?.[1];
  if (key !== undefined) return Number(key);
  const { query } = compile(written, { schema: version.schema });
  const isPath = query !== undefined && !query.isSemantic && query.plan.result.kind !== "Value";
  const nodes = isPath ? query.select(version.tree()).ids : new Int32Array();
  if (nodes.length === 1) return version.keyOf(nodes[0]!);
  throw usage(`--root is a key, or a path that finds one node: "${written}" finds ${nodes.length}.`);
}

/** Writes calls down beside the store. What was written down goes when the store is pruned. */
function audited(memory: Memory, folder: string, io: World): (entry: AuditEntry) => void {
  const { write, clear } = auditFolder(folder);
  memory.watch((event) => {
    if (event.kind === "prune") clear();
  });
  return (entry) => {
    try {
      write(entry);
    } catch (error) {
      io.stderr.write(`sxp: the audit log can't be written: ${error instanceof Error ? error.message : error}\n`);
    }
  };
}
