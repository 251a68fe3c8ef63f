import { resolve } from "node:path";
import { type AuditEntry, MemorySession, type SessionOptions } from "@semantic-xpath/agents";
import { auditFolder, serveHttp, serveStdio, tokenIn } from "@semantic-xpath/agents/node";
import type { Memory } from "@semantic-xpath/memory";
import { openMemory } from "@semantic-xpath/memory/node";
import { compile } from "@semantic-xpath/runtime";
import { checkOne, memoryOfData } from "../../input/memory.js";
import { openScoring } from "../../input/scorer.js";
import type { World } from "../../render/screen.js";
import { refusal } from "../../runQuery.js";
import { defined } from "../../spec/readLine.js";
import { usage } from "../../stop.js";
import type { McpLine } from "./command.js";

/** Serves until the client closes the stream; over HTTP until the process is ended. */
export async function serveMcp({ options }: McpLine, io: World): Promise<undefined> {
  checkOne(options.memory, options.data, "mcp serves");
  if (options.http !== undefined && options["token-file"] === undefined)
    throw usage("--http goes with --token-file FILE.");
  const folder = options.memory === undefined ? null : resolve(io.cwd, options.memory);
  const memory = folder === null ? await memoryOfData(options, options.schema ?? null, io) : opened(folder);
  const { scorer, limits } = await openScoring(options, io);
  const session = sessionOf(memory, options, {
    scorer,
    limits: { budget: { maxMilliseconds: 10_000, ...limits } },
    ...(folder !== null && { audit: audited(memory, folder, io) }),
    onFault: (tool, error) =>
      io.stderr.write(`sxp: ${tool} failed: ${error instanceof Error ? error.message : error}\n`),
  });
  if (options.http === undefined) await serveStdio(session);
  else {
    const token = tokenIn(resolve(io.cwd, options["token-file"]!));
    const server = await serveHttp(session, { port: options.http, token });
    io.stderr.write(`sxp: serving ${server.url}\n`);
    await new Promise((ended) => {
      process.once("SIGINT", ended);
      process.once("SIGTERM", ended);
    });
    await server.close();
  }
  memory.close();
  return undefined;
}

function opened(folder: string): Memory {
  try {
    return openMemory(folder);
  } catch (error) {
    throw refusal(error);
  }
}

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
  const found = isPath ? query.select(version.tree()).ids : new Int32Array();
  if (found.length === 1) return version.keyOf(found[0]!);
  throw usage(`--root is a key, or a path that finds one node: "${written}" finds ${found.length}.`);
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
