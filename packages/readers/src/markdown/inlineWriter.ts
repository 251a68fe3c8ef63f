import type { TreeBuilder } from "@semantic-xpath/tree";
import type { Root } from "mdast";
import { inlineText, wikiLinkOf } from "./inlineText.js";
import type { Place } from "./markdownWriter.js";
import { headingId, isExternal, linkTarget } from "./noteLinks.js";
import { childrenOf, type Definitions, definitionsOf, type SyntaxNode } from "./syntaxTree.js";

interface Context {
  readonly place: Place;
  /** Prefix of the ids of the document. */
  readonly prefix: string;
  readonly slugs: ReadonlyMap<SyntaxNode, string>;
}

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** Writes the links, images and tags in inline nodes as children of the open node. */
export class InlineWriter {
  private readonly definitions: Definitions;
  private readonly ids: ReadonlySet<string>;

  constructor(
    private readonly builder: TreeBuilder,
    root: Root,
    private readonly context: Context,
  ) {
    this.definitions = definitionsOf(root);
    this.ids = new Set([...context.slugs.values()].map((slug) => context.prefix + slug));
  }

  /** A number is where the link on top of the stack ends. */
  children(nodes: readonly SyntaxNode[]): void {
    const { builder } = this;
    const waiting: (SyntaxNode | number)[] = nodes.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === "number") {
        builder.close(next);
        continue;
      }
      if (this.opened(next)) waiting.push(next.position!.end.offset! + this.context.place.shift);
      for (const child of childrenOf(next).toReversed()) waiting.push(child);
    }
  }

  /** True if the node is part of the tree, and is open now. */
  private opened(node: SyntaxNode): boolean {
    switch (node.type) {
      case "link":
        return this.link(node, node.url, inlineText(node.children), node.title);
      case "linkReference": {
        const definition = this.definitions.links.get(node.identifier);
        return this.link(node, definition?.url ?? "", inlineText(node.children), definition?.title);
      }
      case "image":
        return this.open("Image", node, { src: node.url, alt: node.alt, title: node.title });
      case "imageReference": {
        const image = this.definitions.links.get(node.identifier);
        return this.open("Image", node, { src: image?.url, alt: node.alt, title: image?.title });
      }
      case "footnoteReference": {
        const note = this.definitions.notes.get(node.identifier);
        const to = note && this.context.prefix + this.context.slugs.get(note)!;
        return this.open("Link", node, { href: `#${node.identifier}`, text: node.label ?? node.identifier, to });
      }
      case "wikiLink": {
        const { target, text, isImage } = wikiLinkOf(node);
        return isImage ? this.open("Image", node, { src: target, alt: text }) : this.link(node, target, text, null);
      }
      case "tag":
        return this.open("Tag", node, { name: node.value.slice(1) });
      default:
        return false;
    }
  }

  private link(node: SyntaxNode, href: string, text: string, title: string | null | undefined): boolean {
    return this.open("Link", node, { href, text, title, to: this.localTarget(href) });
  }

  /** Target of an address in this note. */
  private localTarget(href: string): string | null {
    if (isExternal(href)) return null;
    const { note, heading } = linkTarget(href);
    if (note !== "" || href === "") return null;
    return heading === null ? this.context.place.id : headingId(heading, this.context.prefix, (id) => this.ids.has(id));
  }

  private open(type: string, node: SyntaxNode, attributes: Attributes): boolean {
    this.builder.open(type, node.position!.start.offset! + this.context.place.shift);
    for (const [name, value] of Object.entries(attributes)) if (value) this.builder.attribute(name, value);
    return true;
  }
}
