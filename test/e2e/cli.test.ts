// @module-tag process
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const bin = at("packages/cli/bin/sxp.js");
const isBuilt = existsSync(at("packages/cli/dist/sxp.js"));
const tree = "examples/itinerary/itinerary.xml";

const sxp = (...words: string[]) => spawnSync(process.execPath, [bin, ...words], { cwd: at("."), encoding: "utf8" });

describe.skipIf(!isBuilt)(`the built command${isBuilt ? "" : " (skipped: npm run build makes it)"}`, () => {
  it("runs a query", { tags: "smoke" }, () => {
    const { status, stdout, stderr } = sxp(
      "run",
      '//Day[avg(/POI[node =~ "conference sessions"])]',
      "--data",
      tree,
      "--format",
      "paths",
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^0\.\d+\t\/Itinerary\/Day\[4\]\n/);
  });

  it("shows the demo", { tags: "smoke" }, () => {
    const { status, stdout } = sxp("demo");
    expect(status).toBe(0);
    expect(stdout).toContain("1 of 3");
  });

  it.each<[number, string[]]>([
    [0, ["--version"]],
    [1, ["check", "//Day["]],
    [2, ["run", "//Day"]],
    [3, ["run", "//Day", "--data", "nope.xml"]],
  ])("exits with %i for %j", (code, words) => {
    expect(sxp(...words).status).toBe(code);
  });

  it("writes a page from what is packed with it", () => {
    const page = join(mkdtempSync(join(tmpdir(), "sxp-page-")), "run.html");
    const { status, stderr } = sxp("run", '//POI[node =~ "museum"]', "--data", tree, "-f", "paths", "--report", page);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/run\.html: \d+(?:\.\d)? KB\n$/)]);
    expect(existsSync(at("packages/cli/dist/page/report.js"))).toBe(true);
    expect(readFileSync(page, "utf8")).toContain("Royal Ontario Museum");
  });

  it("explains a code where there is only the package", () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-package-"));
    for (const part of ["bin", "dist", "package.json"])
      cpSync(at(`packages/cli/${part}`), join(folder, part), { recursive: true });
    const { status, stdout } = spawnSync(process.execPath, [join(folder, "bin/sxp.js"), "help", "SXP2001"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("\nRight\n  //Day/POI\n")]);
  });

  const keepsCode = "enableCompileCache" in module;
  it.skipIf(!keepsCode)(
    `keeps compiled code in the user's cache${keepsCode ? "" : " (skipped: Node 22.8 and later)"}`,
    () => {
      const home = mkdtempSync(join(tmpdir(), "sxp-home-"));
      const env = { ...process.env, XDG_CACHE_HOME: home, SXP_CACHE_DIR: "", NODE_COMPILE_CACHE: "" };
      expect(spawnSync(process.execPath, [bin, "check", "//Day"], { cwd: at("."), env }).status).toBe(0);
      expect(readdirSync(join(home, "sxp/compiled"))).toHaveLength(1);
    },
  );

  it("reads a pipe", () => {
    const out = execFileSync(process.execPath, [bin, "run", "//b", "--data", "-", "-f", "paths"], {
      input: "<a><b/></a>",
      encoding: "utf8",
    });
    expect(out).toBe("1\t/a/b\n");
  });

  it("ends quietly where the reader closes the pipe", async () => {
    const input = `<a>${"<b c='some text that makes the output long'/>".repeat(50_000)}</a>`;
    const child = spawn(process.execPath, [bin, "run", "//b", "--data", "-", "-f", "json"]);
    let errors = "";
    child.stderr.on("data", (piece) => (errors += piece));
    child.stdin.end(input);
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("exit", resolve));
    expect([code, errors]).toEqual([0, ""]);
  });

  it.skipIf(process.platform === "win32")("answers an interrupt with 130", async () => {
    const child = spawn(process.execPath, [bin, "run", "//b", "--data", "-"]);
    // More than a pipe holds: it is taken when the command reads.
    await new Promise((resolve) => child.stdin.write(`<a>${" ".repeat(2 ** 20)}`, resolve));
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("exit", resolve));
    expect(code).toBe(130);
  });
});
