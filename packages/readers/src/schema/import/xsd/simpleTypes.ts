import { type AttributeType, readsAs, type ValueType } from "@semantic-xpath/planner";
import type { TreeNode } from "@semantic-xpath/tree";
import { joinAttributes } from "../../join.js";
import { type Importing, stringAttribute } from "../importing.js";
import { localName, type XsdDefinitions } from "./definitions.js";

const typesNamed = (type: ValueType, names: string): [string, ValueType][] =>
  names.split(" ").map((name) => [name, type]);

/** The built-in types that are more than a string. */
const BUILT_IN = new Map<string, ValueType>([
  ...typesNamed(
    "number",
    "decimal integer float double long int short byte nonNegativeInteger nonPositiveInteger positiveInteger negativeInteger " +
      "unsignedLong unsignedInt unsignedShort unsignedByte gYear",
  ),
  ...typesNamed("boolean", "boolean"),
  ...typesNamed("date", "date gYearMonth"),
  ...typesNamed("dateTime", "dateTime dateTimeStamp"),
  ...typesNamed("time", "time"),
  ...typesNamed("duration", "duration dayTimeDuration yearMonthDuration"),
  ...typesNamed("id", "ID"),
  ...typesNamed("ref", "IDREF IDREFS"),
  ...typesNamed(
    "string",
    "string normalizedString token language Name NCName NMTOKEN NMTOKENS ENTITY ENTITIES QName NOTATION anyURI hexBinary base64Binary " +
      "gMonth gDay gMonthDay anySimpleType anyAtomicType anyType",
  ),
]);

const FACETS =
  /^(pattern|length|minLength|maxLength|(min|max)(In|Ex)clusive|totalDigits|fractionDigits|assertion|explicitTimezone)$/;

/** Types that derive from each other. */
const MAX_DEPTH = 100;

/** What texts read as, of simple types. */
export class SimpleTypes {
  private readonly known = new Map<number, AttributeType>();
  private readonly open = new Set<number>();

  constructor(
    private readonly definitions: XsdDefinitions,
    private readonly importing: Importing,
  ) {}

  /** That of an element or attribute: its own simple type, or the one that it names. */
  ofDeclaration(declaration: TreeNode): AttributeType {
    const inner = declaration.children.find((child) => localName(child.type) === "simpleType");
    if (inner !== undefined) return this.of(inner);
    const name = declaration.attribute("type");
    return name === undefined ? stringAttribute : this.named(name, declaration);
  }

  named(name: string, from: TreeNode): AttributeType {
    const type = this.definitions.find("simpleType", name);
    if (type !== undefined) return this.of(type);
    const builtIn = this.definitions.isBuiltIn(name) ? BUILT_IN.get(localName(name)) : undefined;
    if (builtIn !== undefined) return { ...stringAttribute, type: builtIn };
    // Simple content may extend a complex type, and of that there is the text.
    if (this.definitions.find("complexType", name) === undefined) this.definitions.missing(name, from);
    return stringAttribute;
  }

  of(type: TreeNode): AttributeType {
    const known = this.known.get(type.id);
    if (known !== undefined) return known;
    if (this.open.has(type.id) || this.open.size > MAX_DEPTH) {
      this.definitions.tooDeep(type, "types that restrict each other", MAX_DEPTH);
      return stringAttribute;
    }
    this.open.add(type.id);
    const found = this.find(type);
    this.open.delete(type.id);
    this.known.set(type.id, found);
    return found;
  }

  leaveOutFacets(restriction: TreeNode): void {
    for (const child of restriction.children) {
      const facet = localName(child.type);
      if (FACETS.test(facet)) this.importing.leaveOut(facet, this.definitions.spanOf(child));
    }
  }

  private find(type: TreeNode): AttributeType {
    const derivation = type.children.find((child) => /^(restriction|list|union)$/.test(localName(child.type)));
    if (derivation === undefined) return stringAttribute;
    const inner = derivation.children.filter((child) => localName(child.type) === "simpleType");
    if (localName(derivation.type) === "list") {
      const item = derivation.attribute("itemType");
      const of = item === undefined ? inner.map((one) => this.of(one))[0] : this.named(item, derivation);
      return of?.type === "ref" ? { ...stringAttribute, type: "ref" } : stringAttribute;
    }
    if (localName(derivation.type) === "union") {
      const members = (derivation.attribute("memberTypes") ?? "").split(/\s+/).filter((name) => name !== "");
      const all = [...members.map((name) => this.named(name, derivation)), ...inner.map((one) => this.of(one))];
      return all.length === 0 ? stringAttribute : all.reduce(joinAttributes);
    }
    this.leaveOutFacets(derivation);
    const [own] = inner;
    const base = own === undefined ? this.named(derivation.attribute("base") ?? "", derivation) : this.of(own);
    const enumeration = derivation.children.filter((child) => localName(child.type) === "enumeration");
    const values = enumeration.flatMap((child) => child.attribute("value") ?? []);
    if (values.length === 0) return base;
    const fits = values.every((value) => readsAs(value, base.type));
    return { ...base, type: fits ? base.type : "string", values: [...new Set(values)] };
  }
}
