import { SegmentedTree, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { evaluateXPathToString } from "fontoxpath";
import { type Document, type Element, type Node, parseXmlDocument } from "slimdom";
import { describe, expect, it } from "vitest";
import { foldFields, readJson, readTree, readXml } from "../../packages/readers/src/index.js";
import { nodeText, stringValue } from "../../packages/tree/src/text.js";
import { plainOf } from "../readers/trees.js";
import { runs } from "../support/runs.js";

const p = "<p>Closed on <b>Tuesdays</b> for all.</p>";
const text = (xml: string): string => stringValue(readXml(xml), 1);

describe("mixed content", () => {
  it.each([
    [p, "Closed on Tuesdays for all."],
    ["<p>un<b>believ</b>able</p>", "unbelievable"],
    ["<p>un<b>believable</b></p>", "unbelievable"],
    ["<p>Hello<b> world</b>!</p>", "Hello world!"],
    ["<p>Hello <b>world</b><i>!</i></p>", "Hello world!"],
    ["<p>a<br/>b <br/> c<br> </br>d</p>", "ab c d"],
    ["<p>a<i><b> b</b></i>c</p>", "a bc"],
    ["<p>see <ul><li>x</li><li>y</li></ul>z</p>", "see x yz"],
    ["<p><br/>a<b>b</b></p>", "ab"],
    ["<p>a<!-- c -->b<?p?><![CDATA[c]]><b/>d</p>", "abcd"],
    ["<q><p>a<b/></p><p>b</p></q>", "a b"],
  ])("has its string value in the order of the source: %s", (xml, value) => {
    expect(text(xml)).toBe(value);
  });

  it("has its pieces and children in order", () => {
    const tree = readXml(p);
    expect(tree.content(1)).toEqual(["Closed on ", 2, " for all."]);
    expect(tree.content(2)).toEqual(["Tuesdays"]);
    expect(tree.root!.text).toBe("Closed on for all.");
    expect(nodeText(tree, 1)).toBe("p\nClosed on\nb\nTuesdays\nfor all.");
    expect(JSON.parse(JSON.stringify(tree.root))).toEqual({
      type: "p",
      attributes: {},
      content: ["Closed on ", 0, " for all."],
      text: "Closed on for all.",
      children: [{ type: "b", attributes: {}, text: "Tuesdays" }],
    });
  });

  it("keeps nothing where text stands before the children with white space between, or has no place", () => {
    for (const tree of [
      readXml("<Day>Monday\n <POI>x</POI>\n <POI>y</POI></Day>"),
      readJson('{"text":"Monday","POI":["x","y"]}'),
    ]) {
      expect(tree.places.nodes).toHaveLength(0);
      expect(tree.content(1)).toEqual(["Monday", 2, 3]);
      expect(stringValue(tree, 1)).toBe("Monday x y");
    }
    expect(stringValue(readXml("<a><b>x</b><c>y</c></a>"), 1)).toBe("x y");
  });

  it("keeps the order where fields are folded away, which leave a space", () => {
    const tree = readXml("<p>a<f>1</f>b <c>x</c>d<f>2</f></p>");
    const field = { type: "string", required: false, element: true } as const;
    const folded = foldFields(tree, {
      version: 1,
      roots: ["p"],
      types: {
        p: { attributes: { f: field }, children: { c: { min: 0 } }, text: true },
        c: { attributes: {}, children: {}, text: true },
      },
    });
    expect(folded.content(1)).toEqual(["a b ", 2, "d"]);
    expect(folded.root!.attributes.f).toBe("1");
  });
});

/** Random mixed XML, in which white space may be anywhere. */
const xml: fc.Arbitrary<string> = fc.letrec<{ element: string; part: string }>((tie) => ({
  element: fc
    .tuple(fc.constantFrom("a", "b", "c"), fc.array(tie("part"), { maxLength: 5 }))
    .map(([name, parts]) => (parts.length === 0 ? `<${name}/>` : `<${name}>${parts.join("")}</${name}>`)),
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("x", "y z", " ", "\n  ", "é", " w", "v ", "<![CDATA[ q]]>", "<!-- -->"),
    tie("element"),
  ),
})).element;

