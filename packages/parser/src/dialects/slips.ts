import { readValue, type ValueType } from "@semantic-xpath/values";
import type { IToken } from "chevrotain";
import type { TextEdit } from "../diagnostics/diagnostic.js";
import { suggest } from "../diagnostics/suggest.js";
import { scan } from "../tokens/scan.js";
import * as T from "../tokens/tokenTypes.js";
import { isAxis } from "../words/axes.js";
import { functionOf } from "../words/functions.js";
import { like } from "./condition.js";
import { Untranslated } from "./written.js";

/** Forms of other languages, as edits to those of this one. The first edits give the place. */
export function slipsIn(text: string): readonly TextEdit[] {
  const { tokens } = scan(text);
  const source = new Tokens(text, tokens);
  // Most texts have no word of most slips.
  const slips = SLIPS.filter(([, sign]) => sign === undefined || source.has(sign));
  const slipEdits: TextEdit[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    for (const [slip] of slips) {
      const edits = slip(source, at);
      if (edits === null || edits[0]!.span.start < end) continue;
      slipEdits.push(...edits);
      end = edits.at(-1)!.span.end;
      break;
    }
  }
  return slipEdits;
}

/** Edits in order, if what the slip is about begins or is at a token; null otherwise. */
type Slip = (tokens: Tokens, at: number) => readonly TextEdit[] | null;

class Tokens {
  private around: Int32Array | null = null;
  private readonly lower: readonly string[];

  constructor(
    readonly text: string,
    private readonly all: readonly IToken[],
  ) {
    this.lower = all.map(({ image }) => image.toLowerCase());
  }

  get(at: number): IToken | null {
    return this.all[at] ?? null;
  }

  has(image: string): boolean {
    return this.lower.includes(image);
  }

  /** Tests that tokens in a row are some words or signs; those of letters in upper or lower case. */
  are(at: number, ...images: readonly string[]): boolean {
    return images.every((image, i) => this.lower[at + i] === image);
  }

  is(at: number, ...types: readonly IToken["tokenType"][]): boolean {
    const token = this.all[at];
    return token !== undefined && types.includes(token.tokenType);
  }

  /** The text of some tokens in a row, the last one included. */
  write(from: number, last: number): string {
    return this.text.slice(this.all[from]!.startOffset, this.all[last]!.endOffset! + 1);
  }

  edit(from: number, last: number, newText: string): TextEdit {
    return { span: { start: this.all[from]!.startOffset, end: this.all[last]!.endOffset! + 1 }, newText };
  }

  /** Some tokens replaced by a condition, in parentheses where it is not alone in its bracket. */
  condition(from: number, last: number, text: string): TextEdit {
    const isAlone = this.is(from - 1, T.LeftBracket) && this.is(last + 1, T.RightBracket);
    return this.edit(from, last, isAlone ? text : `(${text})`);
  }

  /** The last token of an operand that begins at a token: `@name`, `$name`, a literal, a call; null: none does. */
  operand(at: number): number | null {
    if (this.is(at, T.At)) return this.is(at + 1, T.Name, T.StringToken) ? at + 1 : null;
    if (this.is(at, T.Parameter, T.StringToken, T.NumberToken)) return at;
    if (this.is(at, T.Dot)) return at;
    return this.is(at, T.Name) && this.is(at + 1, T.LeftParenthesis) ? this.closing(at + 1) : null;
  }

  /** Tests that a token is the `=` of `//A/@b = "x"`, outside of brackets. */
  isAfterValue(at: number): boolean {
    return this.are(at, "=") && this.is(at - 2, T.At) && this.is(at - 3, T.Slash);
  }

  /** Tests that an operand, a step or a bracket ends at a token. */
  endsOperand(at: number): boolean {
    if (this.is(at, T.StringToken, T.NumberToken, T.Parameter, T.RightBracket, T.RightParenthesis, T.Star)) return true;
    return this.is(at, T.Name) && (at === 0 || this.is(at - 1, ...OPERAND_BEFORE));
  }

  lowerCase(at: number): TextEdit {
    return this.edit(at, at, this.lower[at]!);
  }

  get count(): number {
    return this.all.length;
  }

  /** Tests that a token is directly in braces, or in a bracket that begins with `group by`. */
  isIn(opening: "group" | "{", at: number): boolean {
    this.around ??= aroundOf(this.all);
    const open = this.around[at]!;
    return opening === "{" ? this.are(open, "{") : this.are(open, "[", "group", "by");
  }

