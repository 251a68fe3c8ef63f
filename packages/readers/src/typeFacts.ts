import type { AttributeType } from "@semantic-xpath/planner";
import { ALL_BITS, typeOfBits, valueBits } from "./valueTypes.js";

/** Distinct values up to which an attribute is taken for an enumeration, and how often each must be used on average. */
const MOST_VALUES = 12;
const LEAST_USES = 3;

/** What is seen of one attribute of one type. */
export class AttributeFacts {
  private count = 0;
  private bits = ALL_BITS;
  /** Distinct values, one more than an enumeration may have at most. */
  private readonly distinct = new Set<string>();

  add(value: string, bits = valueBits(value)): void {
    this.count++;
    this.bits &= bits;
    if (this.distinct.size <= MOST_VALUES) this.distinct.add(value);
  }

  /** The declaration, given how many nodes the type has. */
  declaration(nodes: number, element: boolean): AttributeType {
    const type = typeOfBits(this.bits);
    const isEnumeration =
      type === "string" && this.distinct.size <= MOST_VALUES && this.count >= LEAST_USES * this.distinct.size;
    return {
      type,
      required: this.count === nodes,
      ...(isEnumeration ? { values: [...this.distinct] } : {}),
      element,
    };
  }
}

/** How often one child type occurs under the nodes of one type. */
export interface ChildFacts {
  parents: number;
  min: number;
  max: number;
}

/** What is seen of the nodes of one type. */
export interface TypeFacts {
  nodes: number;
  texts: number;
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
  isRoot: false,
  isLeaf: true,
  attributes: new Map(),
  children: new Map(),
  asField: new Map(),
});
