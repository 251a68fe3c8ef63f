import type { LanguageName } from "@semantic-xpath/values";
import type { ValueType } from "./valueType.js";

/**
 * The schema model: what node types there are, what they carry and what they contain.
 * It is the parsed form of a schema file, whose format schema/sxp-schema.json describes.
 */
export interface Schema {
  readonly version: 1;
  readonly documentation?: string;
  /** Whether an update that breaks a bound on occurrences is refused, whatever its caller allows. Absent: the caller decides. */
  readonly strict?: true;
  /** The language of the texts, for scorers that compare words and are not given one. Absent: English. */
  readonly language?: LanguageName;
  /** Types that the root of a tree may have. */
  readonly roots: readonly string[];
  readonly types: Readonly<Record<string, NodeType>>;
}

export interface NodeType {
  readonly documentation?: string;
  /** What people call such nodes besides. Absent: nothing else. */
  readonly aliases?: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeType>>;
  /** Child types with how often each may occur under one parent. */
  readonly children: Readonly<Record<string, Occurrence>>;
  /** Whether nodes of this type have own text. */
  readonly text: boolean;
  /** Whether they and what is in them are left out of the text of the nodes that they are in. Absent: they are a part of it. */
  readonly searchable?: false;
  /** With what a scorer may read nodes of this type beside their own text; false: with nothing. Absent: a turn of a conversation with what is around it, others with nothing. */
  readonly context?: ReadingContext | false;
  /** From when to when nodes of this type hold. Absent: they hold at all times. */
  readonly validity?: Validity;
}

/** The attributes that say when a node holds; what is absent says nothing. */
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

/** What a node is read with. What is absent has its default. */
export interface ReadingContext {
  /** The type of ancestor whose text and facts it is read with. Absent: its parent. */
  readonly within?: string;
  /** Attributes of that node and of those above it that are facts about this one: a date, a title. Absent: all that are searched. */
  readonly facts?: readonly string[];
  /** How many nodes of its type before it and after it. Absent: 2. */
  readonly neighbours?: number;
  /** The attribute that names who says it. Absent: speaker, sender, author, from or role. */
  readonly by?: string;
}

export interface AttributeType {
  readonly type: ValueType;
  /** Values that do not read as the type have no value of it, with a caveat; of a string: those that read as another type compare so. Absent: they are errors. */
  readonly odd?: "absent";
  readonly documentation?: string;
  /** What people call it besides; of a Boolean one, what they call nodes of which it is true. Absent: nothing else. */
  readonly aliases?: readonly string[];
  readonly required: boolean;
  /** Allowed values as written in the data; absent: any. */
  readonly values?: readonly string[];
  /** The data writes it as a child element of that name: a field element. It is an attribute anyway. */
  readonly element: boolean;
  /** Whether it is left out of the text of nodes, though a query may name it. Absent: it is a part of it. */
  readonly searchable?: false;
}

/** `max` is absent if there is no bound. */
export interface Occurrence {
  readonly min: number;
  readonly max?: number;
}
