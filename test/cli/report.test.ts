import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../packages/cli/src/report.js";
import { dataOfReport } from "../support/reportPage.js";
import { planFolder, sxp } from "./sxp.js";

const views = fileURLToPath(new URL("../../packages/views/", import.meta.url));
/** What the page is made with is written by the build; here by whoever comes first. */
beforeAll(async () => {
  if (existsSync(join(views, "dist/report.js"))) return;
  const { bundle } = (await import(join(views, "build.mjs"))) as { bundle: () => Promise<unknown> };
  await bundle();
});

const cwd = planFolder();
const run = (words: readonly string[], world = {}) =>
  sxp(["run", '//POI[node =~ "museum"]', "-d", "plan.xml", ...words], { cwd, ...world });
const page = (name: string): string => readFileSync(join(cwd, name), "utf8");
/** What the page has in it as data, what is packed unpacked. */
const dataOf = (html: string): string => JSON.stringify(dataOfReport(html));

describe("sxp run --report", () => {
  it("writes one page with the run, and says path and size", async () => {
    const { code, out, err } = await run(["--report", "run.html"]);
    expect(code).toBe(0);
    expect(out).toContain("2 matches");
    expect(err).toMatch(/^run\.html: \d+(?:\.\d)? KB\n$/);
    expect(dataOf(page("run.html"))).toContain("Art museum");
    expect(dataOf(page("run.html"))).toContain('"dataName":"plan.xml"');
    expect(readdirSync(cwd).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("has everything in it: nothing is fetched", async () => {
    await run(["--report", "own.html"]);
    const html = page("own.html");
    expect(html).toContain("Content-Security-Policy\" content=\"default-src 'none'");
    expect(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, "")).not.toMatch(
      /(?:src|href)\s*=\s*"?(?:https?:)?\/\//,
    );
  });

  it("leaves out what the data says with --redact, and keeps the query", async () => {
    await run(["--report", "bars.html", "--redact"]);
    const data = dataOf(page("bars.html"));
    for (const word of ["Art", "Harbour", "Boats", "Paintings", "Ottawa", "庭園"]) expect(data).not.toContain(word);
    expect(data).toContain("museum");
  });

  it("holds the command that answers what it leaves out, and that command answers", async () => {
    const words = ["--limit", "1", "--min-score", "0.1", "--report", "told.html"];
    await run(words);
    const { command } = dataOfReport(page("told.html")).run;
    expect(command).toBe(`sxp run '//POI[node =~ "museum"]' --data plan.xml --limit 1 --min-score 0.1`);
    const [, query, rest] = /^sxp run '(.*)' (.*)$/.exec(command!)!;
    const { code, out } = await sxp(["run", query!, ...rest!.split(" "), "--why-not", "/Plan/Day[1]"], { cwd });
    expect([code, out]).toEqual([0, expect.stringContaining("/Plan/Day[1]")]);
  });

  it.each<[string[], Parameters<typeof runCommand>[1], string]>([
    [["//Day"], {}, "sxp run //Day"],
    [["it's.sxp"], { query: "a b" }, "sxp run 'it'\\''s.sxp' --query 'a b'"],
    [["week.sxp"], { param: ["n=4", "who=you & me"] }, "sxp run week.sxp --param n=4 --param 'who=you & me'"],
    [["/Day[1]"], { data: "-", scorer: "lexical", limit: 0 }, "sxp run '/Day[1]' --data - --scorer lexical --limit 0"],
  ])("is told as a shell takes it: %j %j", ([query], options, command) => {
    expect(runCommand(query!, options)).toBe(command);
  });

  it("goes with every format, and leaves the output as it is", async () => {
    const plain = await run(["-f", "paths"]);
    const reported = await run(["-f", "paths", "--report", "paths.html"]);
    expect(reported.out).toBe(plain.out);
    expect(existsSync(join(cwd, "paths.html"))).toBe(true);
  });

  it("tells who waits that it is working, on a terminal only", async () => {
    const { err } = await run(["--report", "shown.html"], { terminal: true });
    expect(err).toContain("writing shown.html\r\u001b[2K");
  });

  it("writes whole or not at all", async () => {
    writeFileSync(join(cwd, "kept.html"), "before");
    const { code, err } = await run(["--report", "nowhere/run.html"]);
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('can\'t write "nowhere/run.html": there is no folder "nowhere"'),
    ]);
    const failed = await sxp(["run", "//POI[", "-d", "plan.xml", "--report", "kept.html"], { cwd });
    expect(failed.code).toBe(1);
    expect(page("kept.html")).toBe("before");
    await run(["--report", "kept.html"]);
    expect(page("kept.html")).toContain("<!doctype html>");
  });

  it("is the page that :export html writes", async () => {
    const stdin = '//POI[node =~ "museum"]\n:export html repl.html\n';
    expect((await sxp(["repl", "-d", "plan.xml"], { cwd, stdin })).code).toBe(0);
    await run(["--report", "run.html"]);
    const results = (name: string): string => /"rows":\[.*?\]/.exec(dataOf(page(name)))?.[0] ?? name;
    expect(results("repl.html")).toEqual(results("run.html"));
  });
});
