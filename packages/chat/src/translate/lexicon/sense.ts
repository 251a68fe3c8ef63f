/** What a word or several mean in the schema and the data, and how surely, in (0, 1]. */
export type Sense = TypeSense | AttributeSense | ValueSense;

/** Nodes of a type. */
interface TypeSense {
  readonly kind: "type";
  readonly type: string;
  readonly strength: number;
}

/** An attribute of a type. Of a Boolean one, that it is true. */
interface AttributeSense {
  readonly kind: "attribute";
  readonly type: string;
  readonly attribute: string;
  readonly strength: number;
  /** Words that ask whether a Boolean attribute is false: "indoors" of what is in the open air. */
  readonly isFalse?: true;
}

/** Nodes of a type whose attribute has a value, or has the words in it. */
interface ValueSense {
  readonly kind: "value";
  readonly type: string;
  readonly attribute: string;
  readonly strength: number;
  /**
   * How the value is asked for: `is` these values as they are in the data; `has` these words in it, or in one of the attributes `also` named.
   */
  readonly test: { readonly is: readonly string[] } | { readonly has: string; readonly also: readonly string[] };
}

/** The text of an own text as an attribute: no schema has an attribute of this name. */
export const OWN_TEXT = "text()";
