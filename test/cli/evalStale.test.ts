import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EvalRun } from "@semantic-xpath/eval";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codeFiles, codeVersion } from "../../packages/cli/src/commands/eval/codeVersion.js";
import { tinyStaticFiles } from "../support/onnx/tinyModels.js";
import { put } from "../support/put.js";
import { argumentsOf, folder, PLAN, PLAN_SCHEMA, sxp } from "./sxp.js";

const CASE = {
  id: "art",
  request: "art",
  query: '//POI[node =~ "art museum" >= 0.1]',
  include: ["/Plan/Day[1]/POI[1]"],
};
const SUITE = { tree: "plan.xml", schema: "plan.schema.json", now: "2026-03-14T09:00:00Z", cases: [CASE] };

const WORDS = 'export default { id: "words", count: (text) => text.split(" ").length };';

/** A folder with a suite, its data, a static model, a configuration that names it and a module with a helper. */
function place(suite: object = SUITE): string {
  const cwd = folder({
    "plan.xml": PLAN,
    "plan.schema.json": PLAN_SCHEMA,
    "suite.json": JSON.stringify(suite),
    "sxp.config.json": JSON.stringify({ scorers: { mine: { kind: "static", model: "./potion" } } }),
    "mine.mjs": 'import { path } from "./helper.mjs";\nexport default () => [{ sources: [path], text: "t" }];\n',
    "helper.mjs": 'export const path = "/Plan/Day[1]/POI[1]";\n',
  });
  for (const [path, content] of Object.entries(tinyStaticFiles())) put(join(cwd, "potion", path), content);
  return cwd;
}

/** Runs the command in a folder; how many results it kept from earlier runs. */
async function reused(cwd: string, options = ""): Promise<number> {
  const line = `eval suite.json --method mine.mjs --method gold --scorer mine --json run.json ${options}`;
  const { code, err } = await sxp(argumentsOf(line), { cwd, env: { SXP_CACHE_DIR: join(cwd, "cache") } });
  expect([code, err]).toEqual([0, ""]);
  const { times, results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
  expect(results.map(({ why, outcome }) => (outcome === "failed" ? why : null))).toEqual([null, null]);
  return Object.values(times).reduce((sum, each) => sum + each.reused, 0);
}

const edit = (name: string, from: string, to: string) => (cwd: string) => {
  const text = readFileSync(join(cwd, name), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(cwd, name), text.replace(from, to));
};

describe("a kept result is not served where an input has changed", () => {
  it.each<[string, (cwd: string) => void, string?]>([
    ["tree", edit("plan.xml", "</Plan>", "<Day/></Plan>")],
    ["schema", edit("plan.schema.json", '"index":{"type":"number"}', '"index":{"type":"string"}')],
    ["text of the query", edit("suite.json", "art museum", "art museums")],
    ["right answer", edit("suite.json", "POI[1]", "POI[2]")],
    ["moment of the suite", edit("suite.json", "09:00", "10:00")],
    ["budget", () => undefined, "--budget 100"],
    ["number of entries", () => undefined, "--top 3"],
    ["tokenizer", (cwd) => put(join(cwd, "words.mjs"), WORDS), "--tokenizer words.mjs"],
    ["seed", () => undefined, "--seed 2"],
  ])("another %s", async (_, change, options) => {
    const cwd = place();
    expect([await reused(cwd), await reused(cwd)]).toEqual([0, 2]);
    change(cwd);
    expect(await reused(cwd, options)).toBe(0);
  });

  /** A module of a user has no part in the scorer, and gold queries none in the module. */
  it.each<[string, (cwd: string) => void]>([
    [
      "configuration of the scorer",
      (cwd) => {
        const scorers = { mine: { kind: "fused", of: ["lexical", "static:./potion"] } };
        writeFileSync(join(cwd, "sxp.config.json"), JSON.stringify({ scorers }));
      },
    ],
    [
      "model file",
      (cwd) => {
        const path = join(cwd, "potion", "model.safetensors");
        const bytes = readFileSync(path);
        bytes[bytes.length - 1]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
    ["module of a user", (cwd) => appendFileSync(join(cwd, "mine.mjs"), "// other\n")],
    ["file that a module imports", edit("helper.mjs", "POI[1]", "POI[2]")],
  ])("another %s", async (_, change) => {
    const cwd = place();
    expect([await reused(cwd), await reused(cwd)]).toEqual([0, 2]);
    change(cwd);
    expect(await reused(cwd)).toBe(1);
  });

  afterEach(() => vi.useRealTimers());

  it("another day, where the suite says no moment", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 2, 14, 12) });
    const cwd = place({ ...SUITE, now: undefined });
    expect([await reused(cwd), await reused(cwd)]).toEqual([0, 2]);
    vi.setSystemTime(new Date(2026, 2, 15, 12));
    expect(await reused(cwd)).toBe(0);
  });

  it("another content of a memory, in the same place and with the same number of its version", async () => {
    const cwd = place({ ...SUITE, tree: undefined, schema: undefined, memory: "trips" });
    const remember = async (more: string) => {
      for (const line of ["memory init trips", `memory create trips plan --data plan.xml ${more}`])
        expect((await sxp(argumentsOf(line), { cwd })).err).toBe("");
    };
    await remember("");
    expect([await reused(cwd), await reused(cwd)]).toEqual([0, 2]);
    rmSync(join(cwd, "trips"), { recursive: true });
    edit("plan.xml", "</Plan>", "<Day/></Plan>")(cwd);
    await remember("");
    expect([await reused(cwd), await reused(cwd)]).toEqual([0, 2]);
    rmSync(join(cwd, "trips"), { recursive: true });
    await remember("--schema plan.schema.json");
    expect(await reused(cwd)).toBe(0);
  });
});

describe("the version of the code", () => {
  it("changes with each file of the bundle", () => {
    const root = folder({ "package.json": '{ "name": "@semantic-xpath/cli", "version": "1.0.0" }' });
    const files = { "sxp.js": "1", "chunks/eval-A.js": "2", "chunks/judge-B.js": "3", "chunks/data-C.json": "4" };
    for (const [path, text] of Object.entries(files)) put(join(root, "dist", path), text);
    const module = join(root, "dist", "chunks", "eval-A.js");
    const seen = new Set([codeVersion(module)]);
    expect(codeVersion(module)).toBe([...seen][0]);
    for (const path of ["package.json", ...Object.keys(files).map((name) => join("dist", name))]) {
      appendFileSync(join(root, path), " ");
      seen.add(codeVersion(module));
    }
    put(join(root, "dist", "chunks", "more-D.js"), "");
    seen.add(codeVersion(module));
    expect(seen.size).toBe(7);
  });

  it("covers the packages that the command consists of", () => {
    const module = fileURLToPath(new URL("../../packages/cli/src/commands/eval/eval.ts", import.meta.url));
    const files = codeFiles(module).map((path) => path.replaceAll("\\", "/"));
    for (const part of ["eval/src/run/judge.ts", "scorers/src/lexical.ts", "cli/src/main.ts"])
      expect(files.some((path) => path.endsWith(`/packages/${part}`))).toBe(true);
  });
});