  /** The brace that closes another one. */
  closingBrace(at: number): number | null {
    let depth = 0;
    for (let i = at; i < this.all.length; i++) {
      if (this.are(i, "{")) depth++;
      if (this.are(i, "}") && --depth === 0) return i;
    }
    return null;
  }

  /** The parenthesis that closes another one. */
  closing(at: number): number | null {
    let depth = 0;
    for (let i = at; i < Math.min(this.all.length, at + MAX_TOKENS); i++) {
      if (this.is(i, T.LeftParenthesis)) depth++;
      if (this.is(i, T.RightParenthesis) && --depth === 0) return i;
    }
    return null;
  }
}

/** Tokens after which a name is a name: not one word of several. */
const OPERAND_BEFORE = [
  T.At,
  T.Slash,
  T.DoubleSlash,
  T.DoubleColon,
  T.LeftBracket,
  T.LeftParenthesis,
  T.ComparisonSign,
];

/** By token, the innermost bracket, parenthesis or brace that is open at it; -1 where there is none. */
function aroundOf(tokens: readonly IToken[]): Int32Array {
  const open: number[] = [];
  return Int32Array.from(tokens, ({ image }, at) => {
    if (image === ")" || image === "]" || image === "}") open.pop();
    const around = open.at(-1) ?? -1;
    if (image === "(" || image === "[" || image === "{") open.push(at);
    return around;
  });
}

/** Maximum tokens of an operand, so that a text of many parentheses takes no time. */
const MAX_TOKENS = 64;

/** `@a between 1 and 2`, `position() = 1 to 3`. */
const between: Slip = (tokens, at) => {
  const last = tokens.operand(at);
  const isRange = tokens.are(at, "position", "(", ")", "=");
  if (last === null || !(isRange || tokens.are(last + 1, "between"))) return null;
  const least = tokens.operand(last + 2);
  const most = least === null || !tokens.are(least + 1, isRange ? "to" : "and") ? null : tokens.operand(least + 2);
  if (least === null || most === null) return null;
  const value = tokens.write(at, last);
  const bounds = [tokens.write(last + 2, least), tokens.write(least + 2, most)];
  return [tokens.condition(at, most, `${value} >= ${bounds[0]} and ${value} <= ${bounds[1]}`)];
};

/** `1 <= @a <= 2`. */
const chain: Slip = (tokens, at) => {
  const left = tokens.operand(at);
  if (left === null || !tokens.is(left + 1, T.ComparisonSign)) return null;
  const middle = tokens.operand(left + 2);
  if (middle === null || !tokens.is(middle + 1, T.ComparisonSign)) return null;
  const right = tokens.operand(middle + 2);
  if (right === null) return null;
  const first = tokens.write(at, middle);
  return [tokens.condition(at, right, `${first} and ${tokens.write(left + 2, right)}`)];
};

/** `@a in ("x", "y")`, `@a not in (…)`. */
const membership: Slip = (tokens, at) => {
  const last = tokens.operand(at);
  if (last === null || tokens.is(at, T.Parameter)) return null;
  const isNegated = tokens.are(last + 1, "not");
  let next = last + (isNegated ? 2 : 1);
  if (!tokens.are(next, "in") || !tokens.is(next + 1, T.LeftParenthesis, T.LeftBracket)) return null;
  const values: string[] = [];
  for (next += 2; ; next++) {
    const end = tokens.operand(next);
    if (end === null) return null;
    values.push(tokens.write(next, end));
    next = end + 1;
    if (!tokens.is(next, T.Comma)) break;
  }
  if (!tokens.is(next, T.RightParenthesis, T.RightBracket)) return null;
  const any = values.map((value) => `${tokens.write(at, last)} = ${value}`).join(" or ");
  return [isNegated ? tokens.edit(at, next, `not(${any})`) : tokens.condition(at, next, any)];
};

/** `@a like "x%"`, `@a not like "x%"`. */
const pattern: Slip = (tokens, at) => {
  const last = tokens.operand(at);
  if (last === null) return null;
  const isNegated = tokens.are(last + 1, "not");
  const next = last + (isNegated ? 2 : 1);
  if (!["like", "ilike"].some((word) => tokens.are(next, word)) || !tokens.is(next + 1, T.StringToken)) return null;
  const condition = likeOf(tokens.write(at, last), stringOf(tokens.write(next + 1, next + 1)));
  if (condition === null) return null;
  return [tokens.edit(at, next + 1, isNegated ? `not(${condition})` : condition)];
};

