import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLanguageService } from "@semantic-xpath/lsp";
import * as planner from "@semantic-xpath/planner";
import * as runtime from "@semantic-xpath/runtime";
import * as runtimeOfNode from "@semantic-xpath/runtime/node";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createKit, exampleText } from "./kit.js";

/** A folder with the itinerary and this query file; its tests run in it. */
function workspace(file: string, text: string, isBare = false) {
  const folder = mkdtempSync(join(tmpdir(), "sxp-copied-"));
  const at = (name: string): string => pathToFileURL(join(folder, name)).href;
  const names = ["itinerary.xml", "itinerary.schema.json"];
  const files: Record<string, string> = { [at(file)]: text };
  for (const name of names) files[at(name)] = exampleText(`itinerary/${name}`);
  for (const [name, content] of [[file, text], ...names.map((name) => [name, files[at(name)]!] as const)])
    writeFileSync(join(folder, name!), content!);
  const settings = isBare ? { data: at("itinerary.xml"), schema: at("itinerary.schema.json") } : {};
  return { folder, uri: at(file), kit: createKit(files, settings) };
}

/** What a copied test imports, by package: our own are the sources that are loaded here already. */
const GIVEN: Record<string, Readonly<Record<string, unknown>>> = {
  "@semantic-xpath/planner": planner,
  "@semantic-xpath/runtime": runtime,
  "@semantic-xpath/runtime/node": runtimeOfNode,
};
const shimOf = (name: string): string => {
  const given = `globalThis.given[${JSON.stringify(name)}]`;
  const names = Object.keys(GIVEN[name] ?? {});
  return names.map((each) => `export const ${each} = ${given}.${each};`).join("\n");
};

let made = 0;

/** Runs a copied test where its file lies, with our sources and this `expect`; rejects where it fails. */
async function runCopied(folder: string, text: string): Promise<string[]> {
  const file = join(folder, `copied${made++}.mjs`);
  const titles: string[] = [];
  const running: Promise<unknown>[] = [];
  const test = (title: string, body: () => Promise<unknown>): void => {
    titles.push(title);
    running.push(body());
  };
  Object.assign(globalThis, { given: GIVEN });
  GIVEN.vitest = { test, expect };
  await build({
    stdin: { contents: text, loader: "ts", resolveDir: folder },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [
      {
        name: "given",
        setup(plugins) {
          plugins.onResolve({ filter: /^(?:vitest|@semantic-xpath\/.*)$/ }, ({ path }) => ({
            path,
            namespace: "given",
          }));
          plugins.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({ contents: shimOf(path) }));
        },
      },
    ],
  });
  await import(/* @vite-ignore */ pathToFileURL(file).href);
  await Promise.all(running);
  return titles;
}

const HEAD = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n';
const QUERY = `${HEAD}declare query day_with($wish as string) := //Day[max(/POI[node =~ $wish])];\n`;

describe("a copied test", () => {
  it("passes as it is, and is of the file", async () => {
    const { folder, uri, kit } = workspace("trip.sxp", QUERY);
    const { problem, text } = await kit.service.test({ uri, name: "day_with", params: { wish: "museum" } });
    expect(problem).toBeNull();
    expect(await runCopied(folder, text)).toEqual(["day_with finds what it found"]);
    writeFileSync(join(folder, "trip.sxp"), QUERY.replace("max", "min"));
    await expect(runCopied(folder, text.replace("finds", "still finds"))).rejects.toThrow("deeply equal");
  });

  it("finds its files by names that mean something in a URL", async () => {
    const { folder, uri, kit } = workspace("50% trip #1 é.sxp", QUERY);
    const { text } = await kit.service.test({ uri, name: "day_with", params: { wish: "museum" } });
    expect(text).toContain("/** Put this test beside 50% trip #1 é.sxp. */");
    await runCopied(folder, text);
  });

  it("has the limit that cut and the least weight, and no others", async () => {
    const { folder, uri, kit } = workspace("trip.sxp", QUERY);
    const ask = { uri, name: "day_with", params: { wish: "museum" } };
    const cut = await kit.service.test({ ...ask, limit: 2, minScore: 0.1 });
    expect(cut.text).toContain('run(tree, { params: {"wish":"museum"}, limit: 2, minScore: 0.1 })');
    await runCopied(folder, cut.text);
    expect((await kit.service.test(ask)).text).toContain('run(tree, { params: {"wish":"museum"} })');
  });

  it("of a bare query, or of one in a script, has its text in it", async () => {
    const { folder, uri, kit } = workspace("one.sxp", '//POI[node =~ "museum"]', true);
    const { text } = await kit.service.test({ uri });
    expect(text).toContain('compile("//POI[node =~ \\"museum\\"]", { schema })');
    await runCopied(folder, text);
    expect(readFileSync(join(folder, "one.sxp"), "utf8")).toContain("museum");
  });

  it("finds data in another folder, and says which scorer it was where it was not words", async () => {
    const files = {
      "file:///w/a/d.xml": '<A><B n="x"/></A>',
      "file:///w/b/q.sxp": 'import data "../a/d.xml";\ndeclare query q() := //B[@n =~ "x"];',
    };
    const scorers = {
      open: async () => ({
        problem: null,
        scorer: runtime.recordedScorer({ x: { x: 0.5 } }),
        name: "mine",
        budget: {},
      }),
    };
    const host = {
      readText: (uri: string) => files[uri as keyof typeof files] ?? null,
      files: () => [],
      list: () => [],
    };
    const words = (await createLanguageService(host).test({ uri: "file:///w/b/q.sxp" })).text;
    expect(words).toContain('readTree(read("../a/d.xml"))');
    expect(words).not.toContain("resolveScorer");
    const { text } = await createLanguageService({ ...host, scorers }).test({ uri: "file:///w/b/q.sxp" });
    expect(text).toContain(
      'const scorer = await resolveScorer("mine", { config: await loadConfig("."), folder: "." });',
    );
    expect(text).toContain("run(tree, { scorer })");
    expect(text).toContain('"/A/B"');
  });
});
