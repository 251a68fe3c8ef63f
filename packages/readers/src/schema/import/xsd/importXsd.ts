import { type AttributeType, type NodeType, topTypes } from "@semantic-xpath/planner";
import type { Tree, TreeNode } from "@semantic-xpath/tree";
import { readXml } from "../../../xml.js";
import { type Content, childrenOf, choiceOf, NOTHING, sequenceOf, times } from "../content.js";
import { type ImportedSchema, Importing, stringAttribute } from "../importing.js";
import { XsdAttributes } from "./attributes.js";
import { localName, occursOf, XsdDefinitions } from "./definitions.js";
import { SimpleTypes } from "./simpleTypes.js";

export interface XsdOptions {
  /** Whether elements that hold only text, at most once under each parent, become attributes with `element: true`. Default false. */
  readonly fields?: boolean;
}

/** Elements of a definition within each other. */
const MAX_DEPTH = 256;

/**
 * The schema of the trees that `readXml` makes of documents that follow an XML Schema (XSD 1.0): elements and types, global and local,
 * with what they extend or restrict; `sequence`, `choice`, `all` and `group` with their occurrences; attributes and their groups;
 * enumerations and the built-in types. `ID` and `IDREF` become `id` and `ref`, documentation stays documentation. Names have no prefix.
 *
 * Elements of one name are one type, as they are in the tree. Roots are the global elements that are in no other. Never throws and fetches
 * nothing; what a schema can't say is a diagnostic.
 */
export function importXsd(text: string, { fields }: XsdOptions = {}): ImportedSchema {
  const importing = new Importing("XSD");
  let tree: Tree;
  try {
    tree = readXml(text, { limits: { maxDepth: MAX_DEPTH } });
  } catch (error) {
    return importing.unreadable(error, { start: 0, end: Math.min(text.length, 1) });
  }
  const root = tree.node(1);
  if (localName(root.type) === "schema") return new XsdImport(root, text, importing).run(fields);
  const problem = `its root is "${root.type}", and not a schema`;
  importing.report(
    "SXP2301",
    { start: root.span!.start, end: root.span!.start + root.type.length + 1 },
    { kind: "XSD", problem },
  );
  return importing.result([], {});
}

/** What a complex type says of an element. */
interface Complex {
  readonly content: Content;
  readonly attributes: Readonly<Record<string, AttributeType>>;
  readonly text: boolean;
  /** What the text reads as, where there is nothing but text. */
  readonly simple: AttributeType | null;
  readonly documentation: string | undefined;
}

class XsdImport {
  private readonly definitions: XsdDefinitions;
  private readonly simpleTypes: SimpleTypes;
  private readonly attributes: XsdAttributes;
  private readonly waiting: TreeNode[] = [];
  private readonly planned = new Set<number>();
  /** By node; null while it is being found: what refers to itself adds nothing. */
  private readonly complex = new Map<number, Complex | null>();
  private readonly contents = new Map<number, Content | null>();
  /** Groups that are being read, each in the one before it. */
  private groups = 0;

  constructor(
    private readonly root: TreeNode,
    text: string,
    private readonly importing: Importing,
  ) {
    this.definitions = new XsdDefinitions(root, text, importing);
    this.simpleTypes = new SimpleTypes(this.definitions, importing);
    this.attributes = new XsdAttributes(this.definitions, this.simpleTypes, importing);
  }

  run(fields: boolean | undefined): ImportedSchema {
    const { definitions, importing } = this;
    const elements = [...definitions.named("element").values()];
    for (const element of elements) this.plan(element);
    const declared = new Map<string, NodeType>();
    for (let at = 0; at < this.waiting.length; at++) {
      const element = this.waiting[at]!;
      const { type, text } = this.elementType(element);
      const name = element.attribute("name")!;
      importing.declare(name, type, text ?? undefined);
      declared.set(name, { ...type, children: { ...declared.get(name)?.children, ...type.children } });
    }
    const globals = new Set(elements.map((element) => element.attribute("name")!));
    const tops = topTypes(Object.fromEntries(declared)).filter((name) => globals.has(name));
    const roots = tops.length > 0 ? tops : [...globals];
    if (roots.length === 0) importing.report("SXP2301", definitions.spanOf(this.root), NO_ELEMENT);
    for (const name of roots)
      importing.declare(name, { ...declared.get(name)!, attributes: this.namespaces(declared.get(name)!) });
    return importing.result(roots, { documentation: definitions.documentationOf(this.root), fields });
  }

  /** Documents say at their root which names and which file they follow. */
  private namespaces({ attributes }: NodeType): Readonly<Record<string, AttributeType>> {
    const isNamed = this.root.attribute("targetNamespace") !== undefined;
    const names = ["xmlns:xsi", ...(isNamed ? ["xmlns", "xsi:schemaLocation"] : ["xsi:noNamespaceSchemaLocation"])];
    return { ...attributes, ...Object.fromEntries(names.map((name) => [name, stringAttribute])) };
  }

  private plan(element: TreeNode): void {
    if (this.planned.has(element.id)) return;
    this.planned.add(element.id);
    this.waiting.push(element);
  }

  private elementType(element: TreeNode): { readonly type: NodeType; readonly text: AttributeType | null } {
    const { content, attributes, text, simple, documentation } = this.typeOfElement(element);
    const own = this.definitions.documentationOf(element) ?? documentation;
    const value = element.attribute("default");
    const said =
      value === undefined ? own : [own, `Default: "${value}".`].filter((part) => part !== undefined).join(" ");
    const described = said === undefined ? {} : { documentation: said };
    const fixed = element.attribute("fixed");
    return {
      type: { ...described, attributes, children: childrenOf(content), text },
      text: simple && { ...simple, ...described, ...(fixed !== undefined && { values: [fixed] }) },
    };
  }

