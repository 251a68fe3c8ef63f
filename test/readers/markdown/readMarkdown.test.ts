import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { readMarkdown } from "../../../packages/readers/src/markdown.js";
import { readAs } from "../../../packages/readers/src/readAs.js";
import type { Tree } from "../../../packages/tree/src/tree.js";

const NOTE = `---
title: Kitchen
tags: [home, "#renovation"]
people: [Ana, Ben]
address:
  city: Toronto
---

Before all [headings](#costs).

# Plan for the *kitchen*

See [the shop](https://shop.example "Shop"), [[Budget#Total|our total]] and \`code\`[^1]. ![a plan](plan.png) #home/kitchen

- [ ] Call the **plumber** about [water][w]
  - [x] Find the number
- An item

  with a second paragraph

### Costs

| What | Due date | What |  |
|------|----------|------|--|
| Sink | 2026-03-01 | a [b](c.md) | x |

## Later

1. One
2. Two

> A quote
>
> - in it

\`\`\`ts title="x"
const x  =  1;
\`\`\`

<details><!-- no --> Hidden <b title="a>b">text</b></details>

---

[w]: https://water.example "Water"
[^1]: The *foot*.
`;

/** Types, attributes and texts, one node a line, deeper ones indented. */
function outline(tree: Tree, node = 1, indent = ""): string[] {
  const { type, attributes, text, children } = tree.node(node);
  const shown = Object.entries(attributes).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const line = `${indent}${type}${shown.join("")}${text === "" ? "" : ` ${JSON.stringify(text)}`}`;
  return [line, ...children.flatMap(({ id }) => outline(tree, id, `${indent}  `))];
}

const read = (text: string): string[] => outline(readMarkdown(text)).slice(1);

it("a note is a tree of sections", () => {
  expect(outline(readMarkdown(NOTE)).join("\n")).toBe(
    `
Document title="Kitchen"
  Tag name="home"
  Tag name="renovation"
  people "Ana"
  people "Ben"
  address city="Toronto"
  Paragraph "Before all headings."
    Link href="#costs" text="headings" to="costs"
  Section title="Plan for the kitchen" depth="1" id="plan-for-the-kitchen"
    Paragraph "See the shop, our total and code. #home/kitchen"
      Link href="https://shop.example" text="the shop" title="Shop"
      Link href="Budget#Total" text="our total"
      Link href="#1" text="1" to="fn-1"
      Image src="plan.png" alt="a plan"
      Tag name="home/kitchen"
    List ordered="false"
      Task done="false" "Call the plumber about water"
        Link href="https://water.example" text="water" title="Water"
        List ordered="false"
          Task done="true" "Find the number"
      Item "An item"
        Paragraph "with a second paragraph"
    Section title="Costs" depth="3" id="costs"
      Table columns="What | Due date | What"
        Row What="Sink" Due date="2026-03-01" What 2="a b" column 4="x"
          Link href="c.md" text="b"
    Section title="Later" depth="2" id="later"
      List ordered="true" start="1"
        Item "One"
        Item "Two"
      Quote "A quote"
        List ordered="false"
          Item "in it"
      Code lang="ts" "const x = 1;"
      Html "Hidden text"
      Footnote label="1" id="fn-1" "The foot."
`.trim(),
  );
});

it("a span is what is written there", () => {
  const tree = readMarkdown(NOTE);
  const source = (type: string, nth = 0): string => {
    const { start, end } = tree.node(tree.postings[tree.typeId(type)]![nth]!).span!;
    return NOTE.slice(start, end);
  };
  expect(source("Document")).toBe(NOTE);
  expect(source("Tag", 1)).toBe('"#renovation"');
  expect(source("address")).toBe("city: Toronto");
  expect(source("Link", 2)).toBe("[[Budget#Total|our total]]");
  expect(source("Task", 1)).toBe("- [x] Find the number");
  expect(source("Section", 1)).toBe(NOTE.slice(NOTE.indexOf("### Costs"), NOTE.indexOf("\n\n## Later")));
  expect(source("Row")).toBe("| Sink | 2026-03-01 | a [b](c.md) | x |");
  expect(source("Footnote")).toBe("[^1]: The *foot*.");
});

