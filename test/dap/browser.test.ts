import { resolve } from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { ROOT } from "../structure/support/sources.js";
import { PLAN, PLAN_SXP } from "./host.js";

/** What any host has: nothing of Node's. */
const GLOBALS = { performance, setTimeout, clearTimeout, AbortController, AbortSignal, TextDecoder, TextEncoder, URL };

const bundled = (platform: "browser" | "neutral") =>
  build({
    entryPoints: [resolve(ROOT, "packages/dap/src/index.ts")],
    conditions: ["@semantic-xpath/source", "module"],
    bundle: true,
    platform,
    mainFields: ["module", "main"],
    format: "iife",
    globalName: "dap",
    write: false,
    metafile: true,
    logLevel: "silent",
  });

const PROGRAM = `
  const files = { "/plan.xml": PLAN, "/plan.sxp": PLAN_SXP };
  const session = dap.createDebugSession({
    readText: async (path) => files[path],
    openScorer: async () => ({ id: "half", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(0.5) }),
  });
  const sent = [];
  session.onDidSendMessage((message) => {
    sent.push(message);
    if (message.event === "initialized") ask("configurationDone");
    if (message.event === "stopped" && message.body.reason === "entry") ask("continue");
  });
  let seq = 1;
  const ask = (command, args) => session.handleMessage({ seq: seq++, type: "request", command, arguments: args });
  ask("initialize");
  ask("launch", { program: "/plan.sxp", query: "museums", params: { city: "Kyoto" }, stopAtEnd: false });
  (async () => {
    while (!sent.some(({ event }) => event === "terminated"))
      await new Promise((resolve) => setTimeout(resolve, 1));
    return sent.flatMap(({ event, body }) => (event === "output" ? [body.output] : [])).join("");
  })();
`;

it("the session runs where there is no process, no Buffer and no require", async () => {
  const { outputFiles, warnings } = await bundled("browser");
  expect(warnings).toEqual([]);
  const context = vm.createContext({ ...GLOBALS, PLAN, PLAN_SXP });
  vm.runInContext(outputFiles[0]!.text, context);
  expect(vm.runInContext("typeof process + typeof Buffer + typeof require + typeof setImmediate", context)).toBe(
    "undefined".repeat(4),
  );
  const console = (await vm.runInContext(PROGRAM, context)) as string;
  expect(console).toContain("1  0.50  /Plan/Day[2]  Kyoto");
});

it("nothing of the bundle stands outside, and nothing of the server's framing is in it", async () => {
  const { metafile } = await bundled("neutral");
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.includes("@vscode/debugadapter"))).toEqual([]);
});
