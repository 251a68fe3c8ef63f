import { readXml } from "@semantic-xpath/readers";
import { SegmentedTree, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TreeBuilder } from "../../../packages/tree/src/builder.js";
import { type Plain, plainOf, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { columnsOf } from "./columns.js";

/** So few nodes a segment that small trees have many edges. */
const MOST = 4;

const build = (plain: Plain): Tree => {
  const builder = new TreeBuilder({ format: "object", spans: false });
  const add = ({ type, attributes, text, children }: Plain): void => {
    builder.open(type);
    for (const [name, value] of Object.entries(attributes)) builder.attribute(name, value);
    builder.addText(text);
    for (const child of children) add(child);
    builder.close();
  };
  add(plain);
  return builder.finish();
};

/** A copy that shares nothing: leaves of a random tree may share one list of children. */
const copyOf = (plain: Plain): Plain => JSON.parse(JSON.stringify(plain));

interface Place {
  readonly node: Plain;
  readonly parent: Plain | null;
}

/** The nodes in document order, each with its parent; numbers are places in the list plus one. */
function placesOf(root: Plain): Place[] {
  const places: Place[] = [];
  const visit = (node: Plain, parent: Plain | null): void => {
    places.push({ node, parent });
    for (const child of node.children) visit(child, node);
  };
  visit(root, null);
  return places;
}

type Edit = (version: SegmentedTree, model: Plain) => SegmentedTree;

/** An edit of both: the numbers that it takes are drawn from whatever nodes there are. */
const edit: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.constantFrom("insert", "append", "remove", "replace", "move", "attribute", "text", "rename"),
    fc.nat(),
    fc.nat(),
    plainTree,
    fc.constantFrom("", "new", "1"),
  )
  .map(([kind, a, b, given, text]) => (version, model) => {
    const content = copyOf(given);
    const places = placesOf(model);
    const number = (seed: number, from = 0): number => from + 1 + (seed % (places.length - from));
    const at = (id: number): Place => places[id - 1]!;
    const indexIn = ({ node, parent }: Place): number => parent!.children.indexOf(node);
    const isRootAlone = places.length === 1;
    if (kind === "append" || isRootAlone) {
      at(number(a)).node.children.push(content);
      return version.insert(build(content), number(a));
    }
    if (kind === "attribute") {
      const { node } = at(number(a));
      if (text === "") delete node.attributes.x;
      else node.attributes.x = text;
      return version.setAttribute(number(a), "x", text === "" ? null : text);
    }
    if (kind === "text") {
      at(number(a)).node.text = text;
      return version.setText(number(a), text);
    }
    if (kind === "rename") {
      at(number(a)).node.type = `T${text}`;
      return version.rename(number(a), `T${text}`);
    }
    const id = number(a, 1);
    const place = at(id);
    if (kind === "insert") {
      place.parent!.children.splice(indexIn(place), 0, content);
      return version.insert(build(content), places.findIndex(({ node }) => node === place.parent) + 1, id);
    }
    if (kind === "replace") {
      place.parent!.children[indexIn(place)] = content;
      return version.replace(id, build(content));
    }
    if (kind === "move") {
      const target = number(b);
      if (target >= id && target < version.endOf(id)) {
        expect(() => version.move(id, target)).toThrow(RangeError);
        return version;
      }
      const { children } = at(target).node;
      const before = children[a % (children.length + 1)];
      if (before === place.node) return version.move(id, target, id);
      place.parent!.children.splice(indexIn(place), 1);
      children.splice(before === undefined ? children.length : children.indexOf(before), 0, place.node);
      return version.move(id, target, before && places.findIndex(({ node }) => node === before) + 1);
    }
    place.parent!.children.splice(indexIn(place), 1);
    return version.remove(id);
  });

describe("a tree of segments", () => {
  it("after any edits is the tree that is built anew, and earlier versions stay", () => {
    fc.assert(
      fc.property(plainTree, fc.array(edit, { maxLength: 12 }), (plain, edits) => {
        const model = copyOf(plain);
        let version = SegmentedTree.of(build(plain), MOST);
        const versions: [SegmentedTree, object][] = [];
        for (const apply of edits) {
          versions.push([version, columnsOf(build(model))]);
          version = apply(version, model);
          expect(version.segments.every(({ size }) => size > 0 && size <= MOST)).toBe(true);
          const built = build(model);
          expect(columnsOf(version.toTree())).toEqual(columnsOf(built));
          for (let node = 1; node <= version.size; node++) {
            expect([version.endOf(node), version.parentOf(node)]).toEqual([built.end[node], built.parent[node]]);
          }
        }
        for (const [earlier, columns] of versions) expect(columnsOf(earlier.toTree())).toEqual(columns);
      }),
      { numRuns: runs(60) },
    );
  });

  it("shares what an edit does not touch: at most three segments are new, wherever it falls", () => {
    const tree = readXml(`<Plan>${'<Day><POI name="a"/><POI name="b"/></Day>'.repeat(200)}</Plan>`);
    const version = SegmentedTree.of(tree, 16);
    const before = new Set(version.segments);
    const added = readXml('<POI name="new"/>');
    for (let node = 2; node <= version.size; node++) {
      const edits = [version.remove(node), version.setAttribute(node, "name", "c"), version.replace(node, added)];
      for (const { segments } of [...edits, version.insert(added, 1, tree.parent[node] === 1 ? node : null)])
        expect(segments.filter((segment) => !before.has(segment)).length).toBeLessThanOrEqual(3);
    }
  });

  it("does not fall to pieces under many small edits", () => {
    let version = SegmentedTree.of(readXml(`<Plan>${"<Day/>".repeat(500)}</Plan>`), 16);
    for (let i = 0; i < 400; i++) version = version.remove(2 + ((i * 7919) % (version.size - 1)));
    expect(version.size).toBe(101);
    expect(version.segments.length).toBeLessThanOrEqual(101 / 4 + 1);
  });
});

it("refuses what is no node, a second root and a move into itself", () => {
  const version = SegmentedTree.of(readXml("<Plan><Day><POI/></Day></Plan>"));
  const day = readXml("<Day/>");
  expect(() => version.remove(0)).toThrow("There is no node 0");
  expect(() => version.remove(4)).toThrow("There is no node 4");
  expect(() => version.setText(Number.NaN, "x")).toThrow(RangeError);
  expect(() => version.insert(day, 0)).toThrow("A tree has one root");
  expect(() => version.insert(day, 1, 3)).toThrow("3 is no child of 1");
  expect(() => version.move(2, 3)).toThrow("2 can't move into itself");
  expect(version.remove(1).toTree().size).toBe(0);
  expect(plainOf(version.remove(1).insert(day, 0).toTree()).type).toBe("Day");
});

it("a tree with places in a source loses them with the first edit, and keeps them before", () => {
  const tree = readXml("<Plan><Day/></Plan>");
  expect(tree.node(2).span).not.toBeNull();
  expect(SegmentedTree.of(tree).setText(2, "x").toTree().node(2).span).toBeNull();
});

it("a value that is there already is not kept twice", () => {
  const tree = readXml('<Plan><Day name="a"/><Day name="b"/></Plan>');
  const edited = SegmentedTree.of(tree).setAttribute(2, "name", "b").setAttribute(3, "name", "c").setText(1, "c");
  expect(edited.toTree().values.size).toBe(tree.values.size + 1);
});
