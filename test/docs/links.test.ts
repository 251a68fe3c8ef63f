import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";
import { diagnosticAnchor } from "@semantic-xpath/parser";
import { EXPLANATIONS } from "@semantic-xpath/parser/explanations";
import { expect, it } from "vitest";
import { filesBelow, ROOT, textOf } from "../structure/support/sources.js";
import { anchorsOf, DOCUMENTS, linksOf } from "./blocks.js";

/** Whether a path leads to a file, and its anchor to a heading of it. */
function leadsSomewhere(target: string): boolean {
  const [path = "", anchor] = target.split("#");
  if (!existsSync(`${ROOT}/${path}`)) return false;
  return anchor === undefined || (statSync(`${ROOT}/${path}`).isFile() && anchorsOf(textOf(path)).has(anchor));
}

const OTHERS = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  "bench/retrieval/README.md",
  "examples/requests/README.md",
];

it.each([...DOCUMENTS, ...OTHERS])("every link of %s leads somewhere", (document) => {
  const broken = linksOf(document).filter((target) => {
    const [file, anchor] = target.split("#");
    const path = file === "" ? document : posix.normalize(posix.join(posix.dirname(document), file!));
    return !leadsSomewhere(anchor === undefined ? path : `${path}#${anchor}`);
  });
  expect(broken).toEqual([]);
});

const HOME = /https:\/\/github\.com\/semantic-xpath\/semantic-xpath\/(?:blob|tree)\/main\/([^\s)"'`>]+)/g;

it("addresses of the repository lead to files and headings of it, in packages and their READMEs", () => {
  const files = filesBelow("packages").filter(
    (path) => /\.(?:md|ts|tsx|mjs|json)$/.test(path) && !/\/(?:dist|node_modules)\//.test(path),
  );
  const broken = files.flatMap((path) =>
    Array.from(textOf(path).matchAll(HOME), ([, target]) => target!.replace(/#readme$/, ""))
      .filter((target) => !leadsSomewhere(target))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it("pages that source and schemas name are there, with their headings", () => {
  const files = [
    ...filesBelow("packages"),
    ...filesBelow("test"),
    ...filesBelow("bench"),
    ...filesBelow("examples"),
  ].filter((path) => /\.(?:ts|tsx|mjs|js|json)$/.test(path) && !/\/(?:dist|node_modules)\//.test(path));
  const broken = files.flatMap((path) =>
    Array.from(textOf(path).matchAll(/(?<![\w./-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g), ([target]) => target)
      .filter((target) => !leadsSomewhere(target))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it("the section of each diagnostic is there", () => {
  expect(
    Object.keys(EXPLANATIONS)
      .map(diagnosticAnchor)
      .filter((target) => !leadsSomewhere(target)),
  ).toEqual([]);
});
