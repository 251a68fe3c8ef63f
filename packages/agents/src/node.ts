/** Serving a session: over standard input and output, and over HTTP. */

import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Transport } from "@modelcontextprotocol/server";
import { type StdioServerHandle, serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import type { AuditEntry } from "./audit.js";
import { McpSession } from "./mcp.js";
import type { MemorySession } from "./session.js";

export type { HttpOptions, HttpServer } from "./httpOptions.js";
export { serveHttp } from "./serveHttp.js";
export { readTenants, serveTenants, type Tenant, type TenantsOptions } from "./tenants.js";

/** Serves a session over standard input and output, in the protocol of 2026 and older ones. Ends when the client closes the stream. */
export async function serveStdio(session: MemorySession): Promise<void> {
  const connection = serveTransport(session);
  // A file that ends, such as /dev/null, closes nothing.
  await new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));
  await connection.close();
}

/** Serves over a transport of the caller, such as a socket; by default standard input and output. */
export function serveTransport(session: MemorySession, transport?: Transport): StdioServerHandle {
  const mcp = new McpSession(session);
  const handle = serveConnection(({ era }) => mcp.server(era), transport === undefined ? {} : { transport });
  return {
    close: async () => {
      mcp.close();
      await handle.close();
    },
  };
}

/** Writer of audit records. */
export interface AuditFolder {
  readonly write: (entry: AuditEntry) => void;
  /** Removes what was written down so far. */
  readonly clear: () => void;
}

/**
 * Appends each call as a line of JSON to a file of its day, `audit/2026-11-22.jsonl` in the folder of the store, readable by its owner only. It
 * holds no queries and no content, but names of tasks: `clear` when the store is pruned.
 */
export function auditFolder(folder: string): AuditFolder {
  const audit = join(folder, "audit");
  mkdirSync(audit, { recursive: true, mode: 0o700 });
  return {
    write: (entry) =>
      appendFileSync(join(audit, `${entry.time.slice(0, 10)}.jsonl`), `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
    clear: () => {
      for (const name of readdirSync(audit)) if (name.endsWith(".jsonl")) rmSync(join(audit, name), { force: true });
    },
  };
}

/** The token in a file, which is made with a random one if it is not there. Only its owner may read it. */
export function tokenIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
