import type { Diagnostic } from "@semantic-xpath/parser";
import { readAs } from "@semantic-xpath/readers";
import { readHtml } from "@semantic-xpath/readers/html";
import type { Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { line } from "./trees.js";

type Parsed = DefaultTreeAdapterTypes.ChildNode;
const WITHOUT_TEXT = ["script", "style", "template", "iframe", "noembed", "noframes"];

/** The tree that the parser makes by itself, on one line as `line` writes ours; its texts between children are joined. */
function judged(text: string): string {
  const { childNodes } = parse(text.replace(/\p{Surrogate}/gu, "\uFFFD"), { scriptingEnabled: false });
  return written(childNodes.find((node) => "tagName" in node)!);
}

function written(node: Parsed): string {
  if (!("tagName" in node)) return "";
  const { tagName, attrs } = node;
  const children = WITHOUT_TEXT.includes(tagName) ? [] : node.childNodes;
  const pairs = attrs.map(({ prefix, name, value }) => `${prefix ? `${prefix}:` : ""}${name}=${value}`);
  // A child parts the words at its sides.
  const own = children.map((child) => ("value" in child ? child.value : "tagName" in child ? " " : "")).join("");
  const words = own.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
  const inner = children.map(written).filter((child) => child !== "");
  return `${tagName}${pairs.length ? `(${pairs.join(" ")})` : ""}${words && `'${words}'`}${inner.length ? `{${inner.join(" ")}}` : ""}`;
}

describe("nodes", () => {
  it.each([
    ["", "html{head body}"],
    ["<p>Fog <b>lifts</b> early", "html{head body{p'Fog early'{b'lifts'}}}"],
    ["<title>a &amp; b&nbsp;&eacute;</title>", "html{head{title'a & b\u00a0é'} body}"],
    ["<ul><li>1<li>2</ul><br>x<img src=a alt>", "html{head body'x'{ul{li'1' li'2'} br img(src=a alt=)}}"],
    ["<table><tr><td>a", "html{head body{table{tbody{tr{td'a'}}}}}"],
    ["<script>no</script><style>no</style><noscript>yes</noscript>", "html{head{script style noscript} body'yes'}"],
    ["<b>x<p></b>", "html{head body{b'x' p{b}}}"],
    ["<b>x<p>y<i>z</i>w</b>v", "html{head body{b'x' p'v'{b'y w'{i'z'}}}}"],
    ["<p>a<!-- no -->b<template><p>no</template>", "html{head body{p'ab'{template}}}"],
    ["<svg viewBox=x xlink:href=y><foreignObject>", "html{head body{svg(viewBox=x xlink:href=y){foreignObject}}}"],
    ["<time datetime=2026-03-14T09:30+02:00>x", "html{head body{time(datetime=2026-03-14T09:30+02:00)'x'}}"],
    ["<p __proto__=1 constructor=2>", "html{head body{p(__proto__=1 constructor=2)}}"],
  ])("%j", (text, expected) => expect(line(readHtml(text))).toBe(expected));

  it("have spans, and those without a tag span their children", () => {
    const text = "<!doctype html>\n<p>a <b>b</b> c</p>\n<p>d";
    const tree = readHtml(text);
    const spans = [...Array(tree.size).keys()].map((at) => {
      const { type, span } = tree.node(at + 1);
      return `${type} ${text.slice(span!.start, span!.end)}`;
    });
    expect(spans).toEqual([
      "html <p>a <b>b</b> c</p>\n<p>d",
      "head ",
      "body <p>a <b>b</b> c</p>\n<p>d",
      "p <p>a <b>b</b> c</p>",
      "b <b>b</b>",
      "p <p>d",
    ]);
  });
});

describe("bytes", () => {
  const title = (bytes: readonly number[]): string => {
    const tree = readHtml(new Uint8Array(bytes));
    return tree.root!.children[0]!.children.at(-1)!.text;
  };
  const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
  it.each([
    ["UTF-8", [...ascii("<title>"), 0xc3, 0xa9]],
    ["what a meta element says", [...ascii("<meta charset='windows-1252'><title>"), 0xe9]],
    [
      "what an older one says",
      [...ascii('<meta http-equiv="a" content="text/html; charset=iso-8859-1"><title>'), 0xe9],
    ],
    ["UTF-16 with its mark", [0xff, 0xfe, ...ascii("<title>").flatMap((byte) => [byte, 0]), 0xe9, 0]],
    ["UTF-8 where what is said is unknown", [...ascii("<meta charset=klingon><title>"), 0xc3, 0xa9]],
  ])("are in %s", (_, bytes) => expect(title(bytes)).toBe("é"));

  it("that are no character are reported and replaced", () => {
    const found: Diagnostic[] = [];
    readHtml(new Uint8Array([97, 0xff, 98]), { onDiagnostic: (diagnostic) => found.push(diagnostic) });
    expect(found.map(({ message, span }) => [message, span.start])).toEqual([
      ["The HTML has an error, and is read as browsers read it: a byte here is not UTF-8.", 1],
    ]);
  });
});

it("reads halves of characters as U+FFFD", () => {
  const text = "<p>a\ud800\0\udc00\udc00b😀";
  const found: Diagnostic[] = [];
  const tree = readHtml(text, { onDiagnostic: (diagnostic) => found.push(diagnostic) });
  expect(line(tree)).toBe("html{head body{p'a\uFFFD\uFFFD\uFFFDb😀'}}");
  expect(found[0]).toMatchObject({ code: "SXP4014", span: { start: 4, end: 5 } });
});

it("reports the mistakes that browsers correct", () => {
  const text = "<p a a>x</b>";
  const found: Diagnostic[] = [];
  readHtml(text, { onDiagnostic: (diagnostic) => found.push(diagnostic) });
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "SXP4014 The HTML has an error, and is read as browsers read it: duplicate attribute.",
  ]);
  expect(() => readHtml(text)).not.toThrow();
});

