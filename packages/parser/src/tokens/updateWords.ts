import type { IToken, TokenType } from "chevrotain";
import { suggest } from "../diagnostics/suggest.js";
import * as T from "./tokenTypes.js";

/** The words that begin a primitive. */
export const VERBS: ReadonlyMap<string, TokenType> = new Map([
  ["insert", T.Insert],
  ["delete", T.Delete],
  ["replace", T.Replace],
  ["rename", T.Rename],
  ["move", T.Move],
]);
const VERB_TYPES: ReadonlySet<TokenType | null> = new Set(VERBS.values());

/** Place of a word that may belong to an update: outside of brackets and braces. */
export interface UpdatePlace {
  /** A query or update may begin here. */
  readonly isStart: boolean;
  /** True after a declaration of an update. */
  readonly isDeclared: boolean;
  /** The primitive around, by its first word; null: there is none. */
  readonly verb: TokenType | null;
  readonly previous: IToken | undefined;
  /** The token before can be the end of a path. */
  readonly followsOperand: boolean;
  readonly next: IToken | undefined;
}

/**
 * Role of a word in an update; null: its role elsewhere. No query has two words in a row at its start or after a path, so none of these
 * words is reserved.
 */
export function updateWordOf(token: IToken, place: UpdatePlace): TokenType | null {
  const { image } = token;
  const { isStart, isDeclared, verb, previous, followsOperand, next } = place;
  const type = VERBS.get(image) ?? null;
  if (type !== null) {
    if (isStart && (isDeclared || beginsPrimitive(token, next))) return type;
    if (verb !== null && previous?.tokenType === T.Comma) return type;
    if (verb !== null && followsOperand && next?.tokenType === T.Name && OBJECTS.includes(next.image)) return type;
  }
  if (verb === null || previous === undefined) return null;
  return wordAfter(image, previous, verb, next) ?? (followsOperand ? (PLACES.get(image) ?? null) : null);
}

const OBJECTS = ["node", "nodes", "value"];
const PLACES: ReadonlyMap<string, TokenType> = new Map([
  ["as", T.PlaceWord],
  ["into", T.PlaceWord],
  ["before", T.PlaceWord],
  ["after", T.PlaceWord],
  ["with", T.With],
]);

/** `insert node`, `delete POI` and `delete //POI`: where a path began with such a word, nothing would be between it and its slash. */
export function beginsPrimitive(token: IToken, next: IToken | undefined): boolean {
  if (next === undefined) return false;
  if (next.tokenType === T.Name || next.tokenType === T.Key || next.tokenType === T.TagOpen) return true;
  const isApart = next.startOffset > token.startOffset + token.image.length;
  return isApart && [T.Slash, T.DoubleSlash, T.Parameter].includes(next.tokenType);
}

function wordAfter(image: string, previous: IToken, verb: TokenType, next: IToken | undefined): TokenType | null {
  const isPlace = PLACES.has(image) && (next === undefined || PLACED.has(next.tokenType));
  if (VERB_TYPES.has(previous.tokenType)) {
    if (isPlace) return PLACES.get(image)!;
    const isMeant = OBJECTS.includes(image) || image === "of" || suggest(image, OBJECTS).length > 0;
    return isMeant ? T.UpdateWord : null;
  }
  if (previous.tokenType === T.UpdateWord) {
    if (previous.image === "value" || previous.image === "of") return isPlace ? PLACES.get(image)! : T.UpdateWord;
    if (image === "attribute" && verb === T.Insert && next?.tokenType !== T.Slash) return T.AttributeWord;
    return isPlace ? PLACES.get(image)! : null;
  }
  if (previous.tokenType !== T.PlaceWord || verb === T.Rename) return null;
  const isEnd = image === "first" || image === "last";
  if (previous.image === "as") return isEnd ? T.PlaceWord : null;
  return (previous.image === "first" || previous.image === "last") && image === "into" ? T.PlaceWord : null;
}

/** Tokens that may follow a word of place. */
const PLACED: ReadonlySet<TokenType> = new Set([
  T.Name,
  T.Slash,
  T.DoubleSlash,
  T.Parameter,
  T.Key,
  T.TagOpen,
  T.LeftParenthesis,
]);
