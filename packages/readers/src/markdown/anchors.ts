import { inlineText } from "./inlineText.js";
import { Slugs, slugOf } from "./slugs.js";
import { childrenOf, nodesOf, type SyntaxNode } from "./syntaxTree.js";

/** Link targets within a note: its headings and footnotes. */
interface Anchors {
  readonly slugs: ReadonlyMap<SyntaxNode, string>;
  readonly titles: ReadonlyMap<SyntaxNode, string>;
}

/** Headings first: a footnote does not take the slug of one. */
export function anchorsOf(root: SyntaxNode): Anchors {
  const names = new Slugs();
  const slugs = new Map<SyntaxNode, string>();
  const titles = new Map<SyntaxNode, string>();
  const notes: [SyntaxNode, string][] = [];
  for (const node of nodesOf(root)) {
    if (node.type === "footnoteDefinition") notes.push([node, `fn-${slugOf(node.identifier)}`]);
    if (node.type !== "heading") continue;
    const title = inlineText(childrenOf(node)).replace(/\s+/g, " ").trim();
    titles.set(node, title);
    slugs.set(node, names.unique(slugOf(title)));
  }
  for (const [node, slug] of notes) slugs.set(node, names.unique(slug));
  return { slugs, titles };
}