/** The value of a literal, in which its own quotation mark is doubled. */
const stringOf = (literal: string): string => literal.slice(1, -1).replaceAll(literal[0]!.repeat(2), literal[0]!);

function likeOf(value: string, pattern: string): string | null {
  try {
    return like(value, pattern);
  } catch (error) {
    if (error instanceof Untranslated) return null;
    throw error;
  }
}

/** `@a is null`, `@a is not null`, `@a == null`. */
const nothing: Slip = (tokens, at) => {
  const last = tokens.operand(at);
  if (last === null) return null;
  for (const [isAbsent, ...words] of NOTHING)
    if (tokens.are(last + 1, ...words)) {
      const value = tokens.write(at, last);
      return [tokens.edit(at, last + words.length, isAbsent ? `not(${value})` : value)];
    }
  return null;
};

const NOTHING: readonly (readonly [isAbsent: boolean, ...words: string[]])[] = [
  [true, "is", "null"],
  [false, "is", "not", "null"],
  [true, "=", "null"],
  [true, "==", "null"],
  [false, "!=", "null"],
];

/** `@a is true`, `@a is not "x"`. */
const identity: Slip = (tokens, at) => {
  const last = tokens.operand(at);
  if (last === null || !tokens.are(last + 1, "is")) return null;
  const isNegated = tokens.are(last + 2, "not");
  const next = last + (isNegated ? 3 : 2);
  const isTruth = tokens.are(next, "true") || tokens.are(next, "false");
  return isTruth || tokens.operand(next) !== null
    ? [tokens.edit(last + 1, next - 1, isNegated ? "!=" : "="), ...(isTruth ? [tokens.lowerCase(next)] : [])]
    : null;
};

/** `@a => 1`, `@a =< 1`. */
const reversed: Slip = (tokens, at) => {
  const isSign = tokens.are(at, "=") && (tokens.are(at + 1, ">") || tokens.are(at + 1, "<"));
  return isSign ? [tokens.edit(at, at + 1, `${tokens.write(at + 1, at + 1)}=`)] : null;
};

/** `//A/node()`, `//A/element()`. */
const kindTest: Slip = (tokens, at) =>
  (tokens.are(at, "node", "(", ")") || tokens.are(at, "element", "(", ")")) &&
  tokens.is(at - 1, T.Slash, T.DoubleSlash, T.DoubleColon)
    ? [tokens.edit(at, at + 2, "*")]
    : null;

/** `@a = 1 an @b = 2`, `//A minus //B`: a word between operands that is nearly an operator, or means one. */
const operatorWord: Slip = (tokens, at) => {
  if (!tokens.is(at, T.Name) || !tokens.endsOperand(at - 1)) return null;
  const isLast = tokens.is(at + 1, T.RightBracket, T.Comma);
  if (!isLast && !tokens.is(at + 1, ...OPERAND_BEGINS)) return null;
  const word = tokens.write(at, at).toLowerCase();
  const [meant, ...others] = SET_WORDS.get(word) ?? suggest(word, isLast ? ORDER_WORDS : OPERATOR_WORDS);
  return meant === undefined || others.length > 0 || meant === word ? null : [tokens.edit(at, at, meant)];
};

const SET_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["minus", ["except"]],
  ["difference", ["except"]],
  ["intersection", ["intersect"]],
]);
const ORDER_WORDS = ["ascending", "descending"];
const OPERATOR_WORDS = ["and", "or", "div", "mod", "intersect", "except", "satisfies"];
const OPERAND_BEGINS = [
  ...[T.At, T.Slash, T.DoubleSlash, T.Name, T.StringToken, T.NumberToken, T.Parameter, T.LeftParenthesis, T.Dot],
];

