import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FolderOptions, readFolder } from "../../../packages/readers/src/node.js";
import type { Tree } from "../../../packages/tree/src/tree.js";
import { ROOT } from "../../structure/support/sources.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "sxp-notes-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function files(given: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(given)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/** The tree of the folder `n`, and what was reported. */
async function read(options: FolderOptions = {}): Promise<{ tree: Tree; problems: string[] }> {
  const problems: string[] = [];
  const onDiagnostic: FolderOptions["onDiagnostic"] = ({ code }, file) => problems.push(`${file} ${code}`);
  return { tree: await readFolder("n", { cwd, onDiagnostic, ...options }), problems };
}

const paths = (tree: Tree): (string | undefined)[] =>
  [...(tree.postings[tree.typeId("Document")] ?? [])].map((node) => tree.attribute(node, "path"));
const targets = (tree: Tree): (string | undefined)[] =>
  [...(tree.postings[tree.typeId("Link")] ?? [])].map((node) => tree.attribute(node, "to"));

it("is one tree of folders and documents, in the order of the paths", async () => {
  files({ "n/b.md": "# B", "n/a/c.md": "c", "n/a/d/e.md": "", "n/a-b.md": "x", "n/Z.md": "z", "n/é.md": "é" });
  const { tree } = await read();
  expect(tree.source).toEqual({
    format: "folder",
    spans: true,
    documents: [
      { name: "n/Z.md", node: 2, format: "markdown" },
      { name: "n/a-b.md", node: 4, format: "markdown" },
      { name: "n/a/c.md", node: 7, format: "markdown" },
      { name: "n/a/d/e.md", node: 10, format: "markdown" },
      { name: "n/b.md", node: 11, format: "markdown" },
      { name: "n/é.md", node: 13, format: "markdown" },
    ],
  });
  expect(tree.node(10).path).toBe("/Folder/Folder/Folder/Document");
  expect([1, 6, 9].map((node) => [tree.node(node).attribute("name"), tree.node(node).span])).toEqual([
    ["n", null],
    ["a", null],
    ["d", null],
  ]);
  expect(tree.node(12).attributes).toEqual({ title: "B", depth: "1", id: "b#b" });
  expect(tree.node(12).span).toEqual({ start: 0, end: 3 });
  expect(tree.documentOf(12)?.name).toBe("n/b.md");
});

it("holds every format, each file by its ending", async () => {
  files({
    "n/a.json": '{"b":{"c":1}}',
    "n/a.md": "[j](a.json)",
    "n/d.yaml": "e: 1",
    "n/f.csv": "g\n1",
    "n/h.xml": "<i/>",
    "n/x.html": "<p>y",
    "n/z.txt": "no",
  });
  const { tree, problems } = await read();
  expect(paths(tree)).toEqual(["a.json", "a.md", "d.yaml", "f.csv", "h.xml", "x.html"]);
  expect(tree.node(2).attributes).toEqual({ id: "a.json", name: "a", path: "a.json" });
  expect(tree.node(3).path).toBe("/Folder/Document[1]/b");
  expect(targets(tree)).toEqual(["a.json"]);
  expect(problems).toEqual([]);
});

it("leaves out what is no note of the folder, and says so where it looks like one", async () => {
  files({
    "n/a.md": "a",
    "n/.b.md": "b",
    "n/.git/c.md": "c",
    "n/node_modules/d.md": "d",
    "out.md": "o",
    "n/big.md": "x".repeat(300),
    "n/e/f.md": "f",
    "other/g.md": "g",
  });
  symlinkSync(join(cwd, "out.md"), join(cwd, "n/out.md"));
  symlinkSync(join(cwd, "n/e/f.md"), join(cwd, "n/in.md"));
  symlinkSync(join(cwd, "other"), join(cwd, "n/other"));
  symlinkSync(join(cwd, "nowhere"), join(cwd, "n/broken.md"));
  symlinkSync("/dev/zero", join(cwd, "n/zero.md"));
  symlinkSync(join(cwd, "n"), join(cwd, "n/e/loop"));
  const { tree, problems } = await read({ maxFileLength: 64 });
  expect(paths(tree)).toEqual(["a.md", "e/f.md"]);
  expect(problems).toEqual(["n/big.md SXP4035"]);
});

describe("files with mistakes", () => {
  beforeEach(() =>
    files({ "n/a.json": '{"b":', "n/c.md": "---\na: b: c\n---\nd", "n/e.md": `${"> ".repeat(40)}x`, "n/f.md": "f" }),
  );
  it("are reported, and the others are there", async () => {
    const { tree, problems } = await read({ limits: { maxDepth: 30 } });
    expect(problems.filter((problem) => !problem.includes("a.json"))).toEqual(["n/c.md SXP4017", "n/e.md SXP4003"]);
    expect(problems[0]).toBe("n/a.json SXP4007");
    expect(paths(tree)).toEqual(expect.arrayContaining(["c.md", "f.md"]));
  });
  it("are thrown with their names if nobody listens", async () => {
    await expect(readFolder("n", { cwd })).rejects.toMatchObject({
      code: "SXP4035",
      message: expect.stringContaining('"n/a.json" can\'t be read: The JSON') as string,
    });
  });
});

describe("limits over all", () => {
  beforeEach(() => files({ "n/a.md": "# a\n\nb", "n/b.md": "# c\n\nd" }));
  it.each<[string, FolderOptions]>([
    ["nodes", { limits: { maxNodes: 6 } }],
    ["input", { limits: { maxInputLength: 11 } }],
  ])("%s", async (_, options) => {
    await expect(read(options)).rejects.toMatchObject({ code: "SXP4003" });
  });
  it("hold exactly", async () => {
    expect((await read({ limits: { maxNodes: 7, maxInputLength: 12, maxDepth: 4 } })).tree.size).toBe(7);
  });
  it("files", async () => await expect(read({ maxFiles: 1 })).rejects.toMatchObject({ code: "SXP4037" }));
  it("nothing", async () => {
    await expect(readFolder("m", { cwd })).rejects.toBeDefined();
  });
});

describe("links between notes", () => {
  it.each([
    ["[x](c.md)", "s/c"],
    ["[x](./c.md#part-two)", "s/c#part-two"],
    ["[x](c.md#Part-Two)", "s/c#part-two"],
    ["[x](../a%20b.md)", "a b"],
    ["[x](/a%20b.md)", "a b"],
    ["[x](a%20b)", "a b"],
    ["[[a b]]", "a b"],
    ["[[A B#Deep]]", "a b#deep"],
    ["[[c#Part two|y]]", "s/c#part-two"],
    ["[[C#Top#Part two]]", "s/c#part-two"],
    ["[[c#^block]]", "s/c"],
    ["[[s/c]]", "s/c"],
    ["[[Other name]]", "a b"],
    ["[[cafe\u0301]]", "café"],
    ["[[deep]]", "deep"],
    ["[[#Here]]\n# Here", "s/from#here"],
    ["[x](#here)\n# Here", "s/from#here"],
    ["[x](https://c.md)", undefined],
    ["[x](mailto:c.md)", undefined],
    ["[[nowhere]]", undefined],
    ["[[c#nowhere]]", undefined],
    ["[x](../../c.md)", undefined],
    ["[x](constructor)", undefined],
    ["[x](%zz)", undefined],
  ])("%s", async (link, to) => {
    files({
      "n/s/from.md": link,
      "n/s/c.md": "# Top\n## Part two",
      "n/a b.md": "---\naliases: [Other name]\n---\n# Deep",
      "n/café.md": "",
      "n/t/u/deep.md": "",
      "n/deep.md": "",
    });
    expect(targets((await read()).tree)).toEqual([to]);
  });
  it("that lead nowhere are hints if they are asked for", async () => {
    files({
      "n/a.md": "[[Kitchn]] [x](gone.md#y) [y](#gone) [z](pic.png) [o](../up.md) [f](sub/) [w](https://x.y)",
      "n/Kitchen.md": "",
    });
    expect((await read()).problems).toEqual([]);
    const found: unknown[] = [];
    await readFolder("n", {
      cwd,
      checkLinks: true,
      onDiagnostic: ({ code, message, severity, span }, file) =>
        found.push([code, severity, file, span.start, message]),
    });
    expect(found).toEqual([
      ["SXP4018", "hint", "n/a.md", 0, 'No note or heading is called "Kitchn". Did you mean "Kitchen"?'],
      ["SXP4018", "hint", "n/a.md", 11, 'No note or heading is called "gone.md#y".'],
      ["SXP4018", "hint", "n/a.md", 26, 'No note or heading is called "#gone".'],
    ]);
  });
});

it("the example's notes have no link that leads nowhere, and ids of their own", async () => {
  const found: string[] = [];
  const tree = await readFolder("examples/notes", {
    cwd: ROOT,
    checkLinks: true,
    onDiagnostic: ({ message }) => found.push(message),
  });
  expect(found).toEqual([]);
  const ids = ["Document", "Section", "Footnote"].flatMap((type) =>
    [...tree.postings[tree.typeId(type)]!].map((node) => tree.attribute(node, "id")),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(targets(tree).every((to) => ids.includes(to))).toBe(true);
});

it("finds names that patterns do not know, and tells of folders that can't be looked into", async () => {
  files({ "n/a\nb/c.md": "c", "n/shut/d.md": "d" });
  chmodSync(join(cwd, "n/shut"), 0);
  const { tree, problems } = await read();
  chmodSync(join(cwd, "n/shut"), 0o700);
  const isRoot = process.getuid?.() === 0;
  expect(paths(tree)).toEqual(isRoot ? ["a\nb/c.md", "shut/d.md"] : ["a\nb/c.md"]);
  expect(problems).toEqual(isRoot ? [] : ["n/shut SXP4035"]);
});
