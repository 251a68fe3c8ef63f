// @module-tag process
import { existsSync, mkdtempSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { semanticXPath } from "@semantic-xpath/emitters/esbuild";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { mistakesIn } from "../support/typescript.js";

const SCHEMA = `{ "version": 1, "roots": ["Plan"], "types": { "Plan": { "children": { "Day": {} } }, "Day": { "attributes": { "n": { "type": "number" } } } } }`;
const HEAD = 'import schema "plan.schema.json";\n';
const here = fileURLToPath(new URL("./", import.meta.url));

/** A folder within the project, so that its packages are found. */
function folder(document: string): string {
  const path = mkdtempSync(join(here, ".esbuild-"));
  folders.push(path);
  writeFileSync(join(path, "plan.sxp"), document);
  writeFileSync(join(path, "plan.schema.json"), SCHEMA);
  writeFileSync(join(path, "main.js"), 'import { day } from "./plan.sxp"; export default day;');
  return path;
}
const folders: string[] = [];

/** With nothing of the packages but where what comes out is run. */
const bundle = (path: string, options: { readonly declarations?: boolean; readonly isWhole?: boolean } = {}) =>
  build({
    entryPoints: [join(path, "main.js")],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "silent",
    conditions: ["@semantic-xpath/source"],
    platform: "neutral",
    mainFields: ["module", "main"],
    plugins: [semanticXPath({ declarations: options.declarations ?? false })],
    ...(options.isWhole !== true && { packages: "external" as const }),
  });

describe("the plugin for esbuild", async () => {
  const { rmSync } = await import("node:fs");
  const { afterAll } = await import("vitest");
  afterAll(() => {
    for (const path of folders) rmSync(path, { recursive: true });
  });

  it("gives the queries of a document, with its schema", async () => {
    const path = folder(`${HEAD}declare query day($n as number) := /Plan/Day[$n]/@n;`);
    const { outputFiles, warnings } = await bundle(path, { isWhole: true });
    expect(warnings).toEqual([]);
    const file = join(path, "out.mjs");
    writeFileSync(file, `${outputFiles[0]!.text}\nexport { readTree } from "@semantic-xpath/runtime";`);
    const { default: day, readTree } = await import(file);
    const { matches } = await day.run(readTree('<Plan><Day n="7"/><Day n="8"/></Plan>'), { params: { n: 2 } });
    expect(matches[0].value).toBe("8");
    expect(day.query.schema.roots).toEqual(["Plan"]);
  });

  it("fails the build at the place of a mistake", async () => {
    const path = folder(`${HEAD}declare query day() := /Plan/Dya;`);
    const failed = await bundle(path).catch(
      (error: unknown) => error as { errors: { text: string; location: object }[] },
    );
    expect("errors" in failed && failed.errors).toMatchObject([
      {
        text: expect.stringMatching(/^SXP2001: .*"Dya"/),
        location: { line: 2, column: 29, length: 3, lineText: "declare query day() := /Plan/Dya;" },
      },
    ]);
  });

  it("writes declarations, when they change, that TypeScript reads", async () => {
    const path = folder(`${HEAD}declare query day($n as number) := /Plan/Day[$n];`);
    await bundle(path);
    const declared = join(path, "plan.d.sxp.ts");
    expect(existsSync(declared)).toBe(false);
    await bundle(path, { declarations: true });
    const text = readFileSync(declared, "utf8");
    utimesSync(declared, 1, 1);
    await bundle(path, { declarations: true });
    expect(statSync(declared).mtimeMs).toBe(1000);
    const use = (params: string) =>
      mistakesIn(
        `import { day } from "./plan.sxp"; import type { Tree } from "@semantic-xpath/runtime"; declare const tree: Tree;
        export const n = async (): Promise<\`\${number}\` | undefined> => (await day.run(tree, { params: ${params} })).matches[0]?.node.attributes.n;`,
        { "plan.d.sxp.ts": text },
      );
    expect(use("{ n: 1 }")).toEqual([]);
    expect(use('{ n: "one" }')).toHaveLength(1);
  });
});
