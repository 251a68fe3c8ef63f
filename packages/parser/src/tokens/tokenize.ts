import type { IToken, TokenType } from "chevrotain";
import { byStart, type Span } from "../ast/span.js";
import { createSource, spanOf } from "../source.js";
import { readTokens } from "./readTokens.js";
import * as T from "./tokenTypes.js";

export type TokenKind =
  | "name"
  | "keyword"
  | "axis"
  | "function"
  | "operator"
  | "string"
  | "number"
  | "parameter"
  | "tag"
  | "text"
  | "key"
  | "punctuation"
  | "comment";

/** A token as tools see it: what it is in its place, and where it is. */
export interface Token {
  readonly kind: TokenKind;
  readonly span: Span;
}

/**
 * The tokens of a text in source order, comments included; characters without meaning are left out. Words have the kind that
 * their neighbours give them: in `/and[a and b]` only the second `and` is an operator.
 */
export function tokenize(text: string): readonly Token[] {
  const source = createSource(text);
  const { parts, comments } = readTokens(source);
  const tokens = [
    ...parts.flatMap(({ tokens }) => tokens.map(tokenOf)),
    ...comments.map((token) => ({ kind: "comment", span: spanOf(token) }) as const),
  ];
  return comments.length === 0 ? tokens : tokens.sort(byStart);
}

const tokenOf = (token: IToken): Token => ({ kind: KINDS.get(token.tokenType) ?? "punctuation", span: spanOf(token) });

/** All others are punctuation. */
const KINDS: ReadonlyMap<TokenType, TokenKind> = new Map<TokenType, TokenKind>([
  [T.Name, "name"],
  [T.AxisName, "axis"],
  [T.FunctionName, "function"],
  [T.TextName, "function"],
  [T.IdName, "function"],
  [T.Quantifier, "keyword"],
  [T.In, "keyword"],
  [T.Satisfies, "keyword"],
  [T.Order, "keyword"],
  [T.By, "keyword"],
  [T.Direction, "keyword"],
  [T.Declare, "keyword"],
  [T.Import, "keyword"],
  [T.QueryKeyword, "keyword"],
  [T.Insert, "keyword"],
  [T.Delete, "keyword"],
  [T.Replace, "keyword"],
  [T.Rename, "keyword"],
  [T.Move, "keyword"],
  [T.UpdateWord, "keyword"],
  [T.AttributeWord, "keyword"],
  [T.PlaceWord, "keyword"],
  [T.With, "keyword"],
  [T.TagOpen, "tag"],
  [T.TagClose, "tag"],
  [T.TagEnd, "tag"],
  [T.TagSelfEnd, "tag"],
  [T.TagEquals, "tag"],
  [T.TagQuote, "text"],
  [T.TagText, "text"],
  [T.TagName, "name"],
  [T.Key, "key"],
  [T.And, "operator"],
  [T.Or, "operator"],
  [T.Tilde, "operator"],
  [T.ComparisonSign, "operator"],
  [T.Pipe, "operator"],
  [T.SetSign, "operator"],
  [T.ProductSign, "operator"],
  [T.One, "operator"],
  [T.Minus, "operator"],
  [T.Plus, "operator"],
  [T.StringToken, "string"],
  [T.NumberToken, "number"],
  [T.Parameter, "parameter"],
]);