describe("queries read naturally", () => {
  const matches = async (query: string): Promise<readonly string[]> => {
    const compiled = compile(query);
    expect(compiled.diagnostics).toEqual([]);
    const { matches } = await compiled.query!.run(readMarkdown(NOTE));
    return matches.map(({ value }) => String(value));
  };
  it.each([
    ["//Task[@done = false]", ["Call the plumber about water Find the number"]],
    ["//Link/@href", ["#costs", "https://shop.example", "Budget#Total", "#1", "https://water.example", "c.md"]],
    ['//Section[@title = "Later"]/Quote/text()', ["A quote"]],
    ["//Link/id(@to)/@title", ["Costs"]],
    ['/Document[/Tag/@name = "home"]/@title', ["Kitchen"]],
  ])("%s", async (query, values) => expect(await matches(query)).toEqual(values));
});

describe("links and tags of notes", () => {
  it.each([
    ["[[Note]]", ['  Paragraph "Note"', '    Link href="Note" text="Note"']],
    ["[[my_old_note]] _x_", ['  Paragraph "my_old_note x"', '    Link href="my_old_note" text="my_old_note"']],
    ["![[Note]]", ['  Paragraph "Note"', '    Link href="Note" text="Note"']],
    ["![[a b.PNG|100]]", ["  Paragraph", '    Image src="a b.PNG" alt="100"']],
    ["`[[Note]]` \\[[x]]", ['  Paragraph "[[Note]] [[x]]"']],
    ["[[]] [[ ]] [[a", ['  Paragraph "[[]] [[ ]] [[a"']],
    [
      "#tag, (#other) a#b C# #12 #a-1/b",
      [
        '  Paragraph "#tag, (#other) a#b C# #12 #a-1/b"',
        '    Tag name="tag"',
        '    Tag name="other"',
        '    Tag name="a-1/b"',
      ],
    ],
    [
      "\\#tag `#tag` <#tag> https://x.y/#tag",
      ['  Paragraph "#tag #tag <#tag> https://x.y/#tag"', '    Link href="https://x.y/#tag" text="https://x.y/#tag"'],
    ],
    [
      "| a |\n|-|\n| [[Note\\|alias]] |",
      ['  Table columns="a"', '    Row a="alias"', '      Link href="Note" text="alias"'],
    ],
    [
      "[[#Part two]]\n\n# Part Two",
      [
        '  Paragraph "#Part two"',
        '    Link href="#Part two" text="#Part two" to="part-two"',
        '  Section title="Part Two" depth="1" id="part-two"',
      ],
    ],
  ])("%s", (text, expected) => expect(read(text)).toEqual(expected));
});

describe("ids of sections", () => {
  it("are the slugs of GitHub, and unique", () => {
    const tree = readMarkdown("# Wie geht's, Größe?\n# a b\n# A  B\n# a-b-1\n# a b\n# !\n# ?\n", { path: "x/y.md" });
    const ids = [...tree.postings[tree.typeId("Section")]!].map((node) => tree.attribute(node, "id"));
    expect(ids).toEqual(
      ["wie-gehts-größe", "a-b", "a-b-1", "a-b-1-1", "a-b-2", "section", "section-1"].map((slug) => `x/y#${slug}`),
    );
  });
  it("begin with the id of the document", () => {
    expect(readMarkdown("[a](#)\n# b", { path: "x/y.z.md" }).root!.attributes).toEqual({
      id: "x/y.z",
      name: "y.z",
      path: "x/y.z.md",
    });
    expect(readMarkdown("[a](#)", { path: "x.md", id: "own" }).node(3).attributes).toEqual({
      href: "#",
      text: "a",
      to: "own",
    });
  });
});

