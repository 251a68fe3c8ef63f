import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT, textOf } from "../structure/support/sources.js";

it.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("every path that %s names is there", (document) => {
  const paths = [...textOf(document).matchAll(/`((?:packages|test|docs|bench|examples|\.ci)\/[^\s`*]*|[A-Z]+\.md)`/g)];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.map(([, path]) => path!).filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([]);
});

it("the architecture lists every package with what it imports", () => {
  const rows = [...textOf("ARCHITECTURE.md").matchAll(/^\| `packages\/([\w-]+)` \|[^|]*\|([^|]*)\|$/gm)];
  const { workspaces } = JSON.parse(textOf("package.json")) as { workspaces: readonly string[] };
  expect(rows.map(([, name]) => `packages/${name}`)).toEqual(workspaces);
  for (const [, name, imported] of rows) {
    const { dependencies = {} } = JSON.parse(textOf(`packages/${name}/package.json`)) as { dependencies?: object };
    const ours = Object.keys(dependencies).flatMap((dependency) => dependency.split("@semantic-xpath/")[1] ?? []);
    expect([
      name,
      imported!
        .split(",")
        .flatMap((each) => each.trim() || [])
        .sort(),
    ]).toEqual([name, ours.sort()]);
  }
});

it("the picture of the packages has every one, and only arrows that are imports", () => {
  const [, picture = ""] = /```mermaid\n(flowchart BT[\s\S]*?)```/.exec(textOf("ARCHITECTURE.md"))!;
  const { workspaces } = JSON.parse(textOf("package.json")) as { workspaces: readonly string[] };
  const names = (side: string): readonly string[] => side.split("&").map((name) => name.trim());
  const arrows = Array.from(picture.matchAll(/^ *([\w& -]+?) --> ([\w& -]+)$/gm), ([, from, to]) =>
    names(from!).flatMap((importer) => names(to!).map((imported) => [importer, imported] as const)),
  ).flat();
  const wrong = arrows.filter(([importer, imported]) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(`packages/${importer}/package.json`)) as {
      dependencies?: object;
      devDependencies?: object;
    };
    return !Object.keys({ ...dependencies, ...devDependencies }).includes(`@semantic-xpath/${imported}`);
  });
  expect(wrong).toEqual([]);
  expect([...new Set(arrows.flat())].sort()).toEqual(workspaces.map((folder) => folder.split("/")[1]!).sort());
});
