import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { MANIFEST } from "./support/manifest.js";
import { extensionPath, extensionText } from "./support/paths.js";

interface Bundle {
  readonly text: string;
  readonly metafile: Metafile;
}

const bundles = new Map<string, Bundle>();

beforeAll(async () => {
  const path = extensionPath("build.mjs");
  const { SCRIPTS } = (await import(path)) as { SCRIPTS: Readonly<Record<string, BuildOptions>> };
  for (const [name, options] of Object.entries(SCRIPTS)) {
    const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
    bundles.set(name, { text: outputFiles![0]!.text, metafile: metafile! });
  }
});

const bundle = (name: string): Bundle => bundles.get(name)!;
/** What a script asks its host for when it runs. */
const outside = ({ metafile }: Bundle): string[] => [
  ...new Set(
    Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external)
      .map(({ path }) => path),
  ),
];
const inputs = ({ metafile }: Bundle): string[] => Object.keys(metafile.inputs);

describe("the scripts of the extension", () => {
  it("are those that the manifest names, and the servers", () => {
    expect([...bundles.keys()].sort()).toEqual([
      "client.js",
      "extension.js",
      "server.js",
      "serverWorker.js",
      "stemmers.js",
      "web.js",
    ]);
    expect(MANIFEST.main).toBe("./dist/extension.js");
    expect(MANIFEST.browser).toBe("./dist/web.js");
  });

  it.each(["web.js", "serverWorker.js"])("%s needs nothing of Node's", (name) => {
    expect(outside(bundle(name)).filter((path) => path !== "vscode")).toEqual([]);
    expect(inputs(bundle(name)).filter((path) => /runtime\/src\/node|nodeScorers|nodeFiles/.test(path))).toEqual([]);
  });

  it.each(["extension.js", "client.js", "server.js"])("%s needs Node and the editor only", (name) => {
    const foreign = outside(bundle(name)).filter(
      (path) => !["vscode", "./server.js", "./client.js", "./stemmers.js"].includes(path) && !isOfNode(path),
    );
    expect(foreign).toEqual([]);
  });

  it.each([...["extension.js", "web.js"]])("%s leaves the language service to the server", (name) => {
    expect(inputs(bundle(name)).filter((path) => path.includes("lsp/src/features"))).toEqual([]);
  });

  it("have the engine once for Node: the extension finds it in the server's file", () => {
    expect(outside(bundle("extension.js"))).toContain("./server.js");
    expect(inputs(bundle("extension.js")).filter((path) => /runtime\/src\/|chevrotain/.test(path))).toEqual([]);
  });

  it("start with a small one: what it needs later it loads later", () => {
    expect(outside(bundle("extension.js"))).toContain("./client.js");
    expect(inputs(bundle("extension.js")).filter((path) => path.includes("vscode-languageclient"))).toEqual([]);
    expect(bundle("extension.js").text.length).toBeLessThan(120_000);
  });

  it("have no native code inside", () => {
    for (const one of bundles.values())
      expect(
        inputs(one).filter((path) => /\.node$|onnxruntime/i.test(path) && !path.includes("src/node/onnx")),
      ).toEqual([]);
  });

  it("build no code at run time and name no place of the machine they were built on", () => {
    for (const [name, { text }] of bundles) {
      expect(text, name).not.toMatch(/\beval\(/);
      expect(text, name).not.toContain(extensionPath("").replace(/\/packages\/.*$/, "/packages"));
    }
  });

  it("stay below 3.15 megabytes packed", () => {
    const packed = [...bundles.values()].map(({ text }) => gzipSync(text).length);
    expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(3_150_000);
  });
});

it("names of characters mean what the parser of Markdown has them mean", async () => {
  const { namedCharacters } = (await import(extensionPath("build.mjs"))) as { namedCharacters: Plugin };
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export { decodeNamedCharacterReference as own } from "decode-named-character-reference"; export { characterEntities } from "character-entities";',
      resolveDir: extensionPath(""),
    },
    ...{ bundle: true, write: false, format: "esm", plugins: [namedCharacters] },
  });
  const { own, characterEntities } = (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles![0]!.text).toString("base64")}`
  )) as { own(name: string): string | false; characterEntities: Readonly<Record<string, string>> };
  expect(Object.keys(characterEntities).map((name) => [name, own(name)])).toEqual(Object.entries(characterEntities));
  for (const name of ["notit", "constructor", "__proto__", "toString"]) expect(own(name)).toBe(false);
});

describe("what is packed", () => {
  const rules = extensionText(".vscodeignore").trim().split("\n");
  it("is listed, so that nothing else gets in", () => {
    expect(rules[0]).toBe("**");
    expect(rules).toContain("dist/types/**");
    for (const file of ["package.json", "README.md", "CHANGELOG.md", "LICENSE"]) expect(rules).toContain(`!${file}`);
  });
  it("has an icon of 128 by 128", () => {
    const icon = readFileSync(extensionPath(MANIFEST.icon));
    expect(icon.subarray(1, 4).toString()).toBe("PNG");
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([128, 128]);
  });
});

const isOfNode = (path: string): boolean => isBuiltin(path);
