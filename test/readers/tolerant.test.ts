import type { Diagnostic } from "@semantic-xpath/parser";
import { ReadError, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson, readJsonLines, readTree, readXml } from "../../packages/readers/src/index.js";
import { runs } from "../support/runs.js";
import { plainOf, streamOf } from "./trees.js";

type Read = (text: string, options?: { onDiagnostic?: (diagnostic: Diagnostic) => void }) => Tree;

/** The tree on a line, and what each diagnostic marks. */
function outcome(read: Read, text: string): [string, string[]] {
  const marked: string[] = [];
  const tree = read(text, {
    onDiagnostic: ({ code, message, span }) =>
      marked.push(
        `${code === "SXP4016" ? code : message.replace(/^.*?: (.*)\.$/, "$1")} | ${text.slice(span.start, span.end)}`,
      ),
  });
  return [tree.size === 0 ? "" : line(tree, 1), marked];
}

function line(tree: Tree, node: number): string {
  const { type, attributes, children, text } = tree.node(node);
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`);
  const inside = [...(text === "" ? [] : [`'${text}'`]), ...children.map(({ id }) => line(tree, id))];
  return `${type}${given.join("")}${inside.length === 0 ? "" : `(${inside.join(", ")})`}`;
}

describe("XML with mistakes", () => {
  it.each<[string, string, string[]]>([
    ["<a><b>x</a>", "a(b('x'))", ['"</a>" does not end "<b>" | </a>']],
    ["<a><b></x>t<c/></b></a>", "a(b('t', c))", ['"</x>" does not end "<b>" | </x>']],
    [
      "<a>x & y <b/> z; w</a>",
      "a('x & y z; w', b)",
      ['"&" starts no character reference here; write "&amp;" for the character itself | &'],
    ],
    ["<a>&foo;<b/></a>", "a('&foo;', b)", ['the entity "&foo;" is not defined | &foo;']],
    ["<a/><b/>", "a(b)", ["there is a second root element | <"]],
    [
      "<a/>t<b><c/></b>",
      "a('t', b(c))",
      ["there is text outside the root element | t", "there is a second root element | <"],
    ],
    ["<a><b><c>", "a(b(c))", ['"<c>" is not closed | <c']],
    [
      "<a><b x=1 y><c/></b></a>",
      "a(b x=1 y=y(c))",
      ["an attribute value must be in quotes | 1", 'the attribute "y" has no value | y'],
    ],
    ["<a <b/></a>", "a(b)", ['"<" is not allowed in an attribute name | <']],
    ["<a b='1' b='2'/>", "a b=2", ['the attribute "b" is given twice | b']],
    ["<p>1 < 2 <b/></p>", "p('1 2', b)", ['"<" starts no tag here; write "&lt;" for the character itself | < ']],
    ["<a>\uD800<b/></a>", "a('\uFFFD', b)", ["half a character (an unpaired surrogate) is not allowed | \uD800"]],
    ["", "", ["there is no root element | "]],
  ])("%s", (xml, tree, marked) => {
    expect(outcome(readXml, xml)).toEqual([tree, marked]);
    expect(() => readXml(xml)).toThrow(ReadError);
  });

  it("spans end where the text does, or where the element around ends", () => {
    const tree = readXml("<a><b>x</a> <c>", { onDiagnostic: () => {} });
    expect([1, 2, 3].map((node) => tree.node(node).span)).toEqual([
      { start: 0, end: 15 },
      { start: 3, end: 11 },
      { start: 12, end: 15 },
    ]);
  });

  it("bytes that are no text are replaced, also in a stream", async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode("<a>x"), 0xff, ...new TextEncoder().encode("<b/></a>")]);
    const found: Diagnostic[] = [];
    const onDiagnostic = (diagnostic: Diagnostic) => found.push(diagnostic);
    expect(line(readTree(bytes, { onDiagnostic }), 1)).toBe("a('x\uFFFD', b)");
    expect(line(await readTree(streamOf([bytes]), { onDiagnostic }), 1)).toBe("a('x\uFFFD', b)");
    expect(found.map(({ message, span }) => [message, span.start])).toEqual(
      Array(2).fill(["The XML is not well formed: a byte here is not UTF-8.", 4]),
    );
  });

  it("limits are thrown all the same, and a flood of mistakes is cut off", () => {
    const onDiagnostic = () => {};
    expect(() => readXml("<a><b><c>", { onDiagnostic, limits: { maxDepth: 2 } })).toThrow(/SXP4003/);
    let count = 0;
    readXml(`<a>${"&".repeat(5000)}</a>`, { onDiagnostic: () => count++ });
    expect(count).toBe(1000);
  });
});

describe("JSON with mistakes", () => {
  it.each<[string, string, string[]]>([
    ['{"a":1,}', "root a=1", ['a comma is not allowed before "}" | }']],
    ['{"a":[1,2,]}', "root(a('1'), a('2'))", ['a comma is not allowed before "]" | ]']],
    ['{"a":1 "b":2}', "root a=1 b=2", ['a comma or "}" is missing here | "b"']],
    [
      "{a:1,'b c':'x y'}",
      "root a=1 b c=x y",
      [
        "a property name must be in double quotes | a",
        "a property name must be in double quotes | 'b",
        "a string must be in double quotes | 'x",
      ],
    ],
    [
      '{"a":1 /* x */,// y\n"b":2}',
      "root a=1 b=2",
      ["comments are not allowed | /* x */", "comments are not allowed | // y"],
    ],
    ['{"a":{"b":[1,{"c":2', "root(b('1'), b c=2)", ["it ends too early | 2"]],
    ['{"a":1}}]', "root a=1", ["there is more after its end | }"]],
    [
      '{"a":1}{"b":2}',
      "root a=1(item b=2)",
      [
        "there is more after its end: several values go into one list, or each into a line of its own, as JSON Lines | {",
      ],
    ],
    ["[1] 2 [3]", "root(item('1'), item('2'), item(item('3')))", ["there is more after its end | 2"]],
    ['{"a":[1,{"b":2]}', "root(a('1'), a b=2)", ['a comma or "}" is missing here | ]']],
    [
      '{"a":NaN,"b":undefined,"c":.5,"d":"x}',
      "root a=NaN b=undefined c=.5 d=x}",
      [
        '"NaN" is no value | NaN',
        '"undefined" is no value | undefined',
        '".5" is no value | .5',
        'the string is not closed | "x}',
        "it ends too early | }",
      ],
    ],
    ['{"a":,"b":}', "root", ['a value is missing before "," | ,', 'a value is missing before "}" | }']],
    [
      '{"a" 1,"b"}',
      "root a=1",
      ['":" is missing after a property name | 1', '":" is missing after a property name | }'],
    ],
    ['{"a":1,"a":2,"b":{"a":3}}', "root a=2(b a=3)", ['SXP4016 | "a"']],
    ['{"x":{"y":1},{"z":2}}', "root(x y=1, item z=2)", ["a property name must be in double quotes | {"]],
    ["", "", ["it is empty | "]],
  ])("%s", (json, tree, marked) => {
    const [read, found] = outcome(readJson, json);
    expect([read.replace(/^a\(b/, "root(b"), found]).toEqual([tree, marked]);
  });

  it("a repeated key is no error", () => {
    expect(readJson('{"a":1,"a":2}').root!.attributes.a).toBe("2");
  });

  it("names of properties that objects have are names like any other", () => {
    const json = '{"__proto__":{"x":1},"constructor":"c","toString":[1],"__proto__":2';
    const [tree] = outcome(readJson, json);
    expect(tree).toBe("root constructor=c __proto__=2(__proto__ x=1, toString('1'))");
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("a line with mistakes loses no other", () => {
    const text = '{"n":1}\n{"n":2,\n{"n":3}';
    expect(outcome(readJsonLines, text)).toEqual(["root(item n=1, item n=2, item n=3)", ["it ends too early | ,"]]);
  });

  it("what can't be an attribute is left out", () => {
    const text = '{"type":"p","attributes":{"a":{"b":[1]},"c":2},"children":[{"type":"q"}]}';
    const [tree, marked] = outcome(
      (json, options) => readJson(json, { ...options, attributesKey: "attributes" }),
      text,
    );
    expect([tree, marked]).toEqual(["p c=2(q)", ['the attribute "a" must be a string, a number or a boolean | {']]);
  });
});

const XML = "<a x=\"1\"><b>t &amp; u</b><!-- c --><c y='&lt;'><d/>é😀</c><![CDATA[<]]></a>";
const JSON_TEXT = '{"a":[{"b":"x\\n\\u0041","c":[1,-2.5e3,true,null]},{"d":{}},[]],"e":"é😀","type":"T"}';

/** A text with some of its units taken out, put in twice or replaced. */
const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom(
          "",
          "<",
          ">",
          "&",
          '"',
          "'",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "/",
          "\\",
          "\u0000",
          "\uD83D",
          " ",
          "x",
          "0",
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((changes) => {
      const units = text.split("");
      for (const [at, unit] of changes) units[at] = unit;
      return units.join("");
    });

describe("laws of reading on", () => {
  const readers: [string, Read, string][] = [
    ["XML", readXml, XML],
    ["JSON", readJson, JSON_TEXT],
    ["JSON Lines", readJsonLines, `${JSON_TEXT}\n${JSON_TEXT}`],
  ];

  it.each(readers)(
    "%s: something is reported where something would be thrown, within the text, and else the tree is the same",
    (_, read, text) => {
      fc.assert(
        fc.property(mutated(text), (source) => {
          const found: Diagnostic[] = [];
          const tree = read(source, { onDiagnostic: (diagnostic) => found.push(diagnostic) });
          const errors = found.filter(({ severity }) => severity === "error");
          for (const { span } of found)
            expect(0 <= span.start && span.start <= span.end && span.end <= source.length).toBe(true);
          for (let node = 1; node <= tree.size; node++) {
            const { start, end } = tree.node(node).span!;
            expect(0 <= start && start <= end && end <= source.length).toBe(true);
          }
          let strict: Tree | null = null;
          try {
            strict = read(source);
          } catch (error) {
            expect(error).toBeInstanceOf(ReadError);
            expect(errors[0]).toEqual((error as ReadError).diagnostic);
          }
          expect(strict === null).toBe(errors.length > 0);
          if (strict !== null && strict.size > 0) expect(plainOf(tree)).toEqual(plainOf(strict));
        }),
        { numRuns: runs(400) },
      );
    },
  );

  it("no element is lost where an end tag is missing or too many, or an ampersand is bare", () => {
    const tags = /<\/?[abcd][^>]*>/g;
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("drop", "</x>", " & ", "&;", "</a>"), (seed, mistake) => {
        const ends = [...XML.matchAll(tags)].filter(([tag]) => mistake !== "drop" || tag.startsWith("</"));
        const { index, 0: tag } = ends[seed % ends.length]!;
        const source =
          mistake === "drop"
            ? XML.slice(0, index) + XML.slice(index + tag.length)
            : XML.slice(0, index + tag.length) + mistake + XML.slice(index + tag.length);
        expect(readXml(source, { onDiagnostic: () => {} }).size).toBe(4);
      }),
      { numRuns: runs(100) },
    );
  });
});
