// @module-tag process
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const bin = at("packages/cli/bin/sxp.js");
const isBuilt = existsSync(at("packages/cli/dist/sxp.js"));
const sxp = (...words: string[]) =>
  spawnSync(process.execPath, [bin, ...words], { cwd: at("."), encoding: "utf8", input: "" });

describe.skipIf(!isBuilt)(`sxp mcp, as a process${isBuilt ? "" : " (skipped: npm run build makes it)"}`, () => {
  it("ends when its input does, whatever that is", () => {
    for (const input of ["pipe", "ignore"] as const) {
      const words = [bin, "mcp", "--data", "examples/itinerary/itinerary.xml"];
      const stdio: ["pipe" | "ignore", "pipe", "pipe"] = [input, "pipe", "pipe"];
      const { status, stderr } = spawnSync(process.execPath, words, { cwd: at("."), encoding: "utf8", stdio });
      expect([status, stderr], input).toEqual([0, ""]);
    }
  });

  it("serves a memory to the official client, which reads, writes and looks back", { tags: "smoke" }, async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "sxp-mcp-")), "trips");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(sxp("memory", "init", folder).status).toBe(0);
    const data = ["--data", "examples/itinerary/itinerary.xml"];
    expect(sxp("memory", "create", folder, "acl", ...data).status).toBe(0);

    const client = new Client({ name: "test", version: "1" });
    const args = [bin, "mcp", "--memory", folder, "--write", "--author", "agent"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: at(".") }));
    const call = async (name: string, given: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: given })).structuredContent as Record<string, unknown>;

    const found = await call("query", { query: '//POI[node =~ "museum"]' });
    expect(JSON.stringify(found)).toContain("Royal Ontario Museum");
    const update = "replace value of node /Itinerary/Day[1]/@theme with 'rest'";
    expect(JSON.stringify(await call("update", { update, ifVersion: 1, idempotencyKey: "one" }))).toContain(
      '"version":2',
    );
    await client.close();

    const log = sxp("memory", "log", folder, "acl", "--format", "json");
    expect(JSON.parse(log.stdout)[0]).toMatchObject({ version: 2, provenance: { author: "agent" } });
    expect(sxp("memory", "doctor", folder).status).toBe(0);
  });

  it("names the package that spans need where it is missing", () => {
    const { status, stderr } = sxp("mcp", "--data", "examples/itinerary/itinerary.xml", "--otel");
    expect(status).toBe(3);
    expect(stderr).toContain("npm install @opentelemetry/sdk-node");
  });
});
