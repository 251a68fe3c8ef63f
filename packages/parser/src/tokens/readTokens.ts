import type { IToken, TokenType } from "chevrotain";
import { suggest } from "../diagnostics/suggest.js";
import { endOf, fix, report, type Source, spanOf } from "../source.js";
import { closersOf, createBracketStack, deepen, endOperand, popAll, popBracket, pushBracket } from "./brackets.js";
import { lex } from "./lexer.js";
import { checkLastComment, reportOpenString, withoutUnexpected } from "./lexicalMistakes.js";
import * as T from "./tokenTypes.js";

/** What the text consists of, before any grammar. */
export interface TokenReading {
  /** What the grammar sees: words with their role, opening brackets with whether they are closed as their payload. */
  readonly tokens: IToken[];
  readonly comments: readonly IToken[];
  /** Imports and declarations, or one bare query. */
  readonly isModule: boolean;
  /** Deepest nesting of brackets, parentheses and `1-`. */
  readonly nesting: number;
  /** Most steps in one query. */
  readonly steps: number;
}

/**
 * Reads the tokens of a text into `source`, and gives the words their role. As in XPath's own lexical rules, a word is an operator
 * only behind an operand, an axis only before `::`, and a function only before `(`: so no word need be reserved.
 * What can't belong to any query is reported and left out, so that the rest is parsed as if it were not there.
 * Reading stops once the nesting is beyond `maxNesting`.
 */
export function readTokens(source: Source, maxNesting = Number.POSITIVE_INFINITY): TokenReading {
  const { tokens: lexed, groups } = lex(source.text);
  const comments = groups.comments;
  const raw = withoutUnexpected(source, lexed);
  if (raw.length > 0) source.contentEnd = endOf(raw[raw.length - 1]);
  if (comments.length > 0) checkLastComment(source, comments[comments.length - 1]);

  const tokens: IToken[] = [];
  const brackets = createBracketStack();
  let isModule = false;
  let steps = 0;
  let mostSteps = 0;
  let previous: TokenType | null = null;
  for (let i = 0; i < raw.length && brackets.deepest <= maxNesting; i++) {
    const token = raw[i];
    const next = raw[i + 1];
    switch (token.tokenType) {
      case T.Name:
        if (brackets.squareBrackets > 0 && isOperandEnd(previous) && OPERATOR_WORDS.has(token.image)) {
          retype(token, OPERATOR_WORDS.get(token.image)!);
          endOperand(brackets);
        } else if (next?.tokenType === T.DoubleColon) retype(token, T.AxisName);
        else if (next?.tokenType === T.LeftParenthesis) {
          if (brackets.squareBrackets > 0 && !isNamePlace(previous)) retype(token, T.FunctionName);
        } else if (previous === T.Declare && (token.image === "query" || next?.tokenType === T.Name))
          retype(token, T.QueryKeyword);
        else if (startsDeclaration(token, next, tokens.length === 0 || previous === T.Semicolon)) {
          isModule = true;
          steps = 0;
          popAll(brackets);
          retype(token, readDeclarationWord(source, token) === "declare" ? T.Declare : T.Import);
        }
        break;
      case T.Slash:
      case T.DoubleSlash:
        if (++steps > mostSteps) mostSteps = steps;
        break;
      case T.LeftBracket:
      case T.LeftParenthesis:
        pushBracket(brackets, token);
        break;
      case T.RightBracket:
      case T.RightParenthesis:
        if (!popBracket(source, brackets, raw, i)) continue;
        break;
      case T.NumberToken:
        if (token.image === "1" && next?.tokenType === T.Minus && isOperandStart(previous, tokens)) {
          retype(token, T.One);
          deepen(brackets);
        }
        break;
      case T.At:
        if (next?.tokenType === T.Plus || next?.tokenType === T.Minus) retype(token, T.SiblingAt);
        break;
      case T.Comma:
      case T.And:
      case T.Or:
        endOperand(brackets);
        break;
      case T.Semicolon:
        popAll(brackets);
        steps = 0;
        break;
      case T.StringToken:
        if (token.payload === true) reportOpenString(source, token, closersOf(brackets));
        break;
    }
    previous = token.tokenType;
    tokens.push(token);
  }
  return { tokens, comments, isModule, nesting: brackets.deepest, steps: mostSteps };
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx!;
}

/** Words that join two operands or compare them; the builder reports those that belong to another language. */
const OPERATOR_WORDS: ReadonlyMap<string, TokenType> = new Map([
  ["and", T.And],
  ["AND", T.And],
  ["And", T.And],
  ["or", T.Or],
  ["OR", T.Or],
  ["Or", T.Or],
  ["eq", T.ComparisonSign],
  ["ne", T.ComparisonSign],
  ["lt", T.ComparisonSign],
  ["le", T.ComparisonSign],
  ["gt", T.ComparisonSign],
  ["ge", T.ComparisonSign],
]);

function isOperandEnd(previous: TokenType | null): boolean {
  switch (previous) {
    case T.Name:
    case T.StringToken:
    case T.NumberToken:
    case T.Parameter:
    case T.RightBracket:
    case T.RightParenthesis:
    case T.Dot:
    case T.DoubleDot:
    case T.Star:
      return true;
  }
  return false;
}

/** Behind these a word is a name whatever follows: `/text (`, `child::min`, `@not`. */
const isNamePlace = (previous: TokenType | null): boolean =>
  previous === T.Slash || previous === T.DoubleSlash || previous === T.DoubleColon || previous === T.At;

/** `1-` negates where an operand may start, not in `[-1]`, `[2:1]` or `@a = 1`. */
function isOperandStart(previous: TokenType | null, tokens: readonly IToken[]): boolean {
  switch (previous) {
    case T.LeftBracket:
    case T.LeftParenthesis:
    case T.Comma:
    case T.And:
    case T.Or:
      return true;
    case T.Minus:
      return tokens.length > 1 && tokens[tokens.length - 2].tokenType === T.One;
  }
  return false;
}

/**
 * `declare query` and `import schema` are two words in a row, which no query has: so a declaration is found behind
 * any unfinished one. Where a declaration may stand, either word may be misspelt.
 */
function startsDeclaration(token: IToken, next: IToken | undefined, isFirst: boolean): boolean {
  if (token.image !== "declare" && token.image !== "import") {
    return isFirst && next?.tokenType === T.Name && suggest(token.image, DECLARATION_WORDS).length > 0;
  }
  if (next === undefined) return isFirst;
  if (next.tokenType === T.StringToken) return isFirst && token.image === "import";
  if (next.tokenType !== T.Name) return false;
  if (isFirst) return true;
  return token.image === "declare" ? next.image === "query" : next.image === "schema" || next.image === "data";
}

const DECLARATION_WORDS = ["declare", "import"];

function readDeclarationWord(source: Source, token: IToken): string {
  if (DECLARATION_WORDS.includes(token.image)) return token.image;
  const [word] = suggest(token.image, DECLARATION_WORDS);
  const parameters = { expected: `"${word}"`, found: token.image };
  report(source, "SXP1004", spanOf(token), parameters, [fix(`Replace by ${word}`, spanOf(token), word)]);
  return word;
}
