import type { NodeType, Occurrence } from "@semantic-xpath/planner";
import type { JsonOptions } from "../../../json.js";
import { joinNodeTypes } from "../../join.js";
import { ABSENT, type Content, childrenOf, choiceOf, sequenceOf } from "../content.js";
import { type ImportedSchema, Importing, noNode } from "../importing.js";
import { Alternatives, keyOf, type Together } from "./alternatives.js";
import { elementsOf } from "./elements.js";
import { documentationOf, kindsOf, scalarOf, valuesOf } from "./facts.js";
import { leftOutOf, propertiesOf, requiredOf } from "./properties.js";
import { References } from "./references.js";
import { type Json, memberOf, readJsonSource } from "./source.js";

export type JsonSchemaOptions = Pick<JsonOptions, "typeKey" | "childrenKey" | "textKey" | "rootType" | "itemType">;

/**
 * The schema of the trees that `readJson` makes, with the same options, of the data that a JSON Schema describes (2020-12, 2019-09 and
 * draft 4 to 7). Never throws and fetches nothing; what a schema can't say is a diagnostic.
 *
 * A value may be what any of its alternatives allows: `allOf` is joined, each branch of `oneOf`, `anyOf` and `if` is tried. Objects that
 * stand under the same key are one type, as they are in the tree. Types that the member `typeKey` names are those of its `const` or
 * `enum`. What the JSON Schema does not name is not there.
 *
 * @example importJsonSchema('{"type":"object","properties":{"day":{"format":"date","type":"string"}}}').schema?.roots // ["root"]
 */
export function importJsonSchema(text: string, options: JsonSchemaOptions = {}): ImportedSchema {
  const importing = new Importing("JSON Schema");
  let root: Json;
  try {
    root = readJsonSource(text);
  } catch (error) {
    return importing.unreadable(error, { start: 0, end: Math.min(text.length, 1) });
  }
  return new JsonSchemaImport(root, options, importing).run();
}

/** Types of values under one name are found by alternatives; what they hold waits in a list, so that no definition is too deep. */
class JsonSchemaImport {
  private readonly alternatives: Alternatives;
  private readonly typeKey: string | null;
  private readonly childrenKey: string;
  private readonly textKey: string;
  private readonly rootType: string;
  private readonly itemType: string;
  private readonly waiting: (() => void)[] = [];
  private readonly planned = new Set<string>();

  constructor(
    private readonly root: Json,
    options: JsonSchemaOptions,
    private readonly importing: Importing,
  ) {
    this.typeKey = options.typeKey === undefined ? "type" : options.typeKey;
    this.childrenKey = options.childrenKey ?? "children";
    this.textKey = options.textKey ?? "text";
    this.rootType = options.rootType ?? "root";
    this.itemType = options.itemType ?? "item";
    this.alternatives = new Alternatives(new References(root, importing), this.typeKey, importing);
  }

  run(): ImportedSchema {
    leftOutOf(this.root, this.importing);
    const roots: string[] = [];
    for (const together of this.alternatives.of([this.root])) roots.push(...this.rootsOf(together));
    for (let at = 0; at < this.waiting.length && at < MAX_TYPES; at++) this.waiting[at]!();
    if (this.waiting.length > MAX_TYPES)
      this.importing.report("SXP2307", this.root.span, { what: "different objects", limit: MAX_TYPES });
    const [first = []] = this.alternatives.of([this.root]);
    return this.importing.result(roots, documentationOf(first));
  }

  /** A root with nothing but one object in it is a wrapper: its key names the root. */
  private rootsOf(together: Together): readonly string[] {
    const kinds = kindsOf(together);
    if (kinds === null) this.importing.report("SXP2303", this.root.span, { what: "the root" });
    const roots: string[] = [];
    if (kinds?.has("array")) roots.push(this.planList(together, this.rootType));
    if (kinds?.has("string") || kinds?.has("number") || kinds?.has("boolean"))
      roots.push(this.leaf(this.rootType, together));
    if (!kinds?.has("object")) return roots;
    const properties = [...propertiesOf(together, this.importing)].map(([key, schemas]) => ({
      key,
      schemas,
      kinds: this.kindsUnder(schemas),
      required: requiredOf(together).has(key),
    }));
    const mustStay = properties.filter(({ required, kinds }) => required && !kinds.has("null"));
    for (const { key, schemas, kinds } of properties) {
      const isAlone = mustStay.every((other) => other.key === key);
      if (isAlone && kinds.has("object")) roots.push(...this.nodesOf(schemas, key, true).names);
    }
    const [only, second] = properties;
    const isWrapper =
      only !== undefined && second === undefined && only.required && [...only.kinds].join() === "object";
    return isWrapper ? roots : [...roots, ...this.planObject(together, this.rootType)];
  }

  private kindsUnder(schemas: readonly Json[]): ReadonlySet<string> {
    return new Set(this.alternatives.of(schemas).flatMap((one) => [...(kindsOf(one) ?? ["string"])]));
  }

  /** The types of the nodes that a value becomes in a list, or at all; whether it may become none. */
  private nodesOf(schemas: readonly Json[], name: string, objectsOnly = false): Nodes {
    const names = new Set<string>();
    let isOptional = false;
    for (const together of this.alternatives.of(schemas)) {
      const kinds = kindsOf(together);
      if (kinds === null) this.reportAnything(schemas, name);
      if (kinds?.has("null")) isOptional = true;
      if (kinds?.has("object")) for (const type of this.planObject(together, name)) names.add(type);
      if (objectsOnly) continue;
      if (kinds?.has("array")) names.add(this.planList(together, name));
      if (kinds === null || kinds.has("string") || kinds.has("number") || kinds.has("boolean"))
        names.add(this.leaf(name, together));
    }
    return { names: [...names], isOptional };
  }

