import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository, sxp, type World } from "./sxp.js";

const DATA = join(repository, "examples/itinerary/itinerary.xml");
const SCHEMA = join(repository, "examples/itinerary/itinerary.schema.json");

/** A folder with a notebook, and with the files beside it. */
function notebook(text: string, files: Readonly<Record<string, string>> = {}): string {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-notebook-"));
  for (const [name, content] of Object.entries({ "a.sxpnb": text, ...files })) writeFileSync(join(cwd, name), content);
  return cwd;
}
const cell = (text: string, info = "sxp"): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const WEEK = { "week.xml": readFileSync(DATA, "utf8"), "week.schema.json": readFileSync(SCHEMA, "utf8") };
const ABOUT = "---\ndata: week.xml\nschema: week.schema.json\n---\n";
const run = (cwd: string, words: readonly string[] = [], world: World = {}) =>
  sxp(["notebook", "run", "a.sxpnb", ...words], { cwd, ...world });
const withoutTimes = (text: string): string => text.replace(/[\d.]+ m?s\b/g, "_ ms");

describe("sxp notebook run", () => {
  it("prints each cell as sxp run prints its query", async () => {
    const queries = ["count(//Day)", '//POI[node =~ "museum"]', "/Itinerary/Day[1]"];
    const cwd = notebook(ABOUT + queries.map((query) => cell(query)).join("\nWords.\n\n"), WEEK);
    const { code, out, err } = await run(cwd);
    const each = await Promise.all(
      queries.map((query) => sxp(["run", query, "--data", "week.xml", "--schema", "week.schema.json"], { cwd })),
    );
    const shown = out.split(/^── a\.sxpnb:\d+\n/m).slice(1);
    expect(shown.map(withoutTimes)).toEqual(each.map((one) => withoutTimes(`${one.out}\n`)));
    expect([code, err]).toEqual([0, `${each.map((one) => one.err).join("")}a.sxpnb: 3 cells, 3 ran\n`]);
  });

  it("lets a later cell see what an earlier one imports", async () => {
    const first = cell('import data "week.xml";');
    expect((await run(notebook(first + cell("count(//POI)"), WEEK))).out).toContain("\n32\n");
    expect((await run(notebook(cell("count(//POI)") + first, WEEK), ["--check"])).out).toBe(
      "a.sxpnb: 2 cells, 2 compiled\n",
    );
  });

  it("keeps the imports of declarations to their cell, as of a file", async () => {
    const module = cell('import data "week.xml";\ndeclare query days() := count(//Day);');
    const { out } = await run(notebook(module + cell("count(//POI)"), WEEK), ["--check"]);
    expect(out).toBe("a.sxpnb: 2 cells, 1 ran, 1 compiled\n");
  });

  it("gives arguments to the queries that have them, and compiles the others", async () => {
    const cwd = notebook(
      ABOUT + cell("declare query stops($n as number) := count(//Day[$n]/POI);") + cell("1 + count(//Day)"),
      WEEK,
    );
    expect((await run(cwd)).err).toContain("stops was not run: add --param n=VALUE");
    expect((await run(cwd, ["--param", "n=1", "--check"])).out).toBe("a.sxpnb: 2 cells, 2 ran\n");
  });

  it("previews updates, and writes nothing", async () => {
    const cwd = notebook(ABOUT + cell("delete node //Day[1]/POI[1]", "sxp update"), WEEK);
    expect((await run(cwd)).out).toContain("dry run");
    expect(readFileSync(join(cwd, "week.xml"), "utf8")).toBe(WEEK["week.xml"]);
  });

  it("runs over the task of a memory", async () => {
    const cwd = notebook(
      `---\nmemory: trips\ntask: acl\n---\n${cell("count(//Day)")}${cell("delete node //Day[1]", "sxp update")}`,
      WEEK,
    );
    await sxp(["memory", "init", "trips"], { cwd });
    await sxp(["memory", "create", "trips", "acl", "--data", "week.xml"], { cwd });
    const { code, out } = await run(cwd);
    expect(out).toMatch(/\n7\n[\s\S]*dry run/);
    expect(code).toBe(0);
    expect((await sxp(["memory", "query", "trips", "count(//Day)", "--task", "acl"], { cwd })).out).toContain("\n7\n");
  });

  it("places what is wrong in the file", async () => {
    const { err } = await run(notebook(`${ABOUT}\nWords.\n\n${cell("\n//Dya[1]")}`, WEEK));
    expect(err).toContain("a.sxpnb:10:3: error SXP2001");
  });

  it("goes on after a cell that fails, and gives the results as JSON", async () => {
    const { code, out } = await run(notebook(ABOUT + cell("//Dya") + cell("count(//Day)"), WEEK), ["--format", "json"]);
    expect(JSON.parse(out)).toMatchObject([
      { line: 6, status: "failed", exit: 1, diagnostics: [{ code: "SXP2001", line: 6 }] },
      { line: 9, status: "ran", exit: 0, results: [{ value: 7 }] },
    ]);
    expect(code).toBe(1);
  });

  it("writes a page that shows what is not to be believed as text", async () => {
    const cwd = notebook(
      `${ABOUT}# A *title* <script>alert(1)</script>\n\n[a link](javascript:alert(1))\n\n${cell('//POI[@name = "<b>"]')}`,
      WEEK,
    );
    await run(cwd, ["--html", "a.html"]);
    const html = readFileSync(join(cwd, "a.html"), "utf8");
    expect(html).toContain("<em>title</em>");
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|javascript:|<b>/);
  });
});

