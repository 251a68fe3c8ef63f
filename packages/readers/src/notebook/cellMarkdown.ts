/** Markdown of cells in the nodes of its parser: apart, so that public declarations do not name them. */

import type { Code, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { frontmatter } from "micromark-extension-frontmatter";
import { bounds } from "../markdown/bounds.js";

const EXTENSIONS = [frontmatter(["yaml"]), bounds];
const NODES = [frontmatterFromMarkdown()];

/** Parses CommonMark with front matter. Never throws. */
export const markdownOf = (text: string): Root =>
  fromMarkdown(text, { extensions: EXTENSIONS, mdastExtensions: NODES });

/** A fence that a text leaves open at its end. */
export const openFence = (node: Code, source: string): string | null => {
  const fence = /^(`{3,}|~{3,})/.exec(source)?.[1];
  if (fence === undefined || node.position === undefined) return null;
  const lines = source.split(/\r\n|\r|\n/);
  const isClosed =
    lines.length > 1 && new RegExp(`^[ >]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`).test(lines.at(-1)!);
  return isClosed ? null : fence;
};
