import type { Span } from "@semantic-xpath/parser";
import type { Occurrence } from "@semantic-xpath/planner";
import { getOrMake, type TreeNode } from "@semantic-xpath/tree";
import type { Importing } from "../importing.js";

const XSD = "http://www.w3.org/2001/XMLSchema";

const KINDS = ["element", "attribute", "complexType", "simpleType", "group", "attributeGroup"] as const;
type Kind = (typeof KINDS)[number];

/** Words that say what no schema says, wherever they are. */
const LEFT_OUT = new Set(["key", "keyref", "unique", "notation", "assert", "alternative", "openContent"]);
const LEFT_OUT_ATTRIBUTES = ["nillable", "abstract", "substitutionGroup"];

/** The global definitions of an XSD by kind and name, and what is said of its elements. */
export class XsdDefinitions {
  private readonly byKind = new Map<Kind, Map<string, TreeNode>>();
  private readonly builtInPrefixes: ReadonlySet<string>;

  constructor(
    root: TreeNode,
    private readonly text: string,
    private readonly importing: Importing,
  ) {
    const prefixes = Object.entries(root.attributes).flatMap(([name, value]) =>
      value === XSD && /^xmlns(:|$)/.test(name) ? [name.slice("xmlns:".length)] : [],
    );
    this.builtInPrefixes = new Set(prefixes.length > 0 ? prefixes : [prefixOf(root.type)]);
    for (const child of root.children) this.add(child);
    this.reportLeftOut(root);
  }

  named(kind: Kind): ReadonlyMap<string, TreeNode> {
    return this.byKind.get(kind) ?? new Map();
  }

  /** What a name leads to; nothing for the built-in types. */
  find(kind: Kind, name: string): TreeNode | undefined {
    if (this.isBuiltIn(name) && !(prefixOf(name) === "" && this.named(kind).has(name))) return undefined;
    return this.named(kind).get(localName(name));
  }

  isBuiltIn(name: string): boolean {
    return this.builtInPrefixes.has(prefixOf(name));
  }

  missing(name: string, from: TreeNode): void {
    this.importing.report("SXP2305", this.spanOf(from), { name });
  }

  tooDeep(at: TreeNode, what: string, limit: number): void {
    this.importing.report("SXP2307", this.spanOf(at), { what, limit });
  }

  /** The start tag. */
  spanOf(node: TreeNode): Span {
    const { start, end } = node.span!;
    const tag = this.text.indexOf(">", start);
    return { start, end: tag < 0 ? end : Math.min(end, tag + 1) };
  }

  /** The text of its `annotation`, in one line. */
  documentationOf(node: TreeNode): string | undefined {
    const annotation = node.children.find((child) => localName(child.type) === "annotation");
    const parts = annotation?.children.filter((child) => localName(child.type) === "documentation") ?? [];
    const text = parts.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(" ");
    return text === "" ? undefined : text;
  }

  private add(node: TreeNode): void {
    const kind = localName(node.type) as Kind;
    const name = node.attribute("name");
    if (KINDS.includes(kind) && name !== undefined) {
      const ofKind = getOrMake(this.byKind, kind, () => new Map<string, TreeNode>());
      if (!ofKind.has(name)) ofKind.set(name, node);
    } else if (/^(import|include|redefine|override)$/.test(kind)) {
      const target = node.attribute("schemaLocation") ?? node.attribute("namespace") ?? node.type;
      this.importing.report("SXP2302", this.spanOf(node), { target });
    }
  }

  private reportLeftOut({ tree }: TreeNode): void {
    for (let id = 1; id <= tree.size; id++) {
      const node = tree.node(id);
      if (LEFT_OUT.has(localName(node.type))) this.importing.leaveOut(localName(node.type), this.spanOf(node));
      for (const name of LEFT_OUT_ATTRIBUTES) {
        const value = node.attribute(name);
        if (value !== undefined && value !== "false" && value !== "0") this.importing.leaveOut(name, this.spanOf(node));
      }
    }
  }
}

export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(":")));

/** `minOccurs` and `maxOccurs`, 1 where they say nothing that can be read. */
export function occursOf(node: TreeNode): Occurrence {
  const min = countOf(node.attribute("minOccurs"));
  if (node.attribute("maxOccurs") === "unbounded") return { min };
  return { min, max: countOf(node.attribute("maxOccurs")) };
}

function countOf(text = "1"): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count >= 0 ? count : 1;
}