/** `@a > $30`, `@a > CAD 30`, `@a > 30 USD`, `@a > 1 hour`: a quantity without quotes. */
const quantity: Slip = (tokens, at) => {
  if (!tokens.is(at, T.ComparisonSign)) return null;
  const isLast = (end: number): boolean =>
    tokens.get(end) === null || tokens.is(end, ...QUANTITY_ENDS) || tokens.are(end, "and") || tokens.are(end, "or");
  const [first, second] = [at + 1, at + 2];
  const isBefore = tokens.is(first, T.Name) || tokens.get(first)?.image === "$" || tokens.is(first, T.Unexpected);
  const isQuantity =
    (isBefore && tokens.is(second, T.NumberToken)) || (tokens.is(first, T.NumberToken) && tokens.is(second, T.Name));
  if (!isQuantity || !isLast(at + 3)) return null;
  const quantity = tokens.write(first, second);
  // A word after a number is often the beginning of something else.
  const isRead = !/\p{L}/u.test(quantity) || QUANTITIES.some((type) => readValue(type, quantity) !== null);
  return isRead ? [tokens.edit(first, second, `"${quantity}"`)] : null;
};

const QUANTITIES: readonly ValueType[] = [
  { kind: "money", currency: null },
  { kind: "duration" },
  { kind: "quantity", unit: null },
];

const QUANTITY_ENDS = [T.RightBracket, T.RightParenthesis, T.Comma];

/** `@a = "x" or "y"`. */
const alternatives: Slip = (tokens, at) => {
  const left = tokens.operand(at);
  if (left === null || !tokens.is(at, T.At) || !tokens.is(left + 1, T.ComparisonSign)) return null;
  if (!tokens.is(left + 2, T.StringToken, T.NumberToken)) return null;
  let last = left + 2;
  const before = tokens.write(at, left + 1);
  const parts = [tokens.write(at, last)];
  for (; tokens.are(last + 1, "or") && tokens.is(last + 2, T.StringToken, T.NumberToken); last += 2) {
    if (tokens.is(last + 3, T.ComparisonSign, T.Tilde)) break;
    parts.push(`${before} ${tokens.write(last + 2, last + 2)}`);
  }
  return parts.length === 1 ? null : [tokens.condition(at, last, parts.join(" or "))];
};

/** `[parent::Day]`, `[../@a = 1]`: a path that begins at the node begins with `/` here. */
const relative: Slip = (tokens, at) => {
  const isOnAxis = tokens.is(at + 1, T.DoubleColon) && isAxis(tokens.get(at)!.image);
  if (!isOnAxis && !tokens.is(at, T.DoubleDot)) return null;
  const isBegin =
    tokens.is(at - 1, T.LeftBracket, T.LeftParenthesis, T.Comma, T.ComparisonSign) ||
    (tokens.are(at - 1, ":") && tokens.isIn("{", at)) ||
    OPERATORS.some((word) => tokens.are(at - 1, word));
  return isBegin ? [tokens.edit(at, at, `/${tokens.write(at, at)}`)] : null;
};

const OPERATORS = ["and", "or", "by", "in", "+", "-"];

/** `as of //A`, `as of 2026-03-14 //A`, `//A as of "2026-03-14"`. */
const moment: Slip = (tokens, at) => {
  if (!tokens.are(at, "as", "of")) return null;
  const last = tokens.count - 1;
  if (at > 0) {
    if (at + 2 !== last || !tokens.is(last, T.StringToken, T.Parameter)) return null;
    return [tokens.edit(0, 0, `${tokens.write(at, last)} ${tokens.write(0, 0)}`), tokens.edit(at, last, "")];
  }
  let next = 2;
  while (next <= last && !tokens.is(next, T.Slash, T.DoubleSlash, T.LeftParenthesis)) next++;
  if (next > last) return null;
  if (next === 2) return [tokens.edit(1, 1, 'of "now"')];
  const text = tokens.write(2, next - 1);
  return MOMENT.test(text) ? [tokens.edit(2, next - 1, `"${text}"`)] : null;
};

const MOMENT = /^(?:now|all|\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)$/;

/** Words and signs of other languages in their places. */
const words: Slip = (tokens, at) => {
  if (tokens.are(at, "union") && at > 0) return [tokens.edit(at, at, "|")];
  if (tokens.is(at - 1, T.LeftBracket) && tokens.are(at, "order") && tokens.is(at + 1, T.At))
    return [tokens.edit(at, at, "order by")];
  const isQuantifier = ["any", "all", "each"].some((word) => tokens.are(at, word)) && tokens.is(at + 1, T.Parameter);
  if (isQuantifier) return [tokens.edit(at, at, tokens.are(at, "any") ? "some" : "every")];
  if (tokens.is(at - 2, T.Parameter) && tokens.are(at - 1, "in") && tokens.is(at, T.Name))
    return tokens.is(at + 1, T.LeftParenthesis) ? null : [tokens.edit(at, at, `/${tokens.write(at, at)}`)];
  if (at > 0 && (tokens.are(at, "where") || (tokens.are(at, ":") && endsBinding(tokens, at - 1))))
    return [tokens.edit(at, at, "satisfies")];
  return null;
};