describe("sxp notebook run --check", () => {
  const check = (text: string, files: Readonly<Record<string, string>> = WEEK) =>
    run(notebook(text, files), ["--check"]);

  it("is 0 if all cells run or compile, and says nothing of empty results", async () => {
    expect(await check(ABOUT + cell('//Day[@theme = "Nowhere"]') + cell("//Dya", "sxp error SXP2001"))).toEqual({
      code: 0,
      out: "a.sxpnb: 2 cells, 1 ran, 1 with the error that it shows\n",
      err: "",
    });
  });
  it.each([
    ["a query with an error", ABOUT + cell("//Day["), "SXP"],
    ["an update with an error", cell("delete //Day", "sxp update"), "SXP"],
    ["an error that is not there", ABOUT + cell("//Day", "sxp error"), "this cell has to show an error, and does not."],
    [
      "another error than the one it names",
      ABOUT + cell("//Dya", "sxp error SXP1001"),
      "this cell has to show SXP1001",
    ],
    [
      "a member of the front matter that is unknown",
      `---\ndta: week.xml\n---\n${cell("//Day")}`,
      'Did you mean "data"?',
    ],
    ["a value that does not fit", `---\ndata: {a: b}\n---\n${cell("//Day")}`, "a.sxpnb:2:7: error SXP4102"],
  ])("is 1 for %s", async (_, text, says) => {
    const { code, err } = await check(text);
    expect(err).toContain(says);
    expect(code).toBe(1);
  });
  it("is 2 for a command line that does not make sense", async () => {
    expect((await sxp(["notebook", "run"])).code).toBe(2);
    expect((await sxp(["notebook", "run", "a.md", "b.md", "--html", "c.html"])).code).toBe(2);
    expect((await sxp(["notebook", "run", "a.md", "--format", "json", "--html", "c.html"])).code).toBe(2);
  });
  it("is 3 for a file that is not there: the notebook, or its data", async () => {
    expect((await sxp(["notebook", "run", "none.sxpnb", "--check"])).code).toBe(3);
    expect((await check(`---\ndata: none.xml\n---\n${cell("//Day")}`)).code).toBe(3);
  });
  it("is 4 for a scorer that is not there, and for one that would send texts to a server unasked", async () => {
    expect((await check(`---\ndata: week.xml\nscorer: embedding:none\n---\n${cell('//Day[node =~ "a"]')}`)).code).toBe(
      4,
    );
    const files = { ...WEEK, "sxp.config.json": SERVER };
    const { code, err } = await check(`---\ndata: week.xml\nscorer: far\n---\n${cell('//Day[node =~ "a"]')}`, files);
    expect(err).toContain("it would send texts to a server unasked");
    expect(code).toBe(4);
  });
  it("looks at files of any line ends", async () => {
    const text = (ABOUT + cell("count(//Day)") + cell("//Dya")).replaceAll("\n", "\r\n");
    expect((await check(`\uFEFF${text}`)).err).toContain("a.sxpnb:9:3");
  });
  it("leaves members of other programs alone in a file that is Markdown by its name", async () => {
    const cwd = notebook("", { "b.md": `---\ntitle: A guide\n---\n${cell("//Day")}` });
    expect((await sxp(["notebook", "run", "b.md", "--check"], { cwd })).out).toBe("b.md: 1 cell, 1 compiled\n");
  });
});

const SERVER = JSON.stringify({
  scorers: { far: { kind: "chat", url: "http://127.0.0.1:1/v1", model: "m" } },
});
