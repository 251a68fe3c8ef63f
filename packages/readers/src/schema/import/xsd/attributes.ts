import type { AttributeType } from "@semantic-xpath/planner";
import type { TreeNode } from "@semantic-xpath/tree";
import { type Importing, stringAttribute } from "../importing.js";
import { localName, type XsdDefinitions } from "./definitions.js";
import type { SimpleTypes } from "./simpleTypes.js";

/** Groups within each other. */
const MAX_DEPTH = 256;

type Attributes = Readonly<Record<string, AttributeType>>;

/** The attributes that complex types and groups of attributes declare. */
export class XsdAttributes {
  /** Of groups; null while one is being read. */
  private readonly groups = new Map<number, Attributes | null>();
  private open = 0;

  constructor(
    private readonly definitions: XsdDefinitions,
    private readonly simpleTypes: SimpleTypes,
    private readonly importing: Importing,
  ) {}

  /** Those that stand directly in a type, an extension, a restriction or a group. */
  of(parent: TreeNode): Attributes {
    const attributes: [string, AttributeType][] = [];
    for (const child of parent.children) {
      const word = localName(child.type);
      if (word === "attribute") attributes.push(...this.attribute(child));
      else if (word === "attributeGroup") attributes.push(...Object.entries(this.group(child)));
      else if (word === "anyAttribute")
        this.importing.report("SXP2303", this.definitions.spanOf(child), { what: child.type });
    }
    return Object.fromEntries(attributes);
  }

  /** A restriction may take attributes away. */
  withoutProhibited(attributes: Attributes, parent: TreeNode): Attributes {
    const prohibited = parent.children.filter((child) => child.attribute("use") === "prohibited").map(nameOf);
    return Object.fromEntries(Object.entries(attributes).filter(([name]) => !prohibited.includes(name)));
  }

  private attribute(declaration: TreeNode): [string, AttributeType][] {
    const { definitions } = this;
    const name = nameOf(declaration);
    if (name === "" || declaration.attribute("use") === "prohibited") return [];
    const reference = declaration.attribute("ref");
    const global = reference === undefined ? declaration : definitions.find("attribute", reference);
    const required = declaration.attribute("use") === "required";
    if (reference?.startsWith("xml:"))
      return [[reference, { ...stringAttribute, type: reference === "xml:id" ? "id" : "string", required }]];
    if (global === undefined) definitions.missing(reference!, declaration);
    const type = global === undefined ? stringAttribute : this.simpleTypes.ofDeclaration(global);
    const fixed = declaration.attribute("fixed") ?? global?.attribute("fixed");
    const value = declaration.attribute("default") ?? global?.attribute("default");
    const said = definitions.documentationOf(declaration) ?? (global && definitions.documentationOf(global));
    const all = [said, value === undefined ? undefined : `Default: "${value}".`].filter((part) => part !== undefined);
    const documentation = all.length === 0 ? {} : { documentation: all.join(" ") };
    return [[name, { ...type, ...documentation, required, ...(fixed !== undefined && { values: [fixed] }) }]];
  }

  private group(use: TreeNode): Attributes {
    const { definitions } = this;
    const reference = use.attribute("ref") ?? "";
    const group = definitions.find("attributeGroup", reference);
    if (group === undefined) {
      definitions.missing(reference, use);
      return {};
    }
    const known = this.groups.get(group.id);
    if (known !== undefined) return known ?? {};
    this.groups.set(group.id, null);
    if (++this.open > MAX_DEPTH) definitions.tooDeep(group, "groups in each other", MAX_DEPTH);
    const attributes = this.open > MAX_DEPTH ? {} : this.of(group);
    this.open--;
    this.groups.set(group.id, attributes);
    return attributes;
  }
}

const nameOf = (declaration: TreeNode): string =>
  declaration.attribute("name") ?? localName(declaration.attribute("ref") ?? "");
