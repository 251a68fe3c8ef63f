import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, importsOf, sourcesOf } from "./support/sources.js";

/**
 * Folders that import each other though neither is in the other; a file beside `index.ts` is a folder of its own. The list may only get shorter: a pair that
 * no longer does so fails, too.
 */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  lsp: ["features/memory ⇄ features/run", "features/run ⇄ features/workspace"],
  tree: ["node ⇄ tree"],
  "vscode-extension": ["panel ⇄ services", "runs ⇄ services"],
};

/** A folder and those in it are one unit: its files dispatch to them, and they share its files. */
const isWithin = (folder: string, other: string): boolean => folder.startsWith(`${other}/`);

const packages = [...new Set(filesBelow("packages").map((path) => path.split("/")[1]!))];

describe.each(packages)("package %s", (name) => {
  it("has no folders that import each other but the known ones", () => {
    const files = new Set(sourcesOf(name));
    const folderOf = (path: string): string => {
      const inside = path.split("/src/")[1]!;
      return inside.includes("/") ? dirname(inside) : inside.replace(/\.tsx?$/, "");
    };
    const edges = new Set<string>();
    for (const { from, file } of [...files].flatMap(importsOf)) {
      const to = [file, `${file}x`].find((each) => each !== null && files.has(each));
      if (to !== undefined && folderOf(from) !== folderOf(to!)) edges.add(`${folderOf(from)} ⇄ ${folderOf(to!)}`);
    }
    const pairs = [...edges].filter((edge) => {
      const [from, to] = edge.split(" ⇄ ") as [string, string];
      return from < to && edges.has(`${to} ⇄ ${from}`) && !isWithin(from, to) && !isWithin(to, from);
    });
    expect(pairs.sort()).toEqual(KNOWN[name] ?? []);
  });
});
