import { createRequire } from "node:module";
import vm from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { describe, expect, it } from "vitest";
import { fakeVscode } from "./support/fakeVscode.js";
import { MANIFEST } from "./support/manifest.js";
import { extensionPath } from "./support/paths.js";

const { SCRIPTS } = (await import(extensionPath("build.mjs"))) as { SCRIPTS: Readonly<Record<string, BuildOptions>> };
const require = createRequire(import.meta.url);

const packed = new Map<string, Promise<string>>();

/** A script as it is packed, made once. */
function scriptOf(name: string): Promise<string> {
  const made =
    packed.get(name) ?? build({ ...SCRIPTS[name]!, write: false }).then(({ outputFiles }) => outputFiles![0]!.text);
  packed.set(name, made);
  return made;
}

/** Activates a packed script as the editor does, and tells which modules it asked for on the way. */
async function activated(name: string) {
  const text = await scriptOf(name);
  const { api, context, registered } = fakeVscode();
  const asked: string[] = [];
  const ask = (module: string): unknown => {
    asked.push(module);
    return module === "vscode" ? api : require(module);
  };
  const module = { exports: {} as { activate(given: unknown): unknown } };
  const script = vm.runInThisContext(`(function (require, module, exports, __filename) {${text}\n})`);
  (script as (...given: unknown[]) => void)(ask, module, module.exports, extensionPath(`dist/${name}`));
  module.exports.activate(context);
  return { registered, asked, context };
}

describe.each(["extension.js", "web.js"])("%s", (name) => {
  it("registers a handler for every command of the manifest, and for no other", async () => {
    const { registered } = await activated(name);
    const contributed = MANIFEST.contributes.commands.map(({ command }) => command);
    expect([...registered.commands.keys()].sort()).toEqual([...contributed].sort());
  });

  it("registers what the manifest says of debugging and panels, and the status of the language", async () => {
    const { others } = (await activated(name)).registered;
    expect(others).toContain("debugAdapterDescriptorFactory");
    expect(others.filter((one) => one === "debugConfigurationProvider")).toHaveLength(2);
    expect(others).toContain("webviewPanelSerializer");
    expect(others).toEqual(expect.arrayContaining(["sxp.data", "sxp.schema", "sxp.scorer"]));
  });

  it("loads no client, no engine and no process before it is needed, and says how long it took", async () => {
    const { asked, registered } = await activated(name);
    expect([...new Set(asked)].filter((module) => !["vscode", "node:url"].includes(module))).toEqual([]);
    expect(registered.log.join("\n")).toMatch(/^activated in \d+\.\d ms$/);
  });

  it("gives everything back", async () => {
    const { context } = await activated(name);
    for (const one of context.subscriptions) expect(() => one.dispose()).not.toThrow();
  });
});