/** Tests that a path ends at a token, to which `some $x in` or `every $x in` leads. */
function endsBinding(tokens: Tokens, at: number): boolean {
  let from = at;
  while (tokens.is(from, T.Slash, T.DoubleSlash, T.Name, T.Star) && !tokens.are(from, "in")) from--;
  return from < at && tokens.are(from, "in") && tokens.is(from - 1, T.Parameter);
}

/** `move node //A to //B`, `rename node //A to B`, `set //A/@b = 1`, `remove //A`. */
const updates: Slip = (tokens, at) => {
  if (at === 0) {
    const verb = VERBS.find(([word]) => tokens.are(0, word))?.[1];
    const path = tokens.are(1, "node") ? 2 : 1;
    return verb !== undefined && tokens.is(path, T.Slash, T.DoubleSlash) ? [tokens.edit(0, path - 1, verb)] : null;
  }
  if (tokens.are(at, "to"))
    return tokens.are(0, "move")
      ? [tokens.edit(at, at, "into")]
      : tokens.are(0, "rename")
        ? [tokens.edit(at, at, "as")]
        : null;
  return tokens.are(0, "set") && tokens.isAfterValue(at) ? [tokens.edit(at, at, "with")] : null;
};

const VERBS = [
  ["set", "replace value of node"],
  ["update", "replace value of node"],
  ["remove", "delete node"],
] as const;

/** `[group @a]`, `[group by @a descending]`, `[group by @a having count(/x) > 1]`. */
const grouping: Slip = (tokens, at) => {
  if (tokens.is(at - 1, T.LeftBracket) && tokens.are(at, "group") && tokens.is(at + 1, T.At))
    return [tokens.edit(at, at, "group by")];
  if (!tokens.isIn("group", at)) return null;
  if (tokens.are(at, "having")) return [tokens.edit(at, at, "][")];
  const last = tokens.operand(at);
  const word = last === null ? undefined : DIRECTIONS.find(([image]) => tokens.are(last + 1, image));
  if (last === null || word === undefined || !tokens.is(last + 2, T.RightBracket)) return null;
  return [tokens.edit(last + 1, last + 1, `][order by ${tokens.write(at, last)}${word[1]}`)];
};

const DIRECTIONS = [
  ["descending", " descending"],
  ["desc", " descending"],
  ["ascending", ""],
  ["asc", ""],
] as const;

/** `{ n = @n }`, `{ @a as b }`, `{ @a @b }`, `{ a: @a b: @b }`, `{ a: @a; b: @b }`, `{ a: @a, }`, `{ @a: 1 }`, `{ dc:title: @a }`, `{ a: { … } }`. */
const fields: Slip = (tokens, at) => {
  if (!tokens.isIn("{", at)) return null;
  const isStart = tokens.are(at - 1, "{") || tokens.are(at - 1, ",");
  if (tokens.are(at, ",") && tokens.are(at + 1, "}")) return [tokens.edit(at, at, "")];
  if (tokens.are(at, ";")) return [tokens.edit(at, at, ",")];
  if (tokens.are(at, "{") && (tokens.are(at - 1, ":") || tokens.get(at - 1)?.image.endsWith(":") === true))
    return [tokens.edit(at, at, "/./{")];
  if (!isStart) {
    const isNext = tokens.is(at, T.Name, T.StringToken) && tokens.are(at + 1, ":") && endsValue(tokens, at - 1);
    return isNext ? [tokens.edit(at - 1, at - 1, `${tokens.write(at - 1, at - 1)},`)] : null;
  }
  if (tokens.is(at, T.Name) && tokens.are(at + 1, "=")) return [tokens.edit(at, at + 1, `${tokens.write(at, at)}:`)];
  if (tokens.is(at, T.Name) && tokens.are(at + 1, ":") && tokens.is(at + 2, T.Name) && tokens.are(at + 3, ":"))
    return [tokens.edit(at, at + 2, `"${tokens.write(at, at + 2)}"`)];
  if (tokens.is(at, T.At) && tokens.are(at + 2, ":"))
    return [tokens.edit(at, at + 2, `${tokens.write(at + 1, at + 1)}:`)];
  const last = tokens.operand(at);
  if (last === null) return null;
  if (tokens.are(last + 1, "as") && tokens.is(last + 2, T.Name, T.StringToken))
    return [tokens.edit(at, last + 2, `${tokens.write(last + 2, last + 2)}: ${tokens.write(at, last)}`)];
  return tokens.is(last + 1, T.At) ? [tokens.edit(at, last, `${tokens.write(at, last)},`)] : null;
};

