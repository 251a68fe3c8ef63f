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
