import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, sxp } from "./sxp.js";

const FILES = {
  "mon.xml": '<Day>\n  <Item n="1">art museum</Item>\n  <Item n="4">lunch</Item>\n</Day>',
  "tue.xml": '<Day>\n  <Item n="2">museum of glass</Item>\n</Day>',
  "log.jsonl": '{"type": "Item", "n": 3, "text": "harbour"}\n{"type": "Item", "n": 5, "text": "museum shop"}\n',
};
const days = (more: Readonly<Record<string, string>> = {}) => folder({ ...FILES, ...more });
const lines = (out: string) => out.trimEnd().split("\n");

describe("several trees", () => {
  it("give one result, each line with its place", async () => {
    const { code, out } = await sxp(["run", '//Item[node =~ "museum"]', "-d", "mon.xml", "-d", "tue.xml"], {
      cwd: days(),
    });
    expect(code).toBe(0);
    expect(out).toContain("2 matches in 5 nodes");
    expect(out).toMatch(/mon\.xml:2 +\/Day\/Item\[1\]/);
    expect(out).toMatch(/tue\.xml:2 +\/Day\/Item/);
  });

  it("are named by patterns and folders, each in its format", async () => {
    const cwd = days();
    const { code, out } = await sxp(["run", "//Item", "-d", "*.{xml,jsonl}", "-f", "paths"], { cwd });
    expect(code).toBe(0);
    expect([...new Set(lines(out).map((line) => line.split("\t")[1]))]).toEqual(["log.jsonl", "mon.xml", "tue.xml"]);
    // A folder is one tree, with a document for each file.
    const folder = await sxp(["run", '//Document[name() = "Document"]//Item', "-d", ".", "-f", "csv"], { cwd });
    expect(folder.code).toBe(0);
    expect((await sxp(["run", "//Item[@n = 4]", "-d", "."], { cwd })).out).toMatch(/mon\.xml:3 +\//);
    expect(
      lines(folder.out)
        .slice(1)
        .map((line) => line.split(",").slice(2, 4).join(":")),
    ).toEqual(["log.jsonl:1", "log.jsonl:2", "mon.xml:2", "mon.xml:3", "tue.xml:2"]);
  });

  it("are cut and ordered as a whole", async () => {
    const { out } = await sxp(
      ["run", "//Item[order by @n descending]", "-d", "*.xml", "-d", "log.jsonl", "-k", "3", "-f", "csv"],
      {
        cwd: days(),
      },
    );
    expect(lines(out)).toEqual([
      "rank,weight,file,line,path,type,value,@n",
      expect.stringMatching(/^1,1,log\.jsonl,2,.*,Item,museum shop,\d$/),
      "2,1,mon.xml,3,/Day/Item[2],Item,lunch,4",
      expect.stringMatching(/^3,1,log\.jsonl,1,.*,Item,harbour,\d$/),
    ]);
  });

  it("give a value each", async () => {
    const { out } = await sxp(["run", "count(//Item)", "-d", "*.xml"], { cwd: days() });
    expect(out).toMatch(/mon\.xml {2}2\ntue\.xml {2}1\n$/);
    const json = await sxp(["run", "count(//Item)", "-d", "*.xml", "-f", "json"], { cwd: days() });
    expect(JSON.parse(json.out).values).toEqual([
      { source: "mon.xml", value: 2 },
      { source: "tue.xml", value: 1 },
    ]);
    const read = async (format: string) =>
      (await sxp(["run", "count(//Item)", "-d", "*.xml", "-f", format], { cwd: days() })).out;
    expect(await read("csv")).toBe("file,value\nmon.xml,2\ntue.xml,1\n");
    expect(await read("jsonl")).toBe('{"file":"mon.xml","value":2}\n{"file":"tue.xml","value":1}\n');
  });

  it("say in JSON and JSON Lines where each match is", async () => {
    const { out } = await sxp(["run", "//Item[@n = 2]", "-d", "*.xml", "-f", "jsonl"], { cwd: days() });
    expect(JSON.parse(out)).toMatchObject({
      file: "tue.xml",
      source: "tue.xml",
      line: 2,
      column: 3,
      path: "/Day/Item",
    });
    const { matches } = JSON.parse((await sxp(["run", "//Item", "-d", "*.xml", "-f", "json"], { cwd: days() })).out);
    expect(matches.map(({ source }: { source: string }) => source)).toEqual(["mon.xml", "mon.xml", "tue.xml"]);
  });

  it("are drawn tree by tree, and traced each", async () => {
    const cwd = days();
    const { out } = await sxp(["run", "//Item", "-d", "*.xml", "--tree", "--trace", "t.json"], { cwd });
    expect(out).toMatch(/mon\.xml\nDay[\s\S]*tue\.xml\nDay/);
    const { out: text } = await sxp(["run", "//Item", "-d", "t.json", "-f", "paths"], { cwd });
    expect(text).toBe("");
  });

  it("answer why for one of them, with the weight that it has among all", async () => {
    const cwd = days();
    const query = '//Item[node =~ "museum"]';
    const { out } = await sxp(["run", query, "-d", "*.xml", "-f", "json"], { cwd });
    const [{ source, path, weight }] = JSON.parse(out).matches;
    const why = await sxp(["run", query, "-d", "*.xml", "--why", `${source}:${path}`], { cwd });
    expect(why.code).toBe(0);
    expect(why.out).toContain(weight.toFixed(2));
    const bare = await sxp(["run", query, "-d", "*.xml", "--why", path], { cwd });
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining("--why 'mon.xml:/...'") });
  });

  it("are what schemas, prompts and checks are made of", async () => {
    const cwd = days();
    const { out } = await sxp(["schema", "infer", "*.xml", "log.jsonl"], { cwd });
    expect(Object.keys(JSON.parse(out).types)).toContain("Item");
    writeFileSync(join(cwd, "s.schema.json"), out);
    const check = await sxp(["check", "//Item", "-s", "s.schema.json", "-d", "*.xml"], { cwd });
    expect(check).toMatchObject({ code: 0 });
    expect((await sxp(["explain", "//Item", "-d", "*.xml"], { cwd })).out).toContain("3");
    const analyse = await sxp(["explain", "//Item", "-d", "*.xml", "--analyze"], { cwd });
    expect(analyse).toMatchObject({ code: 2, err: expect.stringContaining("name one of them") });
    expect(await sxp(["compare", "//Item", "//Day", "-d", "*.xml"], { cwd })).toMatchObject({ code: 2 });
  });
});