const endsValue = (tokens: Tokens, at: number): boolean =>
  tokens.is(at, T.RightParenthesis, T.RightBracket, T.NumberToken, T.Parameter) ||
  (tokens.is(at, T.Name, T.StringToken) && tokens.is(at - 1, T.At, T.Slash, T.DoubleSlash));

/** `{ @a }` alone, `//A{ @a }`, `//A/@b/{ … }`, `//A/{ … }[1]`, `(//A/{ … })[1]`, `count(//A/{ … })`: a record is last, after one slash. */
const records: Slip = (tokens, at) => {
  if (!tokens.are(at, "{")) return null;
  if (at === 0) return [tokens.edit(at, at, "/*/{")];
  const end = tokens.closingBrace(at);
  if (end === null) return null;
  if (!tokens.is(at - 1, T.Slash))
    return tokens.is(at - 1, T.Name, T.RightBracket, T.RightParenthesis) ? [tokens.edit(at, at, "/{")] : null;
  const step = tokens.write(at - 1, end);
  if (tokens.is(at - 3, T.At) && tokens.is(0, T.Slash, T.DoubleSlash))
    return [tokens.edit(0, 0, `(${tokens.write(0, 0)}`), tokens.edit(at - 1, at - 1, ")/")];
  const isGroup = tokens.is(0, T.LeftParenthesis) && tokens.is(end + 1, T.RightParenthesis);
  const after = isGroup ? end + 2 : end + 1;
  const last = tokens.count - 1;
  if (after > last && !isGroup) return null;
  if (after > last || tokens.is(after, T.LeftBracket)) {
    if (!tokens.is(last, T.RightBracket) && after <= last) return null;
    const brackets = after > last ? "" : tokens.write(after, last);
    if (isGroup) return [tokens.edit(at - 1, last, `)${brackets}${step}`)];
    if (!tokens.is(0, T.Slash, T.DoubleSlash, T.LeftParenthesis)) return null;
    return [tokens.edit(0, 0, `(${tokens.write(0, 0)}`), tokens.edit(at - 1, last, `)${brackets}${step}`)];
  }
  return tokens.is(end + 1, T.RightParenthesis, T.RightBracket) ? [tokens.edit(at - 1, end, "")] : null;
};

/** `count(*)`, and `//A/count(/B)`, which XPath has. */
const counted: Slip = (tokens, at) => {
  if (tokens.are(at, "*") && tokens.is(at - 1, T.LeftParenthesis) && tokens.is(at + 1, T.RightParenthesis))
    return [tokens.edit(at, at, "/*")];
  if (!tokens.is(at, T.Name) || !tokens.is(at - 1, T.Slash) || !tokens.is(at + 1, T.LeftParenthesis)) return null;
  const name = tokens.write(at, at);
  const end = tokens.closing(at + 1);
  if (name === "text" || name === "id" || functionOf(name) === null || end !== tokens.count - 1) return null;
  return [tokens.edit(at, end, `{ ${name}: ${tokens.write(at, end)} }`)];
};

/** Slips with a word or sign, in lower case, that every text with the slip has. */
const SLIPS: readonly (readonly [slip: Slip, sign?: string])[] = [
  [moment, "as"],
  [grouping, "group"],
  [fields, "{"],
  [records, "{"],
  [counted, "("],
  [between],
  [chain],
  [membership, "in"],
  [pattern],
  [nothing, "null"],
  [identity, "is"],
  [reversed, "="],
  [kindTest, "("],
  [alternatives, "or"],
  [quantity],
  [relative],
  [words],
  [updates],
  [operatorWord],
];