  /** For a reference that can't be followed, everything is reported. */
  private reportAnything(schemas: readonly Json[], what: string): void {
    if (schemas.every((schema) => memberOf(schema, "$ref") === undefined))
      this.importing.report("SXP2303", schemas[0]!.span, { what });
  }

  private leaf(name: string, together: Together): string {
    this.importing.declare(name, { ...noNode, ...documentationOf(together), text: true });
    return name;
  }

  /** An array that is a node of its own, of `itemType` children. */
  private planList(together: Together, name: string): string {
    this.plan(`[${keyOf(together)}] ${name}`, () => {
      const children = childrenOf(this.contentOf(together, this.itemType));
      this.importing.declare(name, { ...noNode, ...documentationOf(together), children });
    });
    return name;
  }

  /** The types that an object has under a name; what it holds is found later. */
  private planObject(together: Together, name: string): readonly string[] {
    const names = this.namesOf(together, name);
    for (const type of names)
      this.plan(`{${keyOf(together)}} ${type}`, () => this.importing.declare(type, this.nodeType(together)));
    return names;
  }

  private plan(key: string, work: () => void): void {
    if (this.planned.has(key)) return;
    this.planned.add(key);
    this.waiting.push(work);
  }

  private namesOf(together: Together, name: string): readonly string[] {
    const { typeKey } = this;
    const schemas = typeKey === null ? undefined : propertiesOf(together, this.importing).get(typeKey);
    if (schemas === undefined) return [name];
    const names = new Set<string>();
    if (!requiredOf(together).has(typeKey!)) names.add(name);
    for (const one of this.alternatives.of(schemas)) {
      const kinds = kindsOf(one);
      const values = valuesOf(one);
      const isText = kinds === null || kinds.has("string");
      for (const value of values ?? []) if (value.isString) names.add(value.text!);
      if (kinds === null || kinds.size > 1 || !isText || values === null) names.add(name);
      if (isText && values === null)
        this.importing.report("SXP2306", schemas[0]!.span, { member: typeKey!, type: name });
    }
    return [...names];
  }

  private nodeType(together: Together): NodeType {
    const required = requiredOf(together);
    const attributes: [string, NodeType["attributes"][string]][] = [];
    const contents: Content[] = [];
    let text = false;
    for (const [key, schemas] of propertiesOf(together, this.importing)) {
      const part = this.member(key, schemas, required.has(key));
      attributes.push(...Object.entries(part.attributes));
      contents.push(new Map(Object.entries(part.children)));
      text ||= part.text;
    }
    const children = childrenOf(sequenceOf(contents));
    return { ...documentationOf(together), attributes: Object.fromEntries(attributes), children, text };
  }

  /** Result of one member of an object: an attribute, children, or text. */
  private member(key: string, schemas: readonly Json[], isRequired: boolean): NodeType {
    const parts = this.alternatives.of(schemas).flatMap((together) => this.memberOf(key, together, schemas));
    if (parts.length === 0) return noNode;
    return (isRequired ? parts : [...parts, noNode]).reduce(joinNodeTypes);
  }

  private memberOf(key: string, together: Together, schemas: readonly Json[]): readonly NodeType[] {
    const kinds = kindsOf(together);
    if (kinds === null) this.reportAnything(schemas, key);
    const parts: NodeType[] = [];
    const scalar = scalarOf(together, key === this.textKey || key === this.typeKey);
    if (scalar !== null) parts.push({ ...noNode, attributes: Object.fromEntries([[key, scalar]]) });
    if (kinds === null || (kinds.has("string") && key === this.textKey))
      parts.push({ ...noNode, text: key === this.textKey });
    if (kinds === null || kinds.has("null") || (kinds.has("string") && key === this.typeKey)) parts.push(noNode);
    if (kinds?.has("array")) {
      const type = key === this.childrenKey ? this.itemType : key;
      parts.push({ ...noNode, children: Object.fromEntries(this.contentOf(together, type)) });
    }
    if (kinds?.has("object")) {
      const names = this.planObject(together, key);
      const content = choiceOf(names.map((name) => new Map([[name, ONE]])));
      parts.push({ ...noNode, children: Object.fromEntries(content) });
    }
    return parts;
  }

  /** The children that the elements of an array become. */
  private contentOf(together: Together, name: string): Content {
    const { first, rest, min, max } = elementsOf(together);
    const content = first.slice(0, max).map((schemas, index) => this.element(schemas, name, index < min));
    if (rest === null || (max !== undefined && max <= first.length)) return sequenceOf(content);
    const { names, isOptional } = this.nodesOf(rest, name);
    const least = names.length === 1 && !isOptional ? Math.max(0, min - first.length) : 0;
    const most = max === undefined ? {} : { max: max - first.length };
    content.push(new Map(names.map((type) => [type, { min: least, ...most }])));
    return sequenceOf(content);
  }

  private element(schemas: readonly Json[], name: string, isThere: boolean): Content {
    const { names, isOptional } = this.nodesOf(schemas, name);
    const single = choiceOf(names.map((type) => new Map([[type, ONE]])));
    return isThere && !isOptional ? single : new Map([...single].map(([type]) => [type, { ...ABSENT, max: 1 }]));
  }
}

interface Nodes {
  readonly names: readonly string[];
  readonly isOptional: boolean;
}

const ONE: Occurrence = { min: 1, max: 1 };
/** Objects under a name that are distinguished. */
const MAX_TYPES = 20_000;
