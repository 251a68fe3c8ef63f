import { symlinkSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type OpenOptions, openData } from "@semantic-xpath/readers/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../support/runs.js";

let cwd: string;
const FILES: Readonly<Record<string, string>> = {
  "memory/a.xml": "<A><Item>one</Item></A>",
  "memory/deep/b.json": '{"type": "B", "n": 1}',
  "memory/deep/a.xml": "<A><Item>two</Item></A>",
  "memory/node_modules/x.xml": "<Not/>",
  "memory/.hidden/y.xml": "<Not/>",
  "memory/notes.txt": "nothing of ours",
  "chats/one.jsonl": '{"n": 1}\n{"n": 2}\n',
  "broken/good.xml": "<A/>",
  "broken/bad.xml": "<A><B></A>",
  "-x.xml": "<Dash/>",
  "[1].xml": "<Bracket/>",
  "\u001b[31mred.xml": "<Red/>",
  noending: "  <Plain/>",
  "other.docx": "PK\u0003\u0004",
  "UPPER.XML": "<Upper/>",
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "sxp-open-"));
  await write(cwd, FILES);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const open = (names: string | readonly string[], options: OpenOptions = {}) =>
  openData([names].flat(), { cwd, ...options });
const namesOf = async (names: string | readonly string[], options: OpenOptions = {}) =>
  (await open(names, options)).trees.map(({ name }) => name.replaceAll("\\", "/"));

describe("names", () => {
  it("one file is one tree", async () => {
    const { trees, isOne, problems } = await open("memory/a.xml");
    expect({ isOne, problems }).toEqual({ isOne: true, problems: [] });
    expect(trees[0]!.tree.root!.type).toBe("A");
    expect(await trees[0]!.text()).toBe(FILES["memory/a.xml"]);
  });

  it("a pattern is a collection, in the order of the paths, without hidden files and those of others", async () => {
    expect(await namesOf("memory/**/*.xml")).toEqual(["memory/a.xml", "memory/deep/a.xml"]);
    expect((await open("memory/*.xml")).isOne).toBe(false);
    expect(await namesOf("{memory,chats}/*.{xml,jsonl}")).toEqual(["chats/one.jsonl", "memory/a.xml"]);
  });

  it("a folder is one tree of what is data in it, with the text of each document", async () => {
    const { trees, isOne } = await open("memory");
    expect(isOne).toBe(true);
    const { name, tree, text } = trees[0]!;
    expect([name, tree.root!.type, tree.postings[tree.typeId("Document")]!.length]).toEqual(["memory", "Folder", 3]);
    const item = tree.postings[tree.typeId("Item")]![0]!;
    const document = tree.documentOf(item)!.name;
    expect(document).toBe(join("memory", "a.xml"));
    expect((await text(document)).slice(tree.spanStart![item], tree.spanEnd![item])).toBe("<Item>one</Item>");
  });

  it("folders and files go together, and what can't be read in a folder is told", async () => {
    const { trees, problems, isOne } = await open(["broken", "memory/a.xml"]);
    expect([isOne, trees.map(({ name }) => name)]).toEqual([false, ["broken", "memory/a.xml"]]);
    expect(problems).toMatchObject([{ name: join("broken", "bad.xml"), error: { code: "SXP4005" } }]);
  });

  it("what a reader says is with the tree, and an error a problem, unless reading is tolerant", async () => {
    const files = {
      "table.csv": "a,b\n1\n",
      "bad.xml": "<Plan><Day></Plan>",
      "notes/a.md": "[b](b.md)\n",
      "notes/bad.xml": "<a><b></a>",
    };
    const at = join(cwd, "said");
    await write(at, files);
    const codes = async (options: OpenOptions) => {
      const { trees, problems } = await open(["table.csv", "bad.xml", "notes"], { cwd: at, ...options });
      return {
        trees: trees.map(({ name, diagnostics }) => [
          name,
          diagnostics.map(({ file, diagnostic }) => `${file} ${diagnostic.code}`),
        ]),
        problems: problems.map(({ name, error, text }) => `${name} ${error.code} ${text}`),
      };
    };
    const notes = { bad: join("notes", "bad.xml"), a: join("notes", "a.md") };
    expect(await codes({})).toEqual({
      trees: [
        ["table.csv", ["table.csv SXP4015"]],
        ["notes", []],
      ],
      problems: ["bad.xml SXP4005 <Plan><Day></Plan>", `${notes.bad} SXP4005 <a><b></a>`],
    });
    expect(await codes({ tolerant: true, checkLinks: true })).toEqual({
      trees: [
        ["table.csv", ["table.csv SXP4015"]],
        ["bad.xml", ["bad.xml SXP4005"]],
        ["notes", [`${notes.bad} SXP4005`, `${notes.a} SXP4018`]],
      ],
      problems: [],
    });
  });

  it("several names keep their order, and a file is read once", async () => {
    expect(await namesOf(["memory/deep/a.xml", "memory/*.xml", "memory/a.xml"])).toEqual([
      "memory/deep/a.xml",
      "memory/a.xml",
    ]);
  });

  it("a file that is called like a pattern is that file", async () => {
    const { trees, isOne } = await open("[1].xml");
    expect(isOne).toBe(true);
    expect(trees[0]!.tree.root!.type).toBe("Bracket");
  });

  it("dashes, escape codes and capitals are parts of names", async () => {
    expect(await namesOf(["-x.xml", "./-x.xml"])).toEqual(["-x.xml"]);
    expect(await namesOf("*.xml")).toEqual(["-x.xml", "UPPER.XML", "[1].xml", "\u001b[31mred.xml"].sort());
  });

  it("absolute patterns give absolute names", async () => {
    expect(await namesOf(join(cwd, "memory/*.xml"))).toEqual([join(cwd, "memory/a.xml").replaceAll("\\", "/")]);
  });
});

