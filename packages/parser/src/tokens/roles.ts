import type { IToken, TokenType } from "chevrotain";
import { suggest } from "../diagnostics/suggest.js";
import { type Operator, operatorOf } from "../words/operators.js";
import * as T from "./tokenTypes.js";

/** Role of a word by its neighbours; null: it is a name, or opens a declaration. */
export function roleOf(
  token: IToken,
  previous: TokenType | null,
  next: IToken | undefined,
  afterNext: IToken | undefined,
  isInBracket: boolean,
): TokenType | null {
  const { image } = token;
  if ((previous === T.Order || previous === T.GroupWord) && /^by$/i.test(image)) return T.By;
  if (previous === T.LeftBracket && beginsOrder(image, next)) return T.Order;
  if (previous === T.LeftBracket && beginsGroups(image, next)) return T.GroupWord;
  // A name for a key.
  if (previous === T.As) return null;
  const operator = OPERAND_ENDS.has(previous) ? operatorWord(image, isInBracket) : null;
  if (operator !== null) return operator;
  switch (next?.tokenType) {
    case T.DoubleColon:
      return T.AxisName;
    case T.LeftParenthesis:
      if (image === "text" && afterNext?.tokenType === T.RightParenthesis && STEP_PLACES.has(previous))
        return T.TextName;
      if (image === "id" && STEP_PLACES.has(previous)) return T.IdName;
      if (NAME_PLACES.has(previous) || DECLARATION_PLACES.has(previous)) return null;
      return image === "if" ? T.Foreign : T.FunctionName;
    case T.Parameter:
      if (NAME_PLACES.has(previous)) return null;
      if (image === "for" || image === "let") return T.Foreign;
      return (image === "some" || image === "every") && isInBracket ? T.Quantifier : null;
  }
  return previous === T.Declare && (image === "query" || image === "update" || next?.tokenType === T.Name)
    ? T.QueryKeyword
    : null;
}

/** Role of a word between two operands; the grammar reports words of another language, and unknown ones. */
function operatorWord(word: string, isInBracket: boolean): TokenType | null {
  const keyword = WORDS.get(word);
  if (keyword !== undefined) return keyword === T.SetSign || keyword === T.ProductSign || isInBracket ? keyword : null;
  const operator = operatorOf(word) ?? (isInBracket ? operatorMeant(word) : null);
  if (operator === null) return null;
  return operator === "and" ? T.And : operator === "or" ? T.Or : operator === "=~" ? T.Tilde : T.ComparisonSign;
}

/** The operator that a word between two operands may have been meant to be: `adn`, or SQL's `like`. */
export function operatorMeant(word: string): Operator | null {
  if (/^like$/i.test(word)) return "=~";
  if (/^ro$/i.test(word)) return "or";
  return word.length > 2 && suggest(word, ["and"]).length > 0 ? "and" : null;
}

/** `@cost / 2`: no step begins with a number or a parameter. After a step, `/Day/2`, a position is more likely. */
export function isDivision({ tokenType }: IToken, next: IToken | undefined, before: readonly IToken[]): boolean {
  if (tokenType !== T.Slash || (next?.tokenType !== T.NumberToken && next?.tokenType !== T.Parameter)) return false;
  const last = before.at(-1)?.tokenType ?? null;
  if (last === T.Name) return !STEP_STARTS.has(before.at(-2)?.tokenType ?? null);
  return last === T.RightParenthesis || last === T.NumberToken || last === T.Parameter;
}

/** The word that begins an order, as it may be written: `orderby`, `sort by`. */
function beginsOrder(word: string, next: IToken | undefined): boolean {
  if (!/^(?:order|sort)/i.test(word)) return false;
  if (/^(?:order|sort)$/i.test(word)) return next !== undefined && /^by$/i.test(next.image);
  const isJoined = /^(?:order|sort)[_-]?by$/i.test(word);
  return isJoined && KEY_STARTS.has(next?.tokenType ?? null) && operatorWord(next?.image ?? "", true) === null;
}

/** The word that begins groups, as it may be written: `groupby`. */
function beginsGroups(word: string, next: IToken | undefined): boolean {
  if (/^group$/i.test(word)) return next !== undefined && /^by$/i.test(next.image);
  return /^group[_-]?by$/i.test(word) && KEY_STARTS.has(next?.tokenType ?? null);
}

const WORDS: ReadonlyMap<string, TokenType> = new Map([
  ["as", T.As],
  ["div", T.ProductSign],
  ["mod", T.ProductSign],
  ["intersect", T.SetSign],
  ["except", T.SetSign],
  ["in", T.In],
  ["satisfies", T.Satisfies],
  ["ascending", T.Direction],
  ["descending", T.Direction],
  ["asc", T.Direction],
  ["desc", T.Direction],
  ["ASC", T.Direction],
  ["DESC", T.Direction],
]);
/** Tokens that join operands: a `1-` before one ends there. */
export const CONNECTIVES: ReadonlySet<TokenType> = new Set([T.And, T.Or, T.Tilde, T.ComparisonSign, T.In, T.Satisfies]);

export const OPERAND_ENDS: ReadonlySet<TokenType | null> = new Set([
  T.Name,
  T.StringToken,
  T.NumberToken,
  T.Parameter,
  T.RightBracket,
  T.RightParenthesis,
  T.Dot,
  T.DoubleDot,
  T.Star,
  T.RecordEnd,
]);
export const OPERAND_STARTS: ReadonlySet<TokenType | null> = new Set([
  T.LeftBracket,
  T.LeftParenthesis,
  T.Comma,
  T.And,
  T.Or,
  T.Satisfies,
  T.ValueStart,
]);
/** Tokens that may begin an order key. */
const KEY_STARTS: ReadonlySet<TokenType | null> = new Set([
  T.Name,
  T.At,
  T.Slash,
  T.DoubleSlash,
  T.Dot,
  T.Parameter,
  T.NumberToken,
]);
const STEP_STARTS: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash, T.DoubleColon]);
const STEP_PLACES: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash]);
/** After these a word is the name of what is declared. */
const DECLARATION_PLACES: ReadonlySet<TokenType | null> = new Set([T.QueryKeyword, T.Declare, T.Import]);
/** After these a word is a name whatever follows: `/text (`, `child::min`, `@not`. */
export const NAME_PLACES: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash, T.DoubleColon, T.At]);

/**
 * `declare query` and `import schema` are two words in a row, which no query has: so a declaration is found after any unfinished one. Where a
 * declaration may start, either word may be misspelt.
 */
export function startsDeclaration(token: IToken, next: IToken | undefined, isFirst: boolean): boolean {
  if (token.image !== "declare" && token.image !== "import") {
    return isFirst && next?.tokenType === T.Name && suggest(token.image, DECLARATION_WORDS).length > 0;
  }
  if (next === undefined) return isFirst;
  if (next.tokenType === T.StringToken) return isFirst && token.image === "import";
  if (next.tokenType !== T.Name) return false;
  if (isFirst) return true;
  return token.image === "declare"
    ? next.image === "query" || next.image === "update"
    : next.image === "schema" || next.image === "data";
}

export const DECLARATION_WORDS = ["declare", "import"];
