import type { Span } from "@semantic-xpath/parser";
import type { NodeId } from "./ids.js";
import { nodePath } from "./path.js";
import { stringValue } from "./text.js";
import type { Tree } from "./tree.js";

/** A light view of one node: an object for the outside; the engine itself works on ids. */
export class TreeNode {
  constructor(
    readonly tree: Tree,
    readonly id: NodeId,
  ) {}

  get type(): string {
    return this.tree.typeOf(this.id);
  }

  /** Attribute values as strings, by name. */
  get attributes(): Readonly<Record<string, string>> {
    const { tree, id } = this;
    const record: Record<string, string> = Object.create(null);
    for (const attribute of tree.attributesOfType[tree.type[id]!]!) {
      const value = tree.attributeValue(id, attribute);
      if (value >= 0) record[tree.attributeNames[attribute]!] = tree.values.get(value);
    }
    return record;
  }

  attribute(name: string): string | undefined {
    return this.tree.attribute(this.id, name);
  }

  /** Own text, white space normalised. */
  get text(): string {
    return this.tree.ownText(this.id);
  }

  /** Own text and that of the descendants, in document order. */
  get textContent(): string {
    return stringValue(this.tree, this.id);
  }

  get parent(): TreeNode | null {
    const parent = this.tree.parent[this.id]!;
    return parent <= 0 ? null : new TreeNode(this.tree, parent);
  }

  get children(): readonly TreeNode[] {
    const { tree, id } = this;
    const children: TreeNode[] = [];
    for (let child = id + 1; child < tree.end[id]!; child = tree.end[child]!) children.push(new TreeNode(tree, child));
    return children;
  }

  /** A query that finds exactly this node, e.g. `/Plan/Day[2]/POI`. */
  get path(): string {
    return nodePath(this.tree, this.id);
  }

  /** Source range in UTF-16 units, or null if the reader has none: of the document's text in a tree of several. */
  get span(): Span | null {
    const { spanStart, spanEnd, source } = this.tree;
    if (spanStart === null || spanEnd === null) return null;
    if (source.documents !== undefined && this.tree.documentOf(this.id) === null) return null;
    return { start: spanStart[this.id]!, end: spanEnd[this.id]! };
  }

  /** In mixed content `content` has the pieces of the text, and the children by their index in `children`, in order. */
  toJSON(): object {
    const { type, attributes, text, children } = this;
    let index = 0;
    return {
      type,
      attributes,
      ...(this.tree.isMixed(this.id) && {
        content: this.tree.content(this.id).map((each) => (typeof each === "string" ? each : index++)),
      }),
      ...(text === "" ? {} : { text }),
      ...(children.length === 0 ? {} : { children }),
    };
  }
}