  private typeOfElement(element: TreeNode): Complex {
    const { definitions } = this;
    const inner = element.children.find((child) => ["complexType", "simpleType"].includes(localName(child.type)));
    const name = element.attribute("type");
    if (inner !== undefined) return this.typeOf(inner, 0);
    if (name !== undefined) return this.typeNamed(name, element, 0);
    if (element.attribute("substitutionGroup") === undefined)
      this.importing.report("SXP2303", definitions.spanOf(element), { what: element.attribute("name") ?? "element" });
    return UNKNOWN;
  }

  private typeNamed(name: string, from: TreeNode, depth: number): Complex {
    const { definitions, importing } = this;
    const type = definitions.find("complexType", name);
    if (type !== undefined) return this.typeOf(type, depth);
    if (localName(name) === "anyType" && definitions.isBuiltIn(name)) {
      importing.report("SXP2303", definitions.spanOf(from), { what: name });
      return UNKNOWN;
    }
    return onlyText(this.simpleTypes.named(name, from), undefined);
  }

  private typeOf(type: TreeNode, depth: number): Complex {
    const known = this.complex.get(type.id);
    if (known) return known;
    if (known === null || depth > MAX_DEPTH) {
      this.definitions.tooDeep(type, "types that extend each other", MAX_DEPTH);
      return UNKNOWN;
    }
    this.complex.set(type.id, null);
    const documentation = this.definitions.documentationOf(type);
    const found =
      localName(type.type) === "simpleType"
        ? onlyText(this.simpleTypes.of(type), documentation)
        : this.complexType(type, depth);
    const result = { ...found, documentation };
    this.complex.set(type.id, result);
    return result;
  }

  private complexType(type: TreeNode, depth: number): Complex {
    const isMixed = (node: TreeNode): boolean => ["true", "1"].includes(node.attribute("mixed") ?? "");
    const within = type.children.find((child) => /^(simple|complex)Content$/.test(localName(child.type)));
    const derived = within?.children.find((child) => /^(extension|restriction)$/.test(localName(child.type)));
    if (within === undefined || derived === undefined)
      return { ...this.body(type), text: isMixed(type), simple: null, documentation: undefined };
    const base = this.typeNamed(derived.attribute("base") ?? "", derived, depth + 1);
    const own = this.body(derived);
    const isExtension = localName(derived.type) === "extension";
    const hasSimple = localName(within.type) === "simpleContent";
    if (hasSimple && !isExtension) this.simpleTypes.leaveOutFacets(derived);
    return {
      content: hasSimple ? NOTHING : isExtension ? sequenceOf([base.content, own.content]) : own.content,
      attributes: this.attributes.withoutProhibited({ ...base.attributes, ...own.attributes }, derived),
      text: hasSimple || isMixed(type) || isMixed(within) || (isExtension && base.text),
      simple: null,
      documentation: undefined,
    };
  }

  /** The content and the attributes that stand directly in a type, an extension or a restriction. */
  private body(of: TreeNode): Pick<Complex, "content" | "attributes"> {
    const particles = of.children.filter((child) => PARTICLES.has(localName(child.type)));
    return { content: sequenceOf(particles.map((one) => this.content(one))), attributes: this.attributes.of(of) };
  }

  /** As deep as the document is, which is bounded; groups are met once. */
  private content(particle: TreeNode): Content {
    const parts = (): Content[] =>
      particle.children.filter((child) => PARTICLES.has(localName(child.type))).map((child) => this.content(child));
    const occurs = occursOf(particle);
    switch (localName(particle.type)) {
      case "element":
        return times(this.element(particle), occurs);
      case "group":
        return times(this.group(particle), occurs);
      case "choice":
        return times(choiceOf(parts()), occurs);
      case "any":
        this.importing.report("SXP2303", this.definitions.spanOf(particle), { what: particle.type });
        return NOTHING;
      default:
        return times(sequenceOf(parts()), occurs);
    }
  }

  private element(particle: TreeNode): Content {
    const { definitions } = this;
    const reference = particle.attribute("ref");
    const element = reference === undefined ? particle : definitions.find("element", reference);
    if (element === undefined) {
      definitions.missing(reference!, particle);
      return NOTHING;
    }
    const name = element.attribute("name");
    if (name === undefined) return NOTHING;
    this.plan(element);
    return new Map([[name, { min: 1, max: 1 }]]);
  }

  private group(particle: TreeNode): Content {
    const { definitions } = this;
    const reference = particle.attribute("ref") ?? "";
    const group = definitions.find("group", reference);
    if (group === undefined) {
      definitions.missing(reference, particle);
      return NOTHING;
    }
    const known = this.contents.get(group.id);
    if (known !== undefined) return known ?? NOTHING;
    this.contents.set(group.id, null);
    const inner = group.children.filter((child) => PARTICLES.has(localName(child.type)));
    if (++this.groups > MAX_DEPTH) definitions.tooDeep(group, "groups in each other", MAX_DEPTH);
    const content = this.groups > MAX_DEPTH ? NOTHING : sequenceOf(inner.map((one) => this.content(one)));
    this.groups--;
    this.contents.set(group.id, content);
    return content;
  }
}

const PARTICLES = new Set(["sequence", "choice", "all", "group", "element", "any"]);
const NO_ELEMENT = { kind: "XSD", problem: "it declares no element" };

/** Of what is not known: text, as that is what one reads of it. */
const UNKNOWN: Complex = { content: NOTHING, attributes: {}, text: true, simple: null, documentation: undefined };

const onlyText = (simple: AttributeType, documentation: string | undefined): Complex => ({
  content: NOTHING,
  attributes: {},
  text: true,
  simple,
  documentation,
});
