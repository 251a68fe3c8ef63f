import { describe, expect, it } from "vitest";
import { BROWSER_SAFE, filesBelow, importsOf, sourcesOf, textOf } from "./support/sources.js";

const TEXT = /\.(?:ts|tsx|js|mjs|cjs|json|md|yml|yaml|sxp|xml|html|css|sh|ps1|txt)$|(?:^|\/)\.npmrc$|LICENSE$/;
const HOSTS = ["registry." + "npmjs", "registry." + "yarnpkg", "npm." + "pkg.github", "registry." + "npmmirror"];

describe("the repository", () => {
  it("names no registry host", () => {
    const naming = filesBelow("").filter(
      (path) => TEXT.test(path) && HOSTS.some((host) => textOf(path).includes(host)),
    );
    expect(naming).toEqual([]);
  });

  it("has a lock file without addresses of downloads", () => {
    const { packages } = JSON.parse(textOf("package-lock.json")) as {
      packages: Record<string, { resolved?: string; link?: boolean; integrity?: string }>;
    };
    const resolved = Object.entries(packages).filter(
      ([, { resolved: from }]) => from !== undefined && /^\w+:\/\//.test(from),
    );
    expect(resolved.map(([name]) => name)).toEqual([]);
  });

  it("runs no install scripts and writes no addresses into the lock file", () => {
    const settings = textOf(".npmrc")
      .split("\n")
      .map((line) => line.trim());
    expect(settings).toContain("ignore-scripts=true");
    expect(settings).toContain("omit-lockfile-registry-resolved=true");
  });
});

describe("the core", () => {
  const rim =
    /^packages\/(?:emitters\/src\/esbuild\.ts|readers\/src\/(?:node|findData|openData|openMapping|regularFile)\.ts|readers\/src\/folder\/readFolder\.ts|(?:runtime|writers|memory)\/src\/node\.ts|(?:scorers|memory)\/src\/node\/)/;
  const core = [...BROWSER_SAFE, "memory"].flatMap(sourcesOf).filter((path) => !rim.test(path));
  it("imports nothing of Node's", () => {
    const found = core
      .flatMap(importsOf)
      .filter(({ module }) => /^node:|^(?:fs|path|os|crypto|url|util|worker_threads)$/.test(module));
    expect(found.map(({ from, module }) => `${from}: ${module}`)).toEqual([]);
  });
  it("does not reach into the rim", () => {
    const found = core.flatMap(importsOf).filter(({ file }) => file !== null && rim.test(file));
    expect(found.map(({ from, module }) => `${from}: ${module}`)).toEqual([]);
  });
});