describe("front matter", () => {
  const reported = (text: string): { outline: string[]; problems: string[] } => {
    const problems: string[] = [];
    const tree = readMarkdown(text, {
      path: "n.md",
      onDiagnostic: ({ code, span }) => problems.push(`${code} ${text.slice(span.start, span.end)}`),
    });
    return { outline: outline(tree), problems };
  };
  const HEAD = 'Document id="n" name="n" path="n.md"';
  it.each<[string, string, string[], string[]]>([
    ["nothing", "---\n---\n", [HEAD], []],
    ["one mapping", "---\nauthor:\n  name: A\n---\n", [HEAD, '  author name="A"'], []],
    [
      "names of ours and of no meaning",
      "---\nid: 7\ntype: note\ntext: t\nchildren: c\n__proto__: p\n---",
      [`${HEAD} type="note" text="t" children="c" __proto__="p"`, '  id "7"'],
      [],
    ],
    ["tags in a line", "---\ntags: 'a, #b c'\n---", [HEAD, '  Tag name="a"', '  Tag name="b"', '  Tag name="c"'], []],
    ["no mapping", "---\njust text\n---", [HEAD, '  FrontMatter "just text"'], []],
    [
      "a mistake",
      "---\ntitle: Lisbon: ten days\nx: 1\n---\n# A",
      [
        HEAD,
        '  title Lisbon="ten days" x="1"',
        '  FrontMatter "title: Lisbon: ten days x: 1"',
        '  Section title="A" depth="1" id="n#a"',
      ],
      ["SXP4017 L"],
    ],
    [
      "a broken bracket",
      "---\na: [b\nc: d\n---",
      [`${HEAD} c="d"`, '  a "b"', '  FrontMatter "a: [b c: d"'],
      ["SXP4017 "],
    ],
    [
      "CR LF and a byte order mark",
      "\uFEFF---\r\na: 1\r\nb: [x]\r\n---\r\n\r\n# T\r\n",
      [`${HEAD} a="1"`, '  b "x"', '  Section title="T" depth="1" id="n#t"'],
      [],
    ],
    ["not at the beginning", "\n---\na: 1\n---", [HEAD, '  Section title="a: 1" depth="2" id="n#a-1"'], []],
  ])("%s", (_, text, expected, problems) => {
    const found = reported(text);
    expect(found.outline).toEqual(expected);
    expect(found.problems.map((problem) => problem.slice(0, problems[0]?.length))).toEqual(problems);
  });
  it("with a byte order mark has the right places", () => {
    const text = "\uFEFF---\nb: [x]\n---\n\n# T\n";
    const tree = readMarkdown(text);
    expect(text.slice(tree.node(2).span!.start, tree.node(2).span!.end)).toBe("x");
    expect(text.slice(tree.node(3).span!.start, tree.node(3).span!.end)).toBe("# T");
  });
  it("that is a bomb of aliases is refused", { tags: "slow" }, () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x,x]\n${[..."bcdefghij"].map((name, i) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghij"[i]}`).join(",")}]`).join("\n")}\n---\n`;
    expect(() => readMarkdown(bomb)).toThrow("SXP4003");
  });
});

it("bytes that are no text are reported once and lose nothing else", () => {
  const problems: string[] = [];
  const bytes = new Uint8Array([0x23, 0x20, 0x41, 0xff, 0x0a, 0x62, 0xfe]);
  const tree = readMarkdown(bytes, { onDiagnostic: ({ code, span }) => problems.push(`${code} ${span.start}`) });
  expect(problems).toEqual(["SXP4016 3"]);
  expect(outline(tree).slice(1)).toEqual(['  Section title="A�" depth="1" id="a"', '    Paragraph "b�"']);
});

it("is a format as the others are", async () => {
  expect(await readAs("markdown", NOTE)).toEqual(readMarkdown(NOTE));
  expect(readMarkdown("").root!.type).toBe("Document");
});
