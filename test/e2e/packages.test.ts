import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, ROOT, textOf } from "../structure/support/sources.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(`${folder}/package.json`)) as Manifest;
const { workspaces, repository } = JSON.parse(textOf("package.json")) as {
  workspaces: readonly string[];
  repository: { url: string };
};
/** Packages of the repository; the editor's extension is packed as a .vsix. */
const PACKAGES = workspaces.filter((folder) => manifestOf(folder).private !== true);
/** The package that npm has, made of all of them. No workspace: the extension has the same name. */
const PUBLISHED = "packages/semantic-xpath";

describe.each([...PACKAGES, PUBLISHED])("%s", (folder) => {
  const manifest = manifestOf(folder);

  it("says what it is, whose it is and where it lives", () => {
    expect(manifest.description).toMatch(/^[A-Z].{30,}\.$/);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.license).toBe("MIT");
    expect(textOf(`${folder}/LICENSE`)).toBe(textOf("LICENSE"));
    expect(manifest.repository).toEqual({ type: "git", url: repository.url, directory: folder });
  });

  it("asks for its siblings in their present version", () => {
    const siblings = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
      name.startsWith("@semantic-xpath/"),
    );
    for (const [name, version] of siblings) {
      expect([name, version]).toEqual([name, manifestOf(`packages/${name.split("/")[1]}`).version]);
    }
  });

  it("has a README whose links lead somewhere outside of the repository, too", () => {
    const home = repository.url.replace(/^git\+|\.git$/g, "");
    const links = [...textOf(`${folder}/README.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    for (const link of links) {
      const path = link.startsWith(`${home}/blob/main/`)
        ? link.slice(`${home}/blob/main/`.length)
        : `${folder}/${link}`;
      if (!link.startsWith(home) && /^https?:/.test(link)) continue;
      expect(link.startsWith("../"), link).toBe(false);
      expect(existsSync(join(ROOT, path.split("#")[0]!)), link).toBe(true);
    }
  });
});

describe("what is published", () => {
  const { version, ...manifest } = manifestOf(PUBLISHED);

  it("has the version of all packages", () => {
    for (const folder of workspaces) expect([folder, manifestOf(folder).version]).toEqual([folder, version]);
  });

  it("needs what the packages need, in their versions", () => {
    const inPackages = PACKAGES.flatMap((folder) => {
      const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder);
      return [dependencies, optionalDependencies, peerDependencies].flatMap((list) => Object.entries(list ?? {}));
    });
    const needed = [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap((list) =>
      Object.entries(list ?? {}),
    );
    for (const [name, range] of needed)
      expect(inPackages, name).toContainEqual([name, name.startsWith("vscode-") ? range.slice(1) : range]);
  });

  it("has an entry for each of its sources, and README names each", () => {
    const sources = filesBelow(`${PUBLISHED}/src`).map((path) => path.slice(`${PUBLISHED}/src/`.length, -".ts".length));
    const entries = Object.keys(manifest.exports!).filter((entry) => entry !== "./package.json");
    expect(entries.sort()).toEqual(sources.map((name) => (name === "index" ? "." : `./${name}`)).sort());
    for (const entry of entries.filter((entry) => entry !== "."))
      expect(textOf(`${PUBLISHED}/README.md`)).toContain(`\`${entry.slice(1)}\``);
  });
});
