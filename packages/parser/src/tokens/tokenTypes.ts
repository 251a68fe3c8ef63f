import { createToken, Lexer, type TokenType } from "chevrotain";

/**
 * The token types of the grammar. No word is reserved, so `scan` makes every word a `Name`; `readTokens` finds out from the
 * neighbours which of them are operators, axes or functions.
 */
export const TOKEN_TYPES: TokenType[] = [];

function define(name: string): TokenType {
  const type = createToken({ name, pattern: Lexer.NA });
  TOKEN_TYPES.push(type);
  return type;
}

export const Comment = define("Comment");
export const Name = define("Name");
export const StringToken = define("String");
export const NumberToken = define("Number");
export const Parameter = define("Parameter");

export const DoubleSlash = define("DoubleSlash");
export const Slash = define("Slash");
export const LeftBracket = define("LeftBracket");
export const RightBracket = define("RightBracket");
export const LeftParenthesis = define("LeftParenthesis");
export const RightParenthesis = define("RightParenthesis");
export const DoubleColon = define("DoubleColon");
export const ColonEquals = define("ColonEquals");
export const Colon = define("Colon");
export const Semicolon = define("Semicolon");
export const Comma = define("Comma");
export const DoubleDot = define("DoubleDot");
export const Dot = define("Dot");
export const At = define("At");
export const Star = define("Star");
export const Minus = define("Minus");
export const Plus = define("Plus");

/** `=~` and `≈`; also the slips `~=` and `~`, which the grammar reports. */
export const Tilde = define("Tilde");
/** Comparisons; also `==`, `<>` and the mathematical signs, slips that the grammar reports. */
export const ComparisonSign = define("ComparisonSign");
/** `and`; also its spellings in other languages. */
export const And = define("And");
/** `or`; also its spellings in other languages. */
export const Or = define("Or");
export const Pipe = define("Pipe");
/** `intersect` and `except`. */
export const SetSign = define("SetSign");
/** `*`, `div` and `mod` between two values; also `/` before a number, `%` and the mathematical signs, slips that the grammar reports. */
export const ProductSign = define("ProductSign");

/** Names that their neighbours make something else. */
export const AxisName = define("AxisName");
export const FunctionName = define("FunctionName");
/** The `text` of a step `text()`. */
export const TextName = define("TextName");
/** The `id` of a step `id(…)`. */
export const IdName = define("IdName");
/** `some` and `every`. */
export const Quantifier = define("Quantifier");
export const In = define("In");
export const Satisfies = define("Satisfies");
export const Order = define("Order");
export const By = define("By");
/** `as` and `of` at the beginning of a query. */
export const AsOf = define("AsOf");
export const Of = define("Of");
/** `group` before `by`. */
export const GroupWord = define("GroupWord");
/** `as` after a key of groups. */
export const As = define("As");
/** `ascending` and `descending`; also SQL's short forms. */
export const Direction = define("Direction");
export const Declare = define("Declare");
export const Import = define("Import");
/** `query` and `update` after `declare`. */
export const QueryKeyword = define("QueryKeyword");
/** The words that begin a primitive of an update. */
export const Insert = define("Insert");
export const Delete = define("Delete");
export const Replace = define("Replace");
export const Rename = define("Rename");
export const Move = define("Move");
/** `node`, `value` and `of` after those. */
export const UpdateWord = define("UpdateWord");
/** `attribute` after `insert node`. */
export const AttributeWord = define("AttributeWord");
/** `as`, `first`, `last`, `into`, `before` and `after` in an update. */
export const PlaceWord = define("PlaceWord");
/** `with` in an update. */
export const With = define("With");
/** `#17` and `#17@3`. */
export const Key = define("Key");
/** Around a value: `attribute name {` and in element constructors. */
export const LeftBrace = define("LeftBrace");
export const RightBrace = define("RightBrace");
/** Around the fields of a record, and the name before the `:` of a field. */
export const RecordStart = define("RecordStart");
export const RecordEnd = define("RecordEnd");
export const FieldName = define("FieldName");
/** The `(` of a step that is a value. */
export const ValueStart = define("ValueStart");
/** `||` between values. */
export const Concat = define("Concat");
/** The `<` and `</` of a tag, its names and signs, the quotes and the texts: no white space, comment or word means anything else there. */
export const TagOpen = define("TagOpen");
export const TagClose = define("TagClose");
export const TagName = define("TagName");
export const TagEquals = define("TagEquals");
export const TagQuote = define("TagQuote");
export const TagEnd = define("TagEnd");
export const TagSelfEnd = define("TagSelfEnd");
export const TagText = define("TagText");
/** The first word of an expression of another language: `for $x`, `let $x`, `if (`. */
export const Foreign = define("Foreign");
/** The `1` of `1-node =~ "x"`. */
export const One = define("One");
/** The `@` of `[@+1]`. */
export const SiblingAt = define("SiblingAt");

/** A character that belongs to no token. */
export const Unexpected = define("Unexpected");
