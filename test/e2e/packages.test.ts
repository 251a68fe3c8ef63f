// @module-tag process
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, textOf } from "../structure/support/sources.js";
import { isLong } from "../support/runs.js";

const execute = promisify(execFile);

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
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(`${folder}/package.json`)) as Manifest;
const { workspaces, repository, devDependencies } = JSON.parse(textOf("package.json")) as {
  workspaces: readonly string[];
  repository: { url: string };
  devDependencies: Readonly<Record<string, string>>;
};
/** What is published as packages; the editor's extension is packed as a .vsix. */
const PUBLISHED = workspaces.filter((folder) => manifestOf(folder).private !== true);

describe.each(PUBLISHED)("%s", (folder) => {
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

/** A minute of packing and installing. */
const isBuilt = existsSync(join(ROOT, "packages/cli/dist"));
const reason = !isLong ? "npm run test:more runs it" : isBuilt ? null : "npm run build makes what is packed";
const why = reason === null ? "" : ` (skipped: ${reason})`;

/** What npm calls it if others can't be reached, or can't answer. */
const OF_THE_NETWORK =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d|network/;

describe.skipIf(reason !== null)(`packed and installed into an empty project${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-packages-"));
  const project = join(folder, "project");
  const installed = join(project, "node_modules/@semantic-xpath");
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

  const node = (...words: string[]) => execute(process.execPath, words, { cwd: project });
  let withoutRegistry: string | null = null;

  beforeAll(async () => {
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
    const packed = await execute(
      "npm",
      ["pack", "--json", `--pack-destination=${folder}`, ...PUBLISHED.map((path) => `--workspace=${path}`)],
      { cwd: ROOT, maxBuffer: 1 << 26 },
    );
    const tarballs = (JSON.parse(packed.stdout) as { filename: string }[]).map(({ filename }) =>
      join(folder, filename),
    );
    expect(tarballs.length).toBe(PUBLISHED.length);
    // What some entries are adapters for, and whoever uses them has.
    const peers = PUBLISHED.flatMap((path) => Object.keys(manifestOf(path).peerDependencies ?? {}))
      .filter((name) => Object.hasOwn(devDependencies, name))
      .map((name) => `${name}@${devDependencies[name]}`);
    const install = [
      "install",
      "--prefer-offline",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      ...tarballs,
      ...peers,
    ];
    const isFetched = () =>
      execute("npm", install, { cwd: project, maxBuffer: 1 << 26 }).then(
        () => true,
        (error: { stderr?: string }) => {
          if (!OF_THE_NETWORK.test(error.stderr ?? "")) throw error;
          return false;
        },
      );
    // A registry that is busy for a moment is asked once more.
    if (!(await isFetched()) && !(await isFetched()))
      withoutRegistry = "not run: other people's packages could not be fetched";
  }, 300_000);

  const online =
    (test: (skip: (why: string) => never) => Promise<void> | void) =>
    async (context: { skip: (why: string) => never }) => {
      if (withoutRegistry !== null) context.skip(withoutRegistry);
      await test(context.skip);
    };

  it(
    "every entry can be imported",
    online(async () => {
      for (const path of PUBLISHED) {
        const { name, exports = {} } = manifestOf(path);
        const entries = Object.keys(exports).filter((entry) => !/\.(?:js|css|json)$/.test(entry));
        // The panels run in a page, the worker's server in a worker: their types are checked below.
        const code = entries
          .filter((entry) => entry !== "./browser")
          .map((entry) => `await import(${JSON.stringify(name + entry.slice(1))});`)
          .join("\n");
        await node("--input-type=module", "-e", code);
      }
    }),
  );

  it(
    "the command runs a query",
    online(async () => {
      writeFileSync(join(project, "plan.xml"), '<Plan><Day index="1"/><Day index="2"/></Plan>');
      const { stdout } = await node(
        "node_modules/.bin/sxp",
        "run",
        "/Plan/Day[2]",
        "--data",
        "plan.xml",
        "--format",
        "json",
      );
      expect(stdout).toContain("/Plan/Day[2]");
      const help = await node("node_modules/.bin/sxp", "help", "SXP2001");
      expect(help.stdout).toContain("SXP2001");
    }),
  );

  it(
    "declarations are complete: a strict program over every entry compiles, libraries checked as well",
    online(async () => {
      const names = PUBLISHED.flatMap((path) => {
        const { name, exports = {} } = manifestOf(path);
        const typed = Object.entries(exports).filter(([, target]) => typeof target === "object");
        return typed.map(([entry]) => name + entry.slice(1));
      });
      const program = names.map((name, i) => `import * as n${i} from ${JSON.stringify(name)};`).join("\n");
      const used = `export const all = [${names.map((_, i) => `n${i}`).join(", ")}];`;
      writeFileSync(join(project, "all.mts"), `${program}\n${used}\n`);
      const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"];
      const types = ["--types", "node", "--typeRoots", resolve(ROOT, "node_modules/@types")];
      const compiler = resolve(ROOT, "node_modules/typescript/bin/tsc");
      // Other people's declarations are theirs to check.
      const { stdout } = await node(compiler, ...options, ...types, "all.mts").catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout.split("\n").filter((line) => /^(?:all\.mts|node_modules\/@semantic-xpath)/.test(line))).toEqual([]);
    }),
    120_000,
  );

  it(
    "source maps have their sources, and nothing stale is packed",
    online(() => {
      const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
        .map((path) => join(installed, path))
        .filter((path) => !path.slice(installed.length).includes("/node_modules/"));
      expect(files.length).toBeGreaterThan(PUBLISHED.length * 10);
      const missing: string[] = [];
      for (const path of files.filter((path) => path.endsWith(".map"))) {
        const { sources } = JSON.parse(readFileSync(path, "utf8")) as { sources: readonly string[] };
        for (const source of sources)
          if (!existsSync(resolve(dirname(path), source))) missing.push(`${path}: ${source}`);
      }
      expect(missing, "made from sources that are gone? npm run clean && npm run build").toEqual([]);
      expect(files.filter((path) => /tsbuildinfo|\.test\./.test(path))).toEqual([]);
    }),
  );
});
