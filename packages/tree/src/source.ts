import type { FormatName } from "./formats.js";
import type { NodeId } from "./ids.js";

/** The reader's facts about the source of a tree. */
export interface TreeSource {
  readonly format: FormatName | "object" | "folder";
  /** True if `spanStart` and `spanEnd` are set. */
  readonly spans: boolean;
  /**
   * The documents that the tree is made of where they are several, in document order, none within another. The spans of their nodes are
   * offsets in their own texts, and nodes outside of them have none.
   */
  readonly documents?: readonly TreeDocument[];
  /** The name of the mapping by which it was read. */
  readonly mapping?: string;
  /** By type the attributes that are excluded from the text of a node, though a query may name them. */
  readonly unsearchable?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The types of nodes that are, with all that is in them, no part of the text of the nodes that they are in. */
  readonly unsearchableTypes?: ReadonlySet<string>;
  /** By type with what its nodes are read; null: with nothing. Types that are not here are read as `contextOf` says. */
  readonly contexts?: ReadonlyMap<string, ContextRule | null>;
  /** Language of its texts, by the name that `languageNamed` returns. A schema declares it. */
  readonly language?: string;
  /** By attribute what its bare numbers are: of a unit, or of a currency. A schema declares it. */
  readonly units?: ReadonlyMap<string, { readonly kind: "quantity" | "money"; readonly unit: string }>;
  /** Subtrees that are a part of the tree, and no part of the text of the nodes above them: by their tops, ascending; one may be within another. */
  readonly parts?: readonly TreePart[];
}

/** A subtree that does not concern the nodes above it, such as a version in a history. */
export interface TreePart {
  readonly node: NodeId;
  /** As `TreeSource.unsearchable`, for its nodes. */
  readonly unsearchable?: TreeSource["unsearchable"];
}

/** A subtree that came from a text of its own. */
export interface TreeDocument {
  /** Name of the file, as the reader received it. */
  readonly name: string;
  /** The top of the subtree. */
  readonly node: NodeId;
  readonly format: FormatName;
}

/** With what nodes of a type are read beside their own text. */
export interface ContextRule {
  /** The type of the ancestor whose text and whose facts they are read with, the nearest one; null: their parent. */
  readonly within: string | null;
  /** The attributes that are facts, of that node and of those above it; null: all that are searched. */
  readonly facts: readonly string[] | null;
  /** Number of texts of their type on either side. */
  readonly neighbours: number;
  /** The attribute that names who says it; null: the first of `SPEAKERS` that they have. */
  readonly by: string | null;
}