describe("data that is not as it should be", () => {
  it("is reported, the rest is queried, and the exit code is 3", async () => {
    const { code, out, err } = await sxp(["run", "//Item", "-d", "*.xml", "-f", "paths"], {
      cwd: days({ "bad.xml": "<Day>\n  <Item>" }),
    });
    expect(code).toBe(3);
    expect(lines(out)).toHaveLength(3);
    expect(err).toContain("bad.xml:2:");
    expect(err).toContain("SXP4005");
  });

  it("is a pattern of no file, in words", async () => {
    const { code, err } = await sxp(["run", "//Item", "-d", "no/*.xml"], { cwd: days() });
    expect(code).toBe(3);
    expect(err).toContain('No file matches "no/*.xml".');
  });

  it("is shown with its place in a file of a folder, and named where it has none", async () => {
    const cwd = days();
    const deep = 1000;
    mkdirSync(join(cwd, "notes"));
    writeFileSync(join(cwd, "notes/bad.jsonl"), '{"n": 1}\n{bad}\n');
    writeFileSync(join(cwd, "notes/deep.json"), "[".repeat(deep) + "]".repeat(deep));
    writeFileSync(join(cwd, "notes/empty.json"), "");
    writeFileSync(join(cwd, "notes/good.md"), "# Good");
    const { code, err } = await sxp(["run", "//Section", "-d", "notes"], { cwd });
    expect(code).toBe(3);
    expect(err).toContain("notes/bad.jsonl:2:2: error SXP4007");
    expect(err).toContain("\n  {bad}\n");
    expect(err).toMatch(/notes\/deep\.json:1:\d+: error SXP4003: More than 1000 levels/);
    expect(err).toContain("notes/empty.json: error SXP4007: The JSON can't be read: it is empty.");
    const { err: alone } = await sxp(["run", "//*", "-d", "notes/empty.json"], { cwd });
    expect(alone).toContain("notes/empty.json: error SXP4007: The JSON can't be read: it is empty.");
  });

  it("is a device in a pattern, and a file without leave", async () => {
    const cwd = days();
    writeFileSync(join(cwd, "shut.xml"), "<Shut/>");
    chmodSync(join(cwd, "shut.xml"), 0);
    const { code, err } = await sxp(["run", "//Item", "-d", "*.xml", "-d", "/dev/null", "-f", "paths"], { cwd });
    expect(code).toBe(3);
    expect(err).toContain('can\'t read "/dev/null": it is a pipe, a device or a socket');
    if (process.getuid?.() !== 0) expect(err).toContain('can\'t read "shut.xml": access is denied');
  });

  it("has names with dashes, escape codes and the same last part", async () => {
    const cwd = days({ "-x.xml": "<Day><Item/></Day>", "\u001b[31mred.xml": "<Day><Item/></Day>" });
    mkdirSync(join(cwd, "sub"));
    writeFileSync(join(cwd, "sub/mon.xml"), "<Day><Item/></Day>");
    expect((await sxp(["run", "//Item", "-d", "-x.xml"], { cwd })).code).toBe(2);
    expect(await sxp(["run", "//Item", "--data=-x.xml", "-f", "paths"], { cwd })).toMatchObject({ code: 0 });
    const { out } = await sxp(["run", "//Item", "-d", "**/*.xml", "-f", "paths"], { cwd });
    expect(out).not.toContain("\u001b");
    expect(out).toContain("\\u001b[31mred.xml");
    expect(out).toContain(join("sub", "mon.xml"));
  });

  it("keeps quotes and line ends of values within their cells", async () => {
    const cwd = days({
      "odd.json": JSON.stringify({ type: "R", children: [{ type: "I", text: 'say "yes",\u0007 =1+1' }] }),
    });
    const { out } = await sxp(["run", "//I", "-d", "odd.json", "-f", "csv"], { cwd });
    expect(lines(out)[1]).toBe('1,1,odd.json,1,/R/I,I,"say ""yes"",\\u0007 =1+1"');
  });

  it("is in the format that one says", async () => {
    const cwd = days({ data: '{"n": 1}\n{"n": 2}\n', "what.bin": "\u0000\u0001" });
    expect(await sxp(["run", "//item", "-d", "data", "--format-in", "jsonl", "-f", "paths"], { cwd })).toMatchObject({
      code: 0,
    });
    const { err } = await sxp(["run", "//item", "-d", "what.bin"], { cwd });
    expect(err).toContain("--format-in says it: xml, json, jsonl");
  });
});

it("--watch runs again when a file changes, and waits where it can't", async () => {
  const cwd = days();
  const stop = new AbortController();
  const written: string[] = [];
  let warned = "";
  const running = sxp(["run", "count(//Item)", "-d", "mon.xml", "-f", "values", "--watch"], {
    cwd,
    signal: stop.signal,
    onOut: (text: string) => written.push(text),
    onErr: (text: string) => {
      warned += text;
    },
  });
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(() => written.length === 1);
  appendFileSync(join(cwd, "mon.xml"), "<");
  await until(() => warned.includes("SXP4005"));
  writeFileSync(join(cwd, "mon.xml"), "<Day><Item/><Item/><Item/></Day>");
  await until(() => written.length === 2);
  stop.abort();
  const { code, err } = await running;
  expect([code, written]).toEqual([130, ["2\n", "3\n"]]);
  expect(err).toContain("SXP4005");
});
