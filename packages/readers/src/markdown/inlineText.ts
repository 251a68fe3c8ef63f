import type { NoteNode } from "./noteSyntax.js";
import { childrenOf, type SyntaxNode } from "./syntaxTree.js";

/** The parts of a wiki link `[[Note#Heading|alias]]`, or of an embed of an image or note. */
interface WikiLink {
  /** The note, and the heading in it after a `#`; what is linked within the same note begins with `#`. */
  readonly target: string;
  readonly text: string;
  readonly isImage: boolean;
}

const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)$/i;

export function wikiLinkOf({ value }: NoteNode): WikiLink {
  const inner = value.slice(value.indexOf("[[") + 2, -2);
  // Within a table a bar is escaped, and the backslash is before it.
  const bar = inner.indexOf("|");
  const target = (bar < 0 ? inner : inner.slice(0, bar).replace(/\\$/, "")).trim();
  const alias = bar < 0 ? "" : inner.slice(bar + 1).trim();
  const isImage = value.startsWith("!") && IMAGE.test(target);
  return { target, text: isImage ? alias : alias || target, isImage };
}

/** Readable text of inline nodes: no markup, no addresses, no comments; line breaks as spaces. */
export function inlineText(nodes: readonly SyntaxNode[]): string {
  const parts: string[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "text" || node.type === "inlineCode") parts.push(node.value);
    else if (node.type === "tag") parts.push(node.value);
    else if (node.type === "break") parts.push("\n");
    else if (node.type === "wikiLink") parts.push(readOf(wikiLinkOf(node)));
    else for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
  return parts.join("");
}

/** As of other images, the words for an embedded one are not read with the text. */
const readOf = ({ text, isImage }: WikiLink): string => (isImage ? "" : text);
