import type { Span } from "../ast/span.js";
import type { ParameterKind } from "../words/functions.js";
import type { Word } from "./frames.js";

/** Subject of a comparison or relevance. */
export interface PlacedOperand {
  readonly kind: "attribute" | "field" | "node" | "text" | "call" | "other";
  /** Name of an attribute or field. */
  readonly name: string;
  /** The path whose nodes have it, where that is not the tested node. */
  readonly path?: string;
}

/** Parts that the grammar allows at the cursor. `base` is the path whose nodes are tested there, `origin` the path before a step. */
export type Place =
  | {
      readonly kind: "query";
      /** Start of the text, or of a declaration. */
      readonly isStart: boolean;
      readonly inModule: boolean;
      /** Start of a whole query, which may be a value; else of another path. */
      readonly isWhole: boolean;
      /** After `as of`, the moment of the query. */
      readonly hasMoment: boolean;
    }
  /** After `as of`. */
  | { readonly kind: "moment" }
  | { readonly kind: "keyword"; readonly words: readonly string[] }
  /** Start of a primitive of an update, alone or beside queries. */
  | { readonly kind: "primitive" }
  /** Content of an update: with `takesContent`, an element or a copy; else only existing nodes. With `takesAttribute`, an attribute, too. */
  | { readonly kind: "updated"; readonly takesContent: boolean; readonly takesAttribute: boolean }
  /** A type to be made: under `parent`, the innermost open element, else where the update puts it; of a renaming, the new one. */
  | { readonly kind: "made"; readonly parent: string | null; readonly isRename: boolean }
  /** In a tag, after a name or value: an attribute that the element has not yet. */
  | { readonly kind: "madeAttribute"; readonly type: string; readonly given: readonly string[] }
  /** In the quotes of an attribute. */
  | { readonly kind: "madeValue"; readonly type: string; readonly attribute: string }
  | { readonly kind: "import"; readonly what: "schema" | "data" }
  | {
      readonly kind: "step";
      readonly origin: string;
      readonly separator: "/" | "//";
      readonly axis: string | null;
      /** Inside `(A|B)`. */
      readonly inNames: boolean;
      /** A path inside of a bracket, relative to the node that is tested. */
      readonly isEvidence: boolean;
      /** Continuation of the path after the cursor, such as `/Day[1]`: the inserted part must have it. */
      readonly following: string;
    }
  | {
      readonly kind: "afterStep";
      readonly path: string;
      /** A path in a bracket: an operator may follow, or in a binding `satisfies`. Else `|`, `except`, `intersect` or an operator. */
      readonly isEvidence: boolean;
      readonly hasBracket: boolean;
      readonly inBinding: boolean;
      /** In a key to order by: `ascending` or `descending` may follow. */
      readonly inKey: boolean;
      /** The right side of a comparison. */
      readonly isCompared: boolean;
      /** In an update: what may follow its path; null elsewhere. */
      readonly words: readonly string[] | null;
    }
  | { readonly kind: "attributeStep"; readonly origin: string; readonly separator: "/" | "//" }
  | { readonly kind: "evidence"; readonly base: string }
  | {
      readonly kind: "operand";
      readonly base: string;
      /** A condition or score; a value, which may be a path; a value to order by. */
      readonly takes: "condition" | "value" | "key";
      /** Alone in its bracket, which may be a position or an order. */
      readonly isBracketStart: boolean;
      /** Next to `and` or `or`. */
      readonly isJoined: boolean;
      /** An offset may be here: there is a bracket before. */
      readonly hasAnchor: boolean;
      /** The function around. */
      readonly call: string | null;
    }
  | { readonly kind: "attribute"; readonly base: string }
  /** In `id(`: what holds the ids. */
  | { readonly kind: "ids"; readonly base: string }
  | { readonly kind: "operator"; readonly base: string; readonly operand: PlacedOperand; readonly inBracket: boolean }
  | { readonly kind: "condition"; readonly base: string; readonly operand: PlacedOperand }
  | { readonly kind: "value"; readonly base: string; readonly operand: PlacedOperand; readonly equality: boolean }
  | {
      readonly kind: "afterCondition";
      readonly base: string;
      readonly isRelevance: boolean;
      /** True if it ends in a value: arithmetic may continue. */
      readonly isValue: boolean;
      readonly inBracket: boolean;
    }
  | {
      readonly kind: "afterKey";
      readonly base: string;
      /** `ascending` or `descending` is there: only a comma or the end may follow. */
      readonly hasDirection: boolean;
      readonly operand: PlacedOperand;
    }
  | { readonly kind: "position" }
  | { readonly kind: "comment" }
  | { readonly kind: "nothing" };

/** The function call around the cursor, with nothing but parentheses between. */
export interface PlacedCall {
  readonly name: string;
  /** Index of the argument at the cursor, from 0. */
  readonly argument: number;
  /** Kinds of that argument, in any form of the function; empty without one, or if the function is unknown. */
  readonly takes: readonly ParameterKind[];
  /** The first argument begins with a slash. */
  readonly isPath: boolean;
}

/** The list of keys or fields around the cursor, with no call or bracket between. */
export interface PlacedList {
  readonly kind: "order by" | "group by" | "record";
  /** A key or value before the cursor is named or complete: what follows it is being written. */
  readonly isAfterFirst: boolean;
}

export interface PlaceAt {
  readonly place: Place;
  readonly offset: number;
  readonly word: Word;
  /** Typed part of the word, up to the cursor. */
  readonly insert: Span;
  /** The word with what follows of it. */
  readonly replace: Span;
  readonly call: PlacedCall | null;
  readonly list: PlacedList | null;
  /** The names that quantifiers bind there, each with the path whose nodes it goes through. */
  readonly bound: ReadonlyMap<string, string>;
}
