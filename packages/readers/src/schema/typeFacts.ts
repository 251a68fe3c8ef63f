import {
  type AttributeType,
  kindOfType,
  parsedType,
  readsAs,
  textOfType,
  type ValueType,
} from "@semantic-xpath/planner";
import { ColumnInference } from "@semantic-xpath/values";

/** Distinct values up to which an attribute is taken for an enumeration, and how often each must be used: rare ones say that more come. */
const MAX_VALUES = 12;
const MIN_USES = 3;
/** UTF-16 units of an example in documentation. */
const MAX_OF_EXAMPLE = 40;

/** Facts of one attribute of one type. `expected`: a person's declaration, which stays as far as the values allow. */
export class AttributeFacts {
  private count = 0;
  private readonly column = new ColumnInference();
  /** Uses of distinct values, of one more than an enumeration may have at most. */
  private readonly uses = new Map<string, number>();
  private isAsExpected = true;
  private isListed = true;
  /** Reference type by all trees so far; null: they disagree, or it is neither an id nor a reference. */
  private reference: ValueType | null | undefined;

  constructor(private readonly expected?: AttributeType) {}

  /** Adds a value of `uses` nodes; `isFurther`: they have one already. */
  add(value: string, uses = 1, isFurther = false): void {
    if (!isFurther) this.count += uses;
    this.column.add(value, uses);
    const before = this.uses.get(value) ?? 0;
    if (before > 0 || this.uses.size <= MAX_VALUES) this.uses.set(value, before + uses);
    const { expected } = this;
    if (expected === undefined || before > 0) return;
    this.isAsExpected &&= expected.odd !== undefined || readsAs(value, expected.type);
    this.isListed &&= expected.values?.includes(value) ?? true;
  }

  /** A value that names one node names another one, too: then an expected `id` does not hold. */
  addRepeated(): void {
    this.isAsExpected = false;
  }

  /** Id or reference type of one more tree. */
  refer(type: ValueType | null): void {
    this.reference = this.reference === undefined ? type : bothReferences(this.reference, type);
  }

  get isId(): boolean {
    return kindOfType(this.type) === "id";
  }

  /** The declaration, given how many nodes the type has, and the types that have ids to refer to; null: those are known by their names. */
  declaration(nodes: number, element: boolean, named: ReadonlySet<string> | null): AttributeType {
    const { expected } = this;
    const type = named === null ? this.type : this.typeAmong(named);
    const values = expected === undefined ? this.enumeration(type) : this.widened(expected.values);
    const odd = this.oddOf(type);
    return { type, ...(odd && { odd }), required: this.count === nodes, ...(values && { values }), element };
  }

  /** A value as data write it, for documentation; null if all are empty. */
  get example(): string | null {
    return exampleOf([...this.uses.keys()].find((value) => value.trim() !== "") ?? "");
  }

  private get type(): ValueType {
    if (this.expected !== undefined && this.isAsExpected) return this.expected.type;
    return this.reference ?? this.inferred;
  }

  private get inferred(): ValueType {
    return textOfType(this.column.facts.type ?? { kind: "string" });
  }

  private oddOf(type: ValueType): AttributeType["odd"] {
    if (this.isAsExpected && type === this.expected?.type) return this.expected.odd;
    const { odd, blank, isMixed, nearly } = this.column.facts;
    const isOdd = isMixed || nearly !== null || (odd + blank > 0 && type !== "string");
    return isOdd && type === this.inferred ? "absent" : undefined;
  }

  /** A reference to a type without ids in another tree is dropped. */
  private typeAmong(named: ReadonlySet<string>): ValueType {
    const { type } = this;
    const parsed = parsedType(type);
    if (parsed.kind !== "ref") return type;
    const types = (parsed.types ?? [...named]).filter((one) => named.has(one));
    if (types.length === 0) return this.inferred;
    return type === this.expected?.type ? type : textOfType({ kind: "ref", types });
  }

  private enumeration(type: ValueType): readonly string[] | undefined {
    const isUsed = [...this.uses.values()].every((uses) => uses >= MIN_USES);
    return type === "string" && isUsed && this.areFew ? [...this.uses.keys()] : undefined;
  }

  /** The values that a person allowed, with those that are seen besides if they are few. */
  private widened(values: readonly string[] | undefined): readonly string[] | undefined {
    if (values === undefined || this.isListed) return values;
    return this.areFew ? [...new Set([...values, ...this.uses.keys()])] : undefined;
  }

  private get areFew(): boolean {
    return this.uses.size <= MAX_VALUES;
  }
}

/** Ids stay ids, and references may lead to what they lead to in either tree. */
function bothReferences(a: ValueType | null, b: ValueType | null): ValueType | null {
  if (a === null || b === null) return null;
  const [one, other] = [parsedType(a), parsedType(b)];
  if (one.kind === "id" && other.kind === "id") return a;
  if (one.kind !== "ref" || other.kind !== "ref") return null;
  return textOfType({ kind: "ref", types: [...new Set([...(one.types ?? []), ...(other.types ?? [])])] });
}

/** `e.g. "High Park"` in one line; null for an empty text. */
export function exampleOf(value: string): string | null {
  const line = value.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (line === "") return null;
  const letters = [...line];
  return `e.g. "${letters.length <= MAX_OF_EXAMPLE ? line : `${letters.slice(0, MAX_OF_EXAMPLE - 1).join("")}…`}"`;
}

/** Occurrences of one child type under the nodes of one type that have it. */
export interface ChildFacts {
  parents: number;
  min: number;
  max: number;
}

/** Facts of the nodes of one type. */
export interface TypeFacts {
  nodes: number;
  texts: number;
  example: string | null;
  isRoot: boolean;
  isLeaf: boolean;
  readonly attributes: Map<string, AttributeFacts>;
  readonly children: Map<string, ChildFacts>;
  /** Own texts, as if the type were a field of each parent type: for `fields`. */
  readonly asField: Map<string, AttributeFacts>;
}

export const noFacts = (): TypeFacts => ({
  nodes: 0,
  texts: 0,
  example: null,
  isRoot: false,
  isLeaf: true,
  attributes: new Map(),
  children: new Map(),
  asField: new Map(),
});
