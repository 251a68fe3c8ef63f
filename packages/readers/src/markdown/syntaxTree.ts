import type { Definition, FootnoteDefinition, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { bounds } from "./bounds.js";
import { type NoteNode, noteNodes, noteSyntax } from "./noteSyntax.js";

/** A node of the syntax tree, those of notes among them. */
export type SyntaxNode = Nodes | (NoteNode & Pick<Nodes, "position">);

const SYNTAX = [gfm(), frontmatter(["yaml"]), bounds, noteSyntax];
/** Transforms search the texts of a finished tree with expressions of their own: what looks like an address is found before. */
const NODES = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  frontmatterFromMarkdown(),
  noteNodes,
];

/** CommonMark with the extensions of GitHub, front matter, and the syntax of notes. Never throws for a text. */
export const syntaxTree = (text: string): Root => fromMarkdown(text, { extensions: SYNTAX, mdastExtensions: NODES });

export const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => ("children" in node ? node.children : []);

/** All nodes in document order. The tree may have any depth, so the walk keeps its own stack. */
export function* nodesOf(root: SyntaxNode): Generator<SyntaxNode, void, undefined> {
  const waiting: SyntaxNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]!);
  }
}

/** Targets of the links and notes of a text, by their identifiers; for repeated ones the first. */
export interface Definitions {
  readonly links: ReadonlyMap<string, Definition>;
  readonly notes: ReadonlyMap<string, FootnoteDefinition>;
}

export function definitionsOf(root: SyntaxNode): Definitions {
  const links = new Map<string, Definition>();
  const notes = new Map<string, FootnoteDefinition>();
  for (const node of nodesOf(root)) {
    if (node.type === "definition" && !links.has(node.identifier)) links.set(node.identifier, node);
    else if (node.type === "footnoteDefinition" && !notes.has(node.identifier)) notes.set(node.identifier, node);
  }
  return { links, notes };
}
