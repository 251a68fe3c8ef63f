import { createToken, Lexer, type TokenType } from "chevrotain";
import { matchComment, matchName, matchNumber, matchParameter, matchString, matchUnexpected } from "./matchers.js";

/**
 * The token types, in the order in which the lexer tries them. No word is reserved, so every word is a `Name` here;
 * `readTokens` finds out from the neighbours which of them are operators, axes or functions.
 */

/** First characters of custom patterns: the lexer keeps one bucket for each of 256 characters beyond Latin-1. */
const LETTERS: (string | number)[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"];
for (let code = 128; code < 0x10000; code += code < 256 ? 1 : 128) LETTERS.push(code);
const ANYTHING: (string | number)[] = [...LETTERS];
for (let code = 0; code < 128; code++) ANYTHING.push(code);

const custom = (exec: typeof matchName) => ({ exec });
const punctuation = (name: string, pattern: string): TokenType => createToken({ name, pattern });

export const WhiteSpace = createToken({
  name: "WhiteSpace",
  pattern: /[\s\uFEFF]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const Comment = createToken({
  name: "Comment",
  pattern: custom(matchComment),
  start_chars_hint: ["("],
  group: "comments",
  line_breaks: true,
});
export const Name = createToken({
  name: "Name",
  pattern: custom(matchName),
  start_chars_hint: LETTERS,
  line_breaks: false,
});
export const StringToken = createToken({
  name: "String",
  pattern: custom(matchString),
  start_chars_hint: ['"', "'"],
  line_breaks: true,
});
export const NumberToken = createToken({
  name: "Number",
  pattern: custom(matchNumber),
  start_chars_hint: [..."0123456789"],
  line_breaks: false,
});
export const Parameter = createToken({
  name: "Parameter",
  pattern: custom(matchParameter),
  start_chars_hint: ["$"],
  line_breaks: false,
});

export const DoubleSlash = punctuation("DoubleSlash", "//");
export const Slash = punctuation("Slash", "/");
export const LeftBracket = punctuation("LeftBracket", "[");
export const RightBracket = punctuation("RightBracket", "]");
export const LeftParenthesis = punctuation("LeftParenthesis", "(");
export const RightParenthesis = punctuation("RightParenthesis", ")");
export const DoubleColon = punctuation("DoubleColon", "::");
export const ColonEquals = punctuation("ColonEquals", ":=");
export const Colon = punctuation("Colon", ":");
export const Semicolon = punctuation("Semicolon", ";");
export const Comma = punctuation("Comma", ",");
export const DoubleDot = punctuation("DoubleDot", "..");
export const Dot = punctuation("Dot", ".");
export const At = punctuation("At", "@");
export const Star = punctuation("Star", "*");
export const Minus = punctuation("Minus", "-");
export const Plus = punctuation("Plus", "+");

/** `~=` and `~` are slips that the builder reports. */
export const Tilde = createToken({ name: "Tilde", pattern: /=~|~=|~|≈/ });
/** `==`, `<>` and the mathematical signs are slips that the builder reports. */
export const ComparisonSign = createToken({ name: "ComparisonSign", pattern: /==|!=|<>|<=|>=|=|<|>|≠|≤|≥/ });
/** `and`; also its spellings in other languages. */
export const And = createToken({ name: "And", pattern: /&&?/ });
/** `or`; also its spellings in other languages. */
export const Or = punctuation("Or", "||");
export const Pipe = punctuation("Pipe", "|");

/** Names that their neighbours make something else. */
export const AxisName = createToken({ name: "AxisName", pattern: Lexer.NA });
export const FunctionName = createToken({ name: "FunctionName", pattern: Lexer.NA });
export const Declare = createToken({ name: "Declare", pattern: Lexer.NA });
export const Import = createToken({ name: "Import", pattern: Lexer.NA });
export const QueryKeyword = createToken({ name: "QueryKeyword", pattern: Lexer.NA });
/** The `1` of `1-node =~ "x"`. */
export const One = createToken({ name: "One", pattern: Lexer.NA });
/** The `@` of `[@+1]`. */
export const SiblingAt = createToken({ name: "SiblingAt", pattern: Lexer.NA });

export const Unexpected = createToken({
  name: "Unexpected",
  pattern: custom(matchUnexpected),
  start_chars_hint: ANYTHING,
  line_breaks: true,
});

/** Longer spellings before their prefixes. */
export const TOKEN_TYPES: TokenType[] = [
  WhiteSpace,
  Comment,
  Name,
  StringToken,
  NumberToken,
  Parameter,
  DoubleSlash,
  Slash,
  LeftBracket,
  RightBracket,
  LeftParenthesis,
  RightParenthesis,
  DoubleColon,
  ColonEquals,
  Colon,
  Semicolon,
  Comma,
  DoubleDot,
  Dot,
  At,
  Star,
  Minus,
  Plus,
  Tilde,
  ComparisonSign,
  And,
  Or,
  Pipe,
  AxisName,
  FunctionName,
  Declare,
  Import,
  QueryKeyword,
  One,
  SiblingAt,
  Unexpected,
];
