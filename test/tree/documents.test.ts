import { SegmentedTree, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";
import { foldFields, readJson, readXml } from "../../packages/readers/src/index.js";

/** Folder > a.md (Document > Section), Folder > b.md (Document), each text from offset 0. */
function folder(): Tree {
  const builder = new TreeBuilder({ format: "folder", spans: true });
  builder.open("Folder");
  builder.beginDocument("a.md", "markdown");
  builder.open("Document", 0);
  builder.open("Section", 3);
  builder.close(9);
  builder.close(9);
  builder.endDocument();
  builder.open("Folder");
  builder.beginDocument("sub/b.md", "markdown");
  builder.open("Document", 0);
  builder.close(5);
  builder.endDocument();
  builder.close();
  builder.close();
  return builder.finish();
}

const namesOf = (tree: Tree): (string | null)[] =>
  Array.from({ length: tree.size }, (_, i) => tree.documentOf(i + 1)?.name ?? null);

describe("documents within a tree", () => {
  it("say where nodes came from, and spans are those of their texts", () => {
    const tree = folder();
    expect(namesOf(tree)).toEqual([null, "a.md", "a.md", null, "sub/b.md"]);
    expect([0, 1, 2, 3, 4, 5].map((node) => tree.documentOf(node)?.format ?? null)).toEqual([
      ...[null, null, "markdown", "markdown"],
      ...[null, "markdown"],
    ]);
    expect([1, 2, 3, 4, 5].map((node) => tree.node(node).span)).toEqual([
      null,
      { start: 0, end: 9 },
      { start: 3, end: 9 },
      null,
      { start: 0, end: 5 },
    ]);
  });

  it("are none in a tree of one text", () => {
    const tree = readXml("<a><b/></a>");
    expect(tree.source).toEqual({ format: "xml", spans: true });
    expect(tree.documentOf(1)).toBeNull();
    expect(tree.node(1).span).toEqual({ start: 0, end: 11 });
  });

  it("don't lie within each other", () => {
    const builder = new TreeBuilder({ format: "folder", spans: true });
    builder.beginDocument("a", "xml");
    builder.open("a");
    expect(() => builder.beginDocument("b", "xml")).toThrow(RangeError);
  });

  it("stay when fields are folded", () => {
    const builder = new TreeBuilder({ format: "folder", spans: true });
    builder.open("Folder");
    for (const name of ["a.xml", "b.xml"]) {
      builder.beginDocument(name, "xml");
      builder.open("Task", 0);
      builder.open("status", 6);
      builder.addText("Todo");
      builder.close(20);
      builder.close(30);
      builder.endDocument();
    }
    builder.close();
    const schema = {
      version: 1,
      roots: ["Folder"],
      types: {
        Folder: { attributes: {}, children: { Task: { min: 0 } }, text: false },
        Task: { attributes: { status: { type: "string", required: false, element: true } }, children: {}, text: false },
      },
    } as const;
    const folded = foldFields(builder.finish(), schema);
    expect(folded.size).toBe(3);
    expect(namesOf(folded)).toEqual([null, "a.xml", "b.xml"]);
    expect(folded.node(3).span).toEqual({ start: 0, end: 30 });
  });
});

describe("documents of an edited tree", () => {
  const version = SegmentedTree.of(folder(), 2);
  const edited = (edit: (version: SegmentedTree) => SegmentedTree) => namesOf(edit(version).toTree());
  const leaf = readJson({ type: "New" });

  it("go with their tops", () => {
    expect(namesOf(version.toTree())).toEqual(namesOf(folder()));
    expect(edited((v) => v.remove(2))).toEqual([null, null, "sub/b.md"]);
    expect(edited((v) => v.remove(3))).toEqual([null, "a.md", null, "sub/b.md"]);
    expect(edited((v) => v.insert(leaf, 1, 2))).toEqual([null, null, "a.md", "a.md", null, "sub/b.md"]);
    expect(edited((v) => v.insert(leaf, 3))).toEqual([null, "a.md", "a.md", "a.md", null, "sub/b.md"]);
    expect(edited((v) => v.move(5, 1, 2))).toEqual([null, "sub/b.md", "a.md", "a.md", null]);
    expect(edited((v) => v.move(5, 3))).toEqual([null, "a.md", "a.md", "a.md", null]);
    expect(edited((v) => v.move(3, 5))).toEqual([null, "a.md", null, "sub/b.md", "sub/b.md"]);
    expect(edited((v) => v.setText(2, "x").rename(2, "Note"))).toEqual(namesOf(folder()));
    expect(edited((v) => v.setAttribute(1, "x", "y"))).toEqual(namesOf(folder()));
  });

  it("are what takes the place of their tops, and come along with what is put outside of any", () => {
    expect(edited((v) => v.replace(2, leaf))).toEqual([null, "a.md", null, "sub/b.md"]);
    expect(edited((v) => v.replace(2, folder()))).toEqual([null, ...Array(5).fill("a.md"), null, "sub/b.md"]);
    expect(edited((v) => v.replace(3, folder()))).toEqual([null, ...Array(6).fill("a.md"), null, "sub/b.md"]);
    expect(edited((v) => v.replace(4, leaf))).toEqual([null, "a.md", "a.md", null]);
    expect(edited((v) => v.insert(folder(), 1, 4))).toEqual([
      ...[null, "a.md", "a.md"],
      ...[null, "a.md", "a.md", null, "sub/b.md"],
      ...[null, "sub/b.md"],
    ]);
    const { source } = version.remove(2).remove(3).toTree();
    expect(source).toEqual({ format: "folder", spans: false });
  });
});
