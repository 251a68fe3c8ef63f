// @module-tag process
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serveHttp } from "@semantic-xpath/agents/node";
import { transform } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { TOKEN } from "../agents/support/connect.js";
import { session } from "../agents/support/trip.js";
import { blocksOf } from "./blocks.js";

/** What the guide shows of plain HTTP is run as it is printed, but for the address and the token. */
const BLOCKS = blocksOf("docs/how-to/agents.md").filter(({ section }) => section === "Plain HTTP");

async function served(): Promise<string> {
  const server = await serveHttp(session().session, { port: 0, token: TOKEN });
  onTestFinished(() => server.close());
  return server.url;
}

const curl = await promisify(execFile)("curl", ["--version"]).then(
  () => null,
  () => "there is no curl",
);

it.skipIf(curl !== null)(`curl gets the nodes of a query${curl === null ? "" : ` (skipped: ${curl})`}`, async () => {
  const url = await served();
  const { text } = BLOCKS.find((block) => block.text.startsWith("curl"))!;
  const command = text.replace("http://127.0.0.1:7310/mcp", url).replace("$(cat ~/.sxp-token)", TOKEN);
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  const { result } = JSON.parse(stdout) as { result: { structuredContent: { matches: { path: string }[] } } };
  expect(result.structuredContent.matches[0]).toMatchObject({ path: "/Plan/Day[1]/POI[1]" });
});

it("a program needs nothing but fetch", async () => {
  const url = await served();
  const { code } = await transform(BLOCKS.find(({ info }) => info === "ts")!.text, { loader: "ts", format: "esm" });
  const { callTool } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    callTool: (url: string, token: string, name: string, input: object) => Promise<string>;
  };
  const found = await callTool(url, TOKEN, "query", { task: "trip", query: "//POI" });
  expect(JSON.parse(found).matches).toHaveLength(3);
  const wrong = await callTool(url, TOKEN, "query", { task: "trip", query: "//PIO" });
  expect(JSON.parse(wrong)).toMatchObject({ code: "SXP2001" });
  await expect(callTool(url, TOKEN, "no_such_tool", {})).rejects.toThrow("no_such_tool");
  await expect(callTool(url, "another-token-that-is-long", "query", {})).rejects.toThrow("token");
});
