import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFolder } from "@semantic-xpath/readers/node";
import type { Edit } from "@semantic-xpath/tree";
import { WriteError } from "@semantic-xpath/writers";
import { editDocuments, editFile, openSource } from "@semantic-xpath/writers/node";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "sxp-edit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const made = (bytes: string | Uint8Array, ending = "xml"): string => {
  const path = join(folder, `${++count}.${ending}`);
  writeFileSync(path, bytes);
  return path;
};
const set = (value: string): readonly Edit[] => [{ kind: "setAttribute", node: 2, name: "n", value }];
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "made",
    (error: unknown) => (error instanceof WriteError ? error.code : String(error)),
  );

const PLAN = '<Plan>\r\n  <Day id="a" n="1"/>\r\n  <Day id="b"/>\r\n</Plan>\r\n';

describe("a file that is edited", () => {
  it("is written whole, with its permissions, and leaves nothing beside it", async () => {
    const path = made(PLAN);
    chmodSync(path, 0o640);
    const edited = await editFile(await openSource(path), set("2"));
    expect(readFileSync(path, "utf8")).toBe(PLAN.replace('n="1"', 'n="2"'));
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).filter((name) => name.includes("part"))).toEqual([]);
    await editFile(edited, set("3"));
    expect(readFileSync(path, "utf8")).toBe(PLAN.replace('n="1"', 'n="3"'));
  });

  it("may be named by a link, which stays one", async () => {
    const path = made(PLAN);
    const link = join(folder, "link.xml");
    symlinkSync(path, link);
    await editFile(await openSource(link), set("2"));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, "utf8")).toContain('n="2"');
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${PLAN}`)],
    ["UTF-16", Buffer.from(`\uFEFF${PLAN}`, "utf16le")],
    ["what it declares", Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?><Plan><Day n="é"/></Plan>`, "latin1")],
  ])("stays in %s", async (_, bytes) => {
    const path = made(bytes);
    const before = await openSource(path);
    await editFile(before, set("ü"));
    const after = await openSource(path);
    expect(after.encoding).toEqual(before.encoding);
    expect(after.tree.node(2).attribute("n")).toBe("ü");
    const same = made(bytes);
    expect(await codeOf(editFile(await openSource(same), []))).toBe("made");
    expect(readFileSync(same).equals(bytes)).toBe(true);
  });

  it("is left as it is where a character is not in its encoding", async () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?><Plan><Day/></Plan>`);
    const path = made(bytes);
    expect(await codeOf(editFile(await openSource(path), set("日")))).toBe("SXP4032");
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

describe("a file that somebody else has changed", () => {
  const OUTSIDE = PLAN.replace("<Plan>", "<Plan>\r\n  <Note/>").replace('id="b"', 'id="b" x="1"');

  it("is left as it is, unless edits are merged", async () => {
    const path = made(PLAN);
    const file = await openSource(path);
    writeFileSync(path, OUTSIDE);
    expect(await codeOf(editFile(file, set("2")))).toBe("SXP4034");
    expect(readFileSync(path, "utf8")).toBe(OUTSIDE);
    const edited = await editFile(file, set("2"), { merge: true });
    expect(readFileSync(path, "utf8")).toBe(OUTSIDE.replace('n="1"', 'n="2"'));
    expect(edited.tree.node(3).attribute("n")).toBe("2");
  });

  it("may say something else where an edit is", async () => {
    const path = made(PLAN);
    const file = await openSource(path);
    const outside = PLAN.replace('n="1"', 'n="7"');
    writeFileSync(path, outside);
    expect(await codeOf(editFile(file, set("2"), { merge: true }))).toBe("SXP4033");
    expect(readFileSync(path, "utf8")).toBe(outside);
  });
});

describe("a folder of notes and data", () => {
  const made = async () => {
    const notes = mkdtempSync(join(folder, "notes-"));
    writeFileSync(join(notes, "a.md"), "# One\n\n- [ ] Call [b](b.md)\n");
    writeFileSync(join(notes, "b.md"), "# Two\n\nText.\n");
    writeFileSync(join(notes, "c.xml"), PLAN);
    const tree = await readFolder(notes);
    const at = (type: string): number => tree.postings[tree.typeId(type)]![0]!;
    const pathOf = (name: string): string => (existsSync(name) ? name : join(notes, name));
    return { notes, tree, at, pathOf, read: (name: string) => readFileSync(join(notes, name), "utf8") };
  };

  it("is edited file by file, and no other file is touched", async () => {
    const { tree, at, pathOf, read } = await made();
    const edits: Edit[] = [
      { kind: "setAttribute", node: at("Task"), name: "done", value: "true" },
      { kind: "setAttribute", node: at("Day"), name: "n", value: "9" },
    ];
    const edited = await editDocuments(tree, edits, { pathOf });
    expect(edited.length).toBe(2);
    expect([read("a.md"), read("b.md")]).toEqual(["# One\n\n- [x] Call [b](b.md)\n", "# Two\n\nText.\n"]);
    expect(read("c.xml")).toBe(PLAN.replace('n="1"', 'n="9"'));
  });

  it("stays as it is where one edit is refused, or a file has changed", async () => {
    const { notes, tree, at, pathOf, read } = await made();
    const done: Edit = { kind: "setAttribute", node: at("Task"), name: "done", value: "true" };
    expect(
      await codeOf(editDocuments(tree, [done, { kind: "rename", node: at("Day"), type: "a b" }], { pathOf })),
    ).toBe("SXP4032");
    expect(await codeOf(editDocuments(tree, [done, { kind: "delete", node: 1 }], { pathOf }))).toBe("SXP4032");
    const across: Edit = { kind: "move", node: at("Task"), parent: at("Plan") };
    expect(await codeOf(editDocuments(tree, [done, across], { pathOf }))).toBe("SXP4032");
    expect(read("a.md")).toContain("[ ]");
    writeFileSync(join(notes, "a.md"), "# Other\n");
    expect(await codeOf(editDocuments(tree, [done], { pathOf }))).toBe("SXP4034");
  });
});