describe("formats", () => {
  it("are those of the endings, or as the beginning shows, or as one says", async () => {
    const formatIn = async (name: string, options: OpenOptions = {}) =>
      (await open(name, options)).trees[0]!.tree.source.format;
    expect(await formatIn("chats/one.jsonl")).toBe("jsonl");
    expect(await formatIn("noending")).toBe("xml");
    expect(await formatIn("UPPER.XML")).toBe("xml");
    expect((await open("memory/notes.txt", { format: "json" })).problems[0]!.error.code).toBe("SXP4007");
  });

  it("that nothing shows are a problem that names those that are read", async () => {
    const { trees, problems } = await open(["other.docx", "memory/a.xml"]);
    expect(trees).toHaveLength(1);
    expect(problems.map(({ name, error }) => [name, error.code])).toEqual([["other.docx", "SXP4038"]]);
    expect(problems[0]!.error.message).toContain(".jsonl");
  });

  it("standard input is one of the names", async () => {
    async function* stdin() {
      yield "<In/>";
    }
    const { trees } = await open(["-", "memory/a.xml"], { stdin: stdin() });
    expect(trees.map(({ name, tree }) => [name, tree.root!.type])).toEqual([
      ["-", "In"],
      ["memory/a.xml", "A"],
    ]);
    expect(await trees[0]!.text()).toBe("<In/>");
  });
});

describe("what can't be read", () => {
  it("is told, with its text and place, and the others are there", async () => {
    const { trees, problems } = await open("broken/*.xml");
    expect(trees.map(({ name }) => name)).toEqual([join("broken", "good.xml")]);
    expect(problems).toMatchObject([{ text: FILES["broken/bad.xml"], error: { code: "SXP4005" } }]);
  });

  it("is a missing file, a pattern of no file, an empty folder", async () => {
    await mkdir(join(cwd, "empty"), { recursive: true });
    const { problems } = await open(["nothing.xml", "no/*.xml", "empty"]);
    expect(problems.map(({ error }) => error.code)).toEqual(["SXP4036", "SXP4035", "SXP4036"]);
    expect(problems.map(({ error }) => error.message).join("\n")).toContain("there is no such file");
  });

  it("is a file without leave to read it, and a device", async () => {
    const locked = join(cwd, "memory/deep/locked.json");
    await writeFile(locked, "{}");
    await chmod(locked, 0);
    const { problems } = await open([locked, "/dev/null"]);
    await rm(locked);
    const isRoot = process.getuid?.() === 0;
    expect(problems.map(({ error }) => error.code)).toEqual(isRoot ? ["SXP4035"] : ["SXP4035", "SXP4035"]);
    expect(problems.at(-1)!.error.message).toContain("only files are read");
  });

  it("is no link to a folder that a pattern meets", async () => {
    await mkdir(join(cwd, "links/real.xml"), { recursive: true });
    symlinkSync(join(cwd, "links"), join(cwd, "links/circle.xml"));
    await writeFile(join(cwd, "links/a.xml"), "<A/>");
    const { trees, problems } = await open("links/**/*.xml");
    expect(problems).toEqual([]);
    expect(trees.map(({ name }) => name)).toEqual([join("links", "a.xml")]);
  });
});

describe("limits", () => {
  it("are over all files", async () => {
    const two = ["memory/a.xml", "memory/deep/a.xml"];
    await expect(open(two, { limits: { maxNodes: 4 } })).resolves.toMatchObject({ problems: [] });
    await expect(open(two, { limits: { maxNodes: 3 } })).rejects.toMatchObject({ code: "SXP4003" });
    await expect(open(two, { limits: { maxNodes: 3 } })).rejects.toThrow("More than 3 nodes");
    await expect(open(two, { limits: { maxInputLength: 30 } })).rejects.toThrow("More than 30 characters");
  });

  it("bound the number of files", async () => {
    await expect(open("memory/**/*.xml", { maxFiles: 1 })).rejects.toMatchObject({ code: "SXP4037" });
  });

  const MANY = isLong ? 10_000 : 1_000;
  it(`${MANY} files are read, each told before it is`, async () => {
    const many = join(cwd, "many");
    await mkdir(many);
    await Promise.all(Array.from({ length: MANY }, (_, i) => writeFile(join(many, `${i}.xml`), `<N n="${i}"/>`)));
    let told = 0;
    const { trees } = await open("many/*.xml", { onProgress: () => void told++ });
    expect(trees).toHaveLength(MANY);
    expect(told).toBe(MANY);
    await expect(open("many", { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