describe("limits", () => {
  const refused = (text: string) => expect(() => readHtml(text));
  it("hold while the document is built", () => {
    refused("<div>".repeat(2_000)).toThrow("levels of nesting");
    refused(`<a ${[...Array(5_000).keys()].map((at) => `b${at}`).join(" ")}>`).toThrow("attributes of an element");
    refused(`<a ${[...Array(50_000).keys()].map((at) => `b${at}`).join(" ")}`).toThrow("attributes of an element");
    expect(() => readHtml("<p>".repeat(100), { limits: { maxNodes: 50 } })).toThrow("nodes");
    // Each paragraph repeats the elements that are open.
    const open = [...Array(500).keys()].map((at) => `<b a${at}>`).join("");
    expect(() => readHtml(`<p>${open}${"</p><p>x".repeat(1_000)}`, { limits: { maxNodes: 10_000 } })).toThrow("nodes");
  });
  it("of depth is exact for what is written so", () => {
    expect(() => readHtml("<div>".repeat(998))).not.toThrow();
    refused("<div>".repeat(999)).toThrow("levels of nesting");
  });
});

it("is read by readAs", async () => {
  async function* pieces() {
    yield "<p>";
    yield new TextEncoder().encode("é");
  }
  const tree: Tree = await readAs("html", pieces());
  expect([line(tree), tree.source.format]).toEqual(["html{head body{p'é'}}", "html"]);
});

it("is the tree of the parser, whatever the text", () => {
  const tags = [
    "p",
    "b",
    "i",
    "a",
    "div",
    "table",
    "tr",
    "td",
    "ul",
    "li",
    "form",
    "button",
    "select",
    "option",
    "template",
    "svg",
    "math",
  ];
  const more = [
    "html",
    "body",
    "head",
    "title",
    "textarea",
    "script",
    "style",
    "noscript",
    "frameset",
    "h1",
    "br",
    "nobr",
    "caption",
  ];
  const name = fc.constantFrom(...tags, ...more, "foreignObject", "mi", "annotation-xml", "plaintext", "rp", "marquee");
  const piece = fc.oneof(
    name.map((tag) => `<${tag}>`),
    name.map((tag) => `</${tag}>`),
    fc
      .tuple(name, fc.constantFrom("a", "b=1", "xlink:href='x'", "a a", '="', "/"))
      .map(([tag, rest]) => `<${tag} ${rest}>`),
    fc.constantFrom(
      "x",
      " ",
      "\n",
      "&amp;",
      "&lt",
      "&#x110000;",
      "\0",
      "<!-- c -->",
      "<!",
      "<![CDATA[x]]>",
      "<!doctype html>",
      "</",
      "\ud800",
      "<",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const tree = readHtml(text);
      expect(line(tree)).toBe(judged(text));
      for (let node = 2; node <= tree.size; node++) {
        const [inner, outer] = [tree.node(node).span!, tree.node(tree.parent[node]!).span!];
        expect(outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end).toBe(true);
        expect(inner.end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: runs(3_000) },
  );
});

it("is the same whether the parser has it in pieces or whole", { tags: "slow" }, () => {
  const page = "<p class='a b'>Fog &amp; <b>mist</b><!-- c --><table><tr><td>1</table></p>\n";
  const text = page.repeat(2_000);
  expect(line(readHtml(text))).toBe(judged(text));
});
