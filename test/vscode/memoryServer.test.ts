// @module-tag process
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { type BuildOptions, build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { extensionPath } from "./support/paths.js";

/** The server of the extension as the editor starts it for an assistant. */
let script: string;
beforeAll(async () => {
  const { SCRIPTS } = (await import(extensionPath("build.mjs"))) as { SCRIPTS: Readonly<Record<string, BuildOptions>> };
  script = join(mkdtempSync(join(tmpdir(), "sxp-server-")), "server.js");
  await build({ ...SCRIPTS["server.js"], outfile: script });
});

/** With the SQLite of a Node that has none of its own. */
const env = { NODE_PATH: extensionPath("../../node_modules") };

const ended = (folder: string) =>
  spawnSync(process.execPath, [script, "--mcp", folder], { input: "", encoding: "utf8", env });

function memoryWithTrip(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "sxp-mcp-")), "trips");
  const memory = createMemory(folder);
  memory.createTask("trip", readXml('<Trip><Stop name="Tower"/><Stop name="Museum"/></Trip>'));
  memory.close();
  return folder;
}

async function connected(folder: string, ...options: string[]) {
  const client = new Client({ name: "test", version: "1" });
  const args = [script, "--mcp", folder, ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

describe("the memory server of the extension", () => {
  it("reads, and has no tool that writes unless it is told to", async () => {
    const client = await connected(memoryWithTrip());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("query");
    expect(tools.map(({ name }) => name)).not.toContain("update");
    const answer = await client.callTool({ name: "query", arguments: { query: '//Stop[node =~ "museum"]' } });
    expect(JSON.stringify(answer.structuredContent)).toContain("Museum");
    await client.close();
  });

  it("writes versions by the assistant if it may", async () => {
    const folder = memoryWithTrip();
    const client = await connected(folder, "--write");
    const update = 'replace value of node /Trip/Stop[1]/@name with "Old tower"';
    await client.callTool({ name: "update", arguments: { update, ifVersion: 1, idempotencyKey: "one" } });
    await client.close();
    const memory = openMemory(folder, { readOnly: true });
    const head = memory.task("trip").head();
    expect([head.number, head.provenance.author]).toEqual([2, "assistant"]);
    memory.close();
  });

  it("sends nothing to a scorer on a server because a file of the workspace names one", () => {
    const folder = memoryWithTrip();
    const far = { kind: "chat", url: "http://127.0.0.1:1/v1", model: "m" };
    writeFileSync(join(folder, "sxp.config.json"), JSON.stringify({ defaultScorer: "far", scorers: { far } }));
    const { status, stderr } = ended(folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining("unasked")]);
  });

  it("ends with the reason where there is no memory", () => {
    const folder = join(tmpdir(), "sxp-no-such-memory");
    const { status, stderr } = ended(folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining(folder)]);
  });
});