/** Where there is no text between elements, they are joined by spaces and not as XPath joins them. */
function spaceElements(document: Document, element: Element): void {
  const isText = (node: Node): boolean => node.nodeType === 3 || node.nodeType === 4;
  const hasText = element.childNodes.some((node) => isText(node) && /[^ \t\r\n]/.test(node.nodeValue!));
  let isFirst = true;
  for (const child of element.children) {
    spaceElements(document, child);
    if (hasText || evaluateXPathToString("normalize-space(string(.))", child) === "") continue;
    if (!isFirst) element.insertBefore(document.createTextNode(" "), child);
    isFirst = false;
  }
}

const same = (tree: Tree): object => ({
  plain: plainOf(tree),
  contents: Array.from({ length: tree.size }, (_, i) => tree.content(i + 1)),
  values: Array.from({ length: tree.size }, (_, i) => stringValue(tree, i + 1)),
});

describe("laws of mixed content", () => {
  it("the string value is that of XPath, white space normalised", () => {
    fc.assert(
      fc.property(xml, (source) => {
        const document = parseXmlDocument(source);
        spaceElements(document, document.documentElement!);
        const tree = readXml(source);
        const expected = [...document.getElementsByTagName("*")].map((element) =>
          evaluateXPathToString("normalize-space(string(.))", element),
        );
        expect(Array.from({ length: tree.size }, (_, i) => stringValue(tree, i + 1))).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it("the pieces make up the string value, and the own text", () => {
    fc.assert(
      fc.property(xml, (source) => {
        const tree = readXml(source);
        for (let node = 1; node <= tree.size; node++) {
          const content = tree.content(node);
          const pieces = content.filter((piece) => typeof piece === "string");
          expect(pieces.join(" ").replace(/ +/g, " ").trim()).toBe(tree.ownText(node));
          if (!tree.isMixed(node)) continue;
          const joined = content
            .map((piece) => (typeof piece === "string" ? piece : stringValue(tree, piece)))
            .join("");
          expect(joined).toBe(stringValue(tree, node));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("is read back from JSON, as text and as values", () => {
    fc.assert(
      fc.property(xml, (source) => {
        const tree = readXml(source);
        expect(same(readTree(JSON.stringify(tree.root), { format: "json" }))).toEqual(same(tree));
        expect(same(readTree(tree.root!))).toEqual(same(tree));
      }),
      { numRuns: runs(300, 50) },
    );
  });

  it("edits elsewhere keep it, and what is put into it stands after the text before it", () => {
    const leaf = readXml("<n>N</n>");
    fc.assert(
      fc.property(xml, fc.nat(), (source, seed) => {
        const tree = readXml(source);
        const version = SegmentedTree.of(tree, 3);
        expect(same(version.setAttribute(1, "x", "y").setAttribute(1, "x", null).toTree())).toEqual(same(tree));
        const node = 1 + (seed % tree.size);
        const inserted = version.insert(leaf, node);
        const content = tree
          .content(node)
          .filter((piece) => piece !== " ")
          .map((piece) => (typeof piece === "string" ? piece.trim() : piece));
        const after = inserted
          .toTree()
          .content(node)
          .filter((piece) => piece !== " ")
          .map((piece) => (typeof piece === "string" ? piece.trim() : piece));
        expect(after.length).toBe(content.length + 1);
        expect(same(inserted.remove(inserted.endOf(node) - 1).toTree())).toEqual(same(tree));
        const renamed = version.rename(node, "R");
        expect(stringValue(renamed.toTree(), 1)).toBe(stringValue(tree, 1));
      }),
      { numRuns: runs(200, 100) },
    );
  });

  it("edits move pieces with the text around them", () => {
    const tree = readXml("<p>a <b>x</b> c <d>y</d> e<f>z</f></p>");
    const version = SegmentedTree.of(tree, 2);
    const content = (edited: SegmentedTree) => edited.toTree().content(1);
    expect(content(version.remove(2))).toEqual(["a c ", 2, " e", 3]);
    expect(content(version.move(3, 1, 2))).toEqual(["a ", 2, " ", 3, " c e", 4]);
    expect(content(version.insert(readXml("<n>N</n>"), 1, 3))).toEqual(["a ", 2, " c ", 3, " ", 4, " e", 5]);
    expect(content(version.replace(2, readXml("<n>N</n>")))).toEqual(["a ", 2, " c ", 3, " e", 4]);
    expect(content(version.setText(1, "new"))).toEqual(["new", 2, 3, 4]);
    expect(stringValue(version.setText(1, "new").toTree(), 1)).toBe("new x y z");
  });
});
