import type { LanguageName } from "@semantic-xpath/values";
import type { ValueType } from "./valueType.js";

/**
 * The schema model: what node types there are, what they carry and what they contain.
 * It is the parsed form of a schema file, whose format schema/sxp-schema.json describes.
 */
export interface Schema {
  readonly version: 1;
  readonly documentation?: string;
  /** Refuses an update that breaks a bound on occurrences, regardless of its caller. Absent: the caller decides. */
  readonly strict?: true;
  /** The language of the texts, for scorers that compare words and are not given one. Absent: English. */
  readonly language?: LanguageName;
  /** Types that the root of a tree may have. */
  readonly roots: readonly string[];
  readonly types: Readonly<Record<string, NodeType>>;
}

export interface NodeType {
  readonly documentation?: string;
  /** Other names of such nodes. Absent: none. */
  readonly aliases?: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeType>>;
  /** Child types with how often each may occur under one parent. */
  readonly children: Readonly<Record<string, Occurrence>>;
  /** True if nodes of this type have own text. */
  readonly text: boolean;
  /** Excludes them and their content from the text of the nodes that contain them. Absent: they are included. */
  readonly searchable?: false;
  /** With what a scorer may read nodes of this type beside their own text; false: with nothing. Absent: a turn of a conversation with what is around it, others with nothing. */
  readonly context?: ReadingContext | false;
  /** From when to when nodes of this type hold. Absent: they hold at all times. */
  readonly validity?: Validity;
}

/** The attributes that declare when a node holds; an absent one is undeclared. */
export interface Validity {
  /** It holds from then on. */
  readonly from?: string;
  /** It no longer holds from then on. */
  readonly to?: string;
  /** The id of the node that took its place. */
  readonly by?: string;
  readonly status?: string;
  /** Values of the status with which it never holds. Absent: `retracted` and `failed`. */
  readonly hides?: readonly string[];
}

/** Context of a node for reading. Absent members have their defaults. */
export interface ReadingContext {
  /** The type of ancestor whose text and facts it is read with. Absent: its parent. */
  readonly within?: string;
  /** Attributes of that node and of those above it that are facts about this one: a date, a title. Absent: all that are searched. */
  readonly facts?: readonly string[];
  /** Number of nodes of its type before it and after it. Absent: 2. */
  readonly neighbours?: number;
  /** The attribute that names who says it. Absent: speaker, sender, author, from or role. */
  readonly by?: string;
}

export interface AttributeType {
  readonly type: ValueType;
  /** Values that do not read as the type have no value of it, with a caveat; of a string: those that read as another type compare so. Absent: they are errors. */
  readonly odd?: "absent";
  readonly documentation?: string;
  /** Other names; for a Boolean attribute, names of nodes of which it is true. Absent: none. */
  readonly aliases?: readonly string[];
  readonly required: boolean;
  /** Allowed values as written in the data; absent: any. */
  readonly values?: readonly string[];
  /** The data writes it as a child element of that name: a field element. It is an attribute anyway. */
  readonly element: boolean;
  /** Excludes it from the text of nodes, though a query may name it. Absent: it is included. */
  readonly searchable?: false;
}

/** Bounds on occurrences. `max` is absent without a bound. */
export interface Occurrence {
  readonly min: number;
  readonly max?: number;
}
