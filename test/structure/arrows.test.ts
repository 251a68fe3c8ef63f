import { describe, expect, it } from "vitest";
import { filesBelow, importsOf, PACKAGES, sourcesOf, textOf } from "./support/sources.js";

/** The inside door of the runtime is open to these alone. */
const INSIDE = ["inspect"];

/** The folders of a package in the order of the pipeline: each imports only from those before it. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  parser: [
    "words",
    "diagnostics",
    "tokens",
    "dialects",
    "grammar",
    "parseOptions.ts",
    "readParts.ts",
    "parse.ts",
    "place",
    "print",
  ],
  planner: ["shapes", "schema", "check", "plan", "optimise", "explain", "update"],
  runtime: ["execute", "trace"],
};
/** Folders that stand on the files beside them: nothing but the package's entry imports them. */
const ABOVE: Readonly<Record<string, readonly string[]>> = { runtime: ["update"] };
/** Leaves that any folder may import: node types, and what a parse carries along. */
const LEAVES: Readonly<Record<string, readonly string[]>> = {
  parser: ["ast", "assertNever.ts", "source.ts"],
};

const existing = Object.keys(PACKAGES).filter((name) =>
  filesBelow("packages").some((path) => path.startsWith(`packages/${name}/src/`)),
);

describe.each(existing)("package %s", (name) => {
  const imports = sourcesOf(name).flatMap(importsOf);

  it("imports only the packages before it", () => {
    const ours = imports.flatMap(({ from, module }) => {
      const imported = /^@semantic-xpath\/([\w-]+)/.exec(module)?.[1];
      return imported === undefined || PACKAGES[name]!.includes(imported) ? [] : [`${from}: ${module}`];
    });
    expect(ours).toEqual([]);
  });

  it("uses no inside door", () => {
    const inside = imports.filter(({ module }) => module.endsWith("/internal") && !INSIDE.includes(name));
    expect(inside.map(({ from, module }) => `${from}: ${module}`)).toEqual([]);
  });

  it("stays inside itself with relative imports", () => {
    const outside = imports.filter(({ file }) => file !== null && !file.startsWith(`packages/${name}/src/`));
    expect(outside.map(({ from, module }) => `${from}: ${module}`)).toEqual([]);
  });

  it("declares what it imports", () => {
    const manifest = manifestOf(name);
    const dependencies = { ...manifest.dependencies, ...manifest.peerDependencies };
    const undeclared = imports.flatMap(({ from, module, file }) => {
      if (file !== null || module.startsWith("node:") || module === "vscode") return [];
      const dependency = /^(@[^/]+\/)?[^/]+/.exec(module)![0];
      // Of some packages there are types only.
      return dependency in dependencies || `@types/${dependency}` in dependencies ? [] : [`${from}: ${module}`];
    });
    expect(undeclared).toEqual([]);
  });
});

describe.each(Object.keys(FOLDERS))("inside %s", (name) => {
  const order = FOLDERS[name]!;
  const imports = sourcesOf(name).flatMap(importsOf);

  it("a folder imports only from earlier ones", () => {
    const backwards = imports.flatMap((found) => {
      const [from, to] = [folderOf(found.from), found.file === null ? null : folderOf(found.file)];
      if (to === null || from === to || !order.includes(from) || LEAVES[name]?.includes(to)) return [];
      return order.includes(to) && order.indexOf(to) < order.indexOf(from) ? [] : [`${found.from} → ${found.file}`];
    });
    expect(backwards).toEqual([]);
  });

  it("what stands above all is used by the entry alone", () => {
    const above = ABOVE[name] ?? [];
    const used = imports.filter(
      ({ from, file }) => file !== null && above.includes(folderOf(file)) && !above.includes(folderOf(from)),
    );
    expect(used.filter(({ from }) => folderOf(from) !== "index.ts").map(({ from }) => from)).toEqual([]);
  });

  it("every folder has its place in the order", () => {
    const folders = new Set(
      sourcesOf(name)
        .map(folderOf)
        .filter((folder) => !folder.endsWith(".ts")),
    );
    expect(
      [...folders].filter((folder) => ![...order, ...(LEAVES[name] ?? []), ...(ABOVE[name] ?? [])].includes(folder)),
    ).toEqual([]);
  });
});

/** The first folder below src, or the file's own name where it lies there. */
const folderOf = (path: string): string => path.split("/")[3]!;

function manifestOf(
  name: string,
): Partial<Record<"dependencies" | "peerDependencies", Readonly<Record<string, string>>>> {
  return JSON.parse(textOf(`packages/${name}/package.json`)) as never;
}
