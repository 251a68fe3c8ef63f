import { createToken, type ITokenConfig, Lexer, type TokenType } from "chevrotain";
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

/** In the order of their definitions: longer spellings come before their prefixes. */
export const TOKEN_TYPES: TokenType[] = [];

function define(
  name: string,
  pattern: NonNullable<ITokenConfig["pattern"]>,
  options?: Partial<ITokenConfig>,
): TokenType {
  const type = createToken({ name, pattern, ...options });
  TOKEN_TYPES.push(type);
  return type;
}

function defineCustom(
  name: string,
  exec: typeof matchName,
  start_chars_hint: (string | number)[],
  options: Partial<ITokenConfig> = { line_breaks: false },
): TokenType {
  return define(name, { exec }, { start_chars_hint, ...options });
}

export const WhiteSpace = define("WhiteSpace", /[\s\uFEFF]+/, { group: Lexer.SKIPPED, line_breaks: true });
export const Comment = defineCustom("Comment", matchComment, ["("], { group: "comments", line_breaks: true });
export const Name = defineCustom("Name", matchName, LETTERS);
export const StringToken = defineCustom("String", matchString, ['"', "'"], { line_breaks: true });
export const NumberToken = defineCustom("Number", matchNumber, [..."0123456789"]);
export const Parameter = defineCustom("Parameter", matchParameter, ["$"]);

export const DoubleSlash = define("DoubleSlash", "//");
export const Slash = define("Slash", "/");
export const LeftBracket = define("LeftBracket", "[");
export const RightBracket = define("RightBracket", "]");
export const LeftParenthesis = define("LeftParenthesis", "(");
export const RightParenthesis = define("RightParenthesis", ")");
export const DoubleColon = define("DoubleColon", "::");
export const ColonEquals = define("ColonEquals", ":=");
export const Colon = define("Colon", ":");
export const Semicolon = define("Semicolon", ";");
export const Comma = define("Comma", ",");
export const DoubleDot = define("DoubleDot", "..");
export const Dot = define("Dot", ".");
export const At = define("At", "@");
export const Star = define("Star", "*");
export const Minus = define("Minus", "-");
export const Plus = define("Plus", "+");

/** `~=` and `~` are slips that the grammar reports. */
export const Tilde = define("Tilde", /=~|~=|~|≈/);
/** `==`, `<>` and the mathematical signs are slips that the grammar reports. */
export const ComparisonSign = define("ComparisonSign", /==|!=|<>|<=|>=|=|<|>|≠|≤|≥/);
/** `and`; also its spellings in other languages. */
export const And = define("And", /&&?/);
/** `or`; also its spellings in other languages. */
export const Or = define("Or", "||");
export const Pipe = define("Pipe", "|");

/** Names that their neighbours make something else. */
export const AxisName = define("AxisName", Lexer.NA);
export const FunctionName = define("FunctionName", Lexer.NA);
export const Declare = define("Declare", Lexer.NA);
export const Import = define("Import", Lexer.NA);
export const QueryKeyword = define("QueryKeyword", Lexer.NA);
/** The `1` of `1-node =~ "x"`. */
export const One = define("One", Lexer.NA);
/** The `@` of `[@+1]`. */
export const SiblingAt = define("SiblingAt", Lexer.NA);

export const Unexpected = defineCustom("Unexpected", matchUnexpected, ANYTHING, { line_breaks: true });
