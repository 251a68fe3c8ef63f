// @module-tag process
import { basename, join } from "node:path";
import vm from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { expect, it } from "vitest";
import { BROWSER_SAFE, ROOT } from "./support/sources.js";

/** What any host has: nothing of Node's. */
const GLOBALS = {
  performance,
  setTimeout,
  clearTimeout,
  MessageChannel,
  TextDecoder,
  TextEncoder,
  AbortController,
  AbortSignal,
  DOMException,
  queueMicrotask,
};

const FOR_BROWSERS: BuildOptions & { readonly write: false; readonly metafile: true } = {
  conditions: ["@semantic-xpath/source", "module"],
  bundle: true,
  platform: "browser",
  write: false,
  metafile: true,
  logLevel: "silent",
};

/** An entry over our packages for a page. */
const bundled = (entry: string) =>
  build({
    stdin: { contents: entry, resolveDir: ROOT, loader: "ts" },
    ...FOR_BROWSERS,
    format: "iife",
    globalName: "bundled",
  });

const ENTRY = `
  export * from "@semantic-xpath/parser";
  export * from "@semantic-xpath/planner";
  export * from "@semantic-xpath/runtime";
  export { inspect, redacted, viewOf } from "@semantic-xpath/inspect";
`;
const PROGRAM = `
  const { compile, format, inspect, parseSchema, readJson, readXml, redacted, viewOf } = bundled;
  const tree = readXml('<Plan><Day><POI name="museum"/></Day><Day><POI name="lake"/></Day></Plan>');
  const { query } = compile('//Day[avg(/POI[@name =~ "museum"])]');
  const run = query.run(tree, { trace: true });
  const { schema } = parseSchema('{"version":1,"roots":["A"],"types":{"A":{"children":{}}}}');
  const found = compile("//B", { schema }).diagnostics[0].code;
  const shape = inspect(query, tree).then((inspection) => redacted(viewOf(inspection)).tree());
  Promise.all([run, shape]).then(([{ matches, trace }, { state }]) => ({
    paths: matches.map(({ path }) => path),
    operators: trace.operators.length,
    formatted: format("//Day [ 1 ]"),
    explained: query.explain(),
    found,
    state,
    size: readJson('{"A":{"B":[1,2]}}').size,
  }));
`;

it("parser, planner and runtime run where there is no process, no Buffer and no require", async () => {
  const context = vm.createContext({ ...GLOBALS });
  const { outputFiles, warnings } = await bundled(ENTRY);
  expect(warnings).toEqual([]);
  vm.runInContext(outputFiles[0]!.text, context);
  expect(vm.runInContext("typeof process + typeof Buffer + typeof require + typeof setImmediate", context)).toBe(
    "undefined".repeat(4),
  );
  const result = (await vm.runInContext(
    `(() => {${PROGRAM.replace("Promise.all", "return Promise.all")}})()`,
    context,
  )) as object;
  expect(result).toMatchObject({
    paths: ["/Plan/Day[1]"],
    operators: 4,
    formatted: "//Day[1]",
    found: "SXP2001",
    state: "AAMCAQE=",
    size: 3,
  });
});

it("each package for browsers is an ES module there that leaves nothing outside", async () => {
  const { metafile } = await build({
    entryPoints: BROWSER_SAFE.map((name) => ({ in: join(ROOT, "packages", name, "src/index.ts"), out: name })),
    outdir: "page",
    ...FOR_BROWSERS,
    format: "esm",
  });
  const outside = Object.entries(metafile.outputs).map(([file, { imports }]) => [basename(file, ".js"), imports]);
  expect(Object.fromEntries(outside)).toEqual(Object.fromEntries(BROWSER_SAFE.map((name) => [name, []])));
});

it("a page loads the reader of a format when a text in it comes, and those of others never", async () => {
  const { metafile } = await build({
    stdin: { contents: 'export * from "@semantic-xpath/runtime"', resolveDir: ROOT, loader: "ts" },
    ...FOR_BROWSERS,
    format: "esm",
    splitting: true,
    outdir: "page",
  });
  const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === "<stdin>")!;
  const waiting = [entry];
  const inputs = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const input of Object.keys(file.inputs)) inputs.add(input);
    for (const { kind, path } of file.imports) {
      if (kind === "import-statement") waiting.push(metafile.outputs[path]!);
    }
  }
  const all = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  for (const library of ["yaml", "parse5", "micromark", "readers/src/csv"]) {
    const isOf = (path: string) => path.includes(`/${library}/`);
    expect([library, all.some(isOf), [...inputs].filter(isOf)]).toEqual([library, true, []]);
  }
});

it("conversations and models run there too, and bring neither a server's protocol nor what it is built on", async () => {
  const { outputFiles, warnings, metafile } = await bundled(
    `export { modelReader, modelWriter } from "@semantic-xpath/chat";
     export { budgeted, recordedModel, recordingModel } from "@semantic-xpath/llm";`,
  );
  expect(warnings).toEqual([]);
  const files = Object.keys(metafile.inputs);
  expect(files.filter((file) => /node_modules\/(?:ai|@ai-sdk|ajv|zod\/v4\/classic)\//.test(file))).toEqual([]);
  const context = vm.createContext({ ...GLOBALS });
  vm.runInContext(outputFiles[0]!.text, context);
  const missed = vm.runInContext(
    `const support = { jsonSchema: false, gbnf: false, logprobs: false };
     bundled.recordedModel({ version: 1, model: "m", supports: support, calls: [], embeddings: [] })
       .generate({ messages: [], purpose: "x" }).catch((error) => error.code)`,
    context,
  ) as Promise<string>;
  expect(await missed).toBe("SXP5110");
});
