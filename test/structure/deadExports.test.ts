import { posix } from "node:path";
import { expect, it } from "vitest";
import { filesBelow, textOf } from "./support/sources.js";

/** Modules that stand in for parts of Chevrotain and lodash, and export what those do. */
const STAND_INS = "packages/cli/src/grammar/";

const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|function\*?|class) ([\p{L}_$][\p{L}\p{N}_$]*)/gmu;

it("no value is exported that nothing uses", () => {
  const paths = ["packages", "test", "bench", "examples"].flatMap(filesBelow);
  const texts = new Map(paths.filter((path) => /\.(?:[cm]?[jt]s|tsx)$/.test(path)).map((path) => [path, textOf(path)]));
  const uses = new Map<string, number>();
  for (const text of texts.values())
    for (const word of text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1);
  const guides = [...filesBelow("docs"), "README.md"]
    .filter((path) => path.endsWith(".md"))
    .map(textOf)
    .join("\n");
  const dead = [...texts].flatMap(([path, text]) =>
    !/^packages\/[^/]+\/src\//.test(path) || path.startsWith(STAND_INS)
      ? []
      : [...text.matchAll(EXPORTED)]
          .map(([, name]) => name!)
          .filter((name) => uses.get(name) === 1 && !guides.includes(name))
          .map((name) => `${path}: ${name}`),
  );
  expect(dead).toEqual([]);
});

/** Folders whose files builds take as a list. */
const ENTRIES = [STAND_INS, "packages/semantic-xpath/src/", "packages/views/src/entries/"];

it("every source is imported by another one, or is an entry of its package", () => {
  const paths = filesBelow("packages").filter((path) => /\.(?:m?ts|mjs|cjs|js|tsx|json)$/.test(path));
  const sources = paths.filter(
    (path) =>
      /^packages\/[^/]+\/src\/.*(?<!\.d)\.tsx?$/.test(path) && !ENTRIES.some((folder) => path.startsWith(folder)),
  );
  const used = new Set<string>();
  const builds: string[] = [];
  for (const path of paths) {
    const text = textOf(path);
    if (!/\/src\//.test(path)) builds.push(text);
    for (const [, name] of text.matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g))
      used.add(posix.join(posix.dirname(path), name!));
  }
  const all = builds.join("\n");
  const left = sources.filter((path) => {
    const inPackage = path.replace(/^packages\/[^/]+\//, "");
    return (
      !used.has(path.replace(/\.tsx?$/, "")) &&
      !all.includes(inPackage) &&
      !all.includes(inPackage.slice("src/".length))
    );
  });
  expect(left).toEqual([]);
});
