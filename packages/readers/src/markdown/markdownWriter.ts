import type { TreeBuilder } from "@semantic-xpath/tree";
import type { AlignType, FootnoteDefinition, Heading, Html, List, ListItem, Root, Table, TableRow } from "mdast";
import { anchorsOf } from "./anchors.js";
import { inlineText } from "./inlineText.js";
import { InlineWriter } from "./inlineWriter.js";
import { childrenOf, type SyntaxNode } from "./syntaxTree.js";
import { textOfHtml } from "./textOfHtml.js";

export interface Place {
  /** Added to all offsets. */
  readonly shift: number;
  /** The id of the document; null: it has none. */
  readonly id: string | null;
}

/** Blocks that are being written. */
interface Frame {
  readonly blocks: readonly SyntaxNode[];
  at: number;
  /** End of the node that holds them; null: it is closed by others. */
  readonly end: number | null;
  /** Depths of the open sections. */
  readonly sections: number[];
  /** End of the last written block. */
  last: number;
  /** In a table the names of its columns. */
  readonly columns: readonly string[];
}

/** Writes the blocks of a syntax tree as nodes, sections around what is under their headings. It keeps its own stack. */
export class MarkdownWriter {
  private readonly frames: Frame[] = [];
  private readonly titles: ReadonlyMap<SyntaxNode, string>;
  private readonly slugs: ReadonlyMap<SyntaxNode, string>;
  private readonly inline: InlineWriter;
  private readonly prefix: string;

  constructor(
    private readonly builder: TreeBuilder,
    private readonly root: Root,
    private readonly place: Place,
  ) {
    const { slugs, titles } = anchorsOf(root);
    this.slugs = slugs;
    this.titles = titles;
    this.prefix = place.id === null ? "" : `${place.id}#`;
    this.inline = new InlineWriter(builder, root, { place, prefix: this.prefix, slugs });
  }

  write(): void {
    this.enter(this.root.children, null);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      const block = frame.blocks[frame.at++];
      if (block === undefined) {
        this.leave(frame);
      } else {
        this.block(block, frame);
        frame.last = this.endOf(block);
      }
    }
  }

  private enter(blocks: readonly SyntaxNode[], end: number | null, columns: readonly string[] = []): void {
    this.frames.push({ blocks, at: 0, end, sections: [], last: 0, columns });
  }

  private leave(frame: Frame): void {
    this.closeSections(frame, 0);
    this.frames.pop();
    if (frame.end !== null) this.builder.close(frame.end);
  }

  private block(block: SyntaxNode, frame: Frame): void {
    // Front matter is read before, definitions are read in links, and a line between paragraphs says nothing.
    if (block.type === "heading") this.section(block, frame);
    else if (block.type === "paragraph") this.paragraph(block);
    else if (block.type === "list") this.list(block);
    else if (block.type === "listItem") this.item(block);
    else if (block.type === "blockquote") this.container("Quote", block);
    else if (block.type === "footnoteDefinition") this.footnote(block);
    else if (block.type === "code") this.text("Code", block, block.value, block.lang ? { lang: block.lang } : {});
    else if (block.type === "table") this.table(block);
    else if (block.type === "tableRow") this.row(block, frame.columns);
    else if (block.type === "html") this.html(block);
  }

  private section(heading: Heading, frame: Frame): void {
    this.closeSections(frame, heading.depth);
    this.open("Section", heading, {
      title: this.titles.get(heading)!,
      depth: String(heading.depth),
      id: this.idOf(heading),
    });
    this.inline.children(heading.children);
    frame.sections.push(heading.depth);
  }

  /** Closes the sections of at least a depth, at the end of what is in them. */
  private closeSections({ sections, last }: Frame, depth: number): void {
    while (sections.length > 0 && sections.at(-1)! >= depth) {
      sections.pop();
      this.builder.close(last);
    }
  }

  private paragraph(block: SyntaxNode): void {
    this.open("Paragraph", block);
    this.addInline(childrenOf(block));
    this.builder.close(this.endOf(block));
  }

  private list(list: List): void {
    const start = list.ordered && list.start !== null && list.start !== undefined ? { start: String(list.start) } : {};
    this.open("List", list, { ordered: String(list.ordered === true), ...start });
    this.enter(list.children, this.endOf(list));
  }

  private item(item: ListItem): void {
    const { checked } = item;
    if (checked === null || checked === undefined) this.container("Item", item);
    else this.container("Task", item, { done: String(checked) });
  }

  /** A node whose own text is its first paragraph. */
  private container(type: string, block: SyntaxNode, attributes: Readonly<Record<string, string>> = {}): void {
    const blocks = childrenOf(block);
    const [first] = blocks;
    this.open(type, block, attributes);
    if (first?.type === "paragraph") this.addInline(first.children);
    this.enter(first?.type === "paragraph" ? blocks.slice(1) : blocks, this.endOf(block));
  }

  private footnote(note: FootnoteDefinition): void {
    this.container("Footnote", note, { label: note.label ?? note.identifier, id: this.idOf(note) });
  }

  private html(html: Html): void {
    const text = textOfHtml(html.value);
    if (text.trim() !== "") this.text("Html", html, text);
  }

  private table(table: Table): void {
    const [head, ...rows] = table.children;
    const heads = head?.children ?? [];
    const columns = heads.flatMap((cell) => inlineText(cell.children).trim() || []).join(" | ");
    this.open("Table", table, columns === "" ? {} : { columns });
    for (const cell of heads) this.inline.children(cell.children);
    this.enter(rows, this.endOf(table), columnsOf(head, table.align));
  }

  private row(row: TableRow, columns: readonly string[]): void {
    this.open("Row", row);
    for (const [i, cell] of row.children.entries()) {
      const value = inlineText(cell.children).trim();
      if (value !== "") this.builder.attribute(columns[i] ?? `column ${i + 1}`, value);
    }
    for (const cell of row.children) this.inline.children(cell.children);
    this.builder.close(this.endOf(row));
  }

  private addInline(nodes: readonly SyntaxNode[]): void {
    this.builder.addText(inlineText(nodes));
    this.inline.children(nodes);
  }

  /** A node with nothing in it but text. */
  private text(type: string, block: SyntaxNode, text: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.open(type, block, attributes);
    this.builder.addText(text);
    this.builder.close(this.endOf(block));
  }

  private open(type: string, block: SyntaxNode, attributes: Readonly<Record<string, string>> = {}): void {
    this.builder.open(type, block.position!.start.offset! + this.place.shift);
    for (const [name, value] of Object.entries(attributes)) this.builder.attribute(name, value);
  }

  private endOf(block: SyntaxNode): number {
    return block.position!.end.offset! + this.place.shift;
  }

  private idOf(block: SyntaxNode): string {
    return this.prefix + this.slugs.get(block)!;
  }
}

/** Each column by its head, with a number where that is empty or there before. */
function columnsOf(head: TableRow | undefined, align: readonly AlignType[] | null | undefined): string[] {
  const names: string[] = [];
  const count = Math.max(head?.children.length ?? 0, align?.length ?? 0);
  const usedNames = new Set<string>();
  for (let i = 0; i < count; i++) {
    const name =
      inlineText(head?.children[i]?.children ?? [])
        .replace(/\s+/g, " ")
        .trim() || `column ${i + 1}`;
    let unique = name;
    for (let n = 2; usedNames.has(unique); n++) unique = `${name} ${n}`;
    usedNames.add(unique);
    names.push(unique);
  }
  return names;
}
