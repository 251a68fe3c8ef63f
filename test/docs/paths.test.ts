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
