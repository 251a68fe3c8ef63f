import type { IToken, TokenType } from "chevrotain";
import { suggest } from "../diagnostics/suggest.js";
import { endOf, fix, report, reportLexical, type Source, spanOf } from "../source.js";
import { OPERATOR_NAMES, OPERATORS } from "../words/operators.js";
import {
  closeBracket,
  closersOf,
  createBracketStack,
  deepen,
  endOperand,
  popBrackets,
  pushBracket,
} from "./brackets.js";
import { scan } from "./scan.js";
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
 * only after an operand, an axis only before `::`, and a function only before `(`: so no word need be reserved.
 * What can't belong to any query is reported and left out, so that the rest is parsed as if it were not there.
 * Reading stops once the nesting is beyond `maxNesting`.
 */
export function readTokens(source: Source, maxNesting = Number.POSITIVE_INFINITY): TokenReading {
  const { tokens: lexed, comments } = scan(source.text);
  const raw = withoutUnexpected(source, lexed);
  const last = raw.at(-1);
  if (last !== undefined) source.contentEnd = endOf(last);
  checkLastComment(source, comments.at(-1));

  const tokens: IToken[] = [];
  const brackets = createBracketStack();
  let isModule = false;
  let steps = 0;
  let mostSteps = 0;
  let previous: TokenType | null = null;
  let next = raw[0];
  for (let i = 1; next !== undefined && brackets.deepest <= maxNesting; i++) {
    const token: IToken = next;
    next = raw[i];
    switch (token.tokenType) {
      case T.Name: {
        const isInBracket = brackets.squareBrackets > 0;
        const operator = isInBracket && OPERAND_ENDS.has(previous) ? OPERATOR_WORDS.get(token.image) : undefined;
        if (operator !== undefined) {
          retype(token, operator);
          endOperand(brackets);
        } else if (next?.tokenType === T.DoubleColon) retype(token, T.AxisName);
        else if (next?.tokenType === T.LeftParenthesis) {
          if (isInBracket && !NAME_PLACES.has(previous)) retype(token, T.FunctionName);
        } else if (previous === T.Declare && (token.image === "query" || next?.tokenType === T.Name))
          retype(token, T.QueryKeyword);
        else if (startsDeclaration(token, next, tokens.length === 0 || previous === T.Semicolon)) {
          isModule = true;
          steps = 0;
          popBrackets(brackets, 0);
          retype(token, readDeclarationWord(source, token) === "declare" ? T.Declare : T.Import);
        }
        break;
      }
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
        if (!closeBracket(source, brackets, token, raw, i)) continue;
        break;
      case T.NumberToken:
        // `1-` negates where an operand may start, not in `[-1]`, `[2:1]` or `@a = 1`.
        if (token.image !== "1" || next?.tokenType !== T.Minus) break;
        if (OPERAND_STARTS.has(previous) || (previous === T.Minus && tokens.at(-2)?.tokenType === T.One)) {
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
        popBrackets(brackets, 0);
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

/** Reports characters that have no meaning, a run of them once. */
function withoutUnexpected(source: Source, lexed: readonly IToken[]): readonly IToken[] {
  if (!lexed.some(({ tokenType }) => tokenType === T.Unexpected)) return lexed;
  const runs: { readonly start: number; end: number }[] = [];
  const kept = lexed.filter((token) => {
    if (token.tokenType !== T.Unexpected) return true;
    const span = spanOf(token);
    const run = runs.at(-1);
    if (run?.end === span.start) run.end = span.end;
    else runs.push({ ...span });
    return false;
  });
  for (const span of runs)
    reportLexical(source, "SXP1001", span, { text: source.text.slice(span.start, span.end) }, [
      fix("Remove it", span, ""),
    ]);
  return kept;
}

function checkLastComment(source: Source, comment: IToken | undefined): void {
  if (comment?.payload !== true) return;
  source.isOpenEnded = true;
  const end = source.text.length;
  reportLexical(source, "SXP1003", spanOf(comment), {}, [fix("Close the comment", { start: end, end }, ":)")]);
}

/**
 * The fix closes the string before the brackets that it has swallowed at its end, and adds those that are missing:
 * `[node =~ "x]` becomes `[node =~ "x"]`.
 */
function reportOpenString(source: Source, token: IToken, open: string): void {
  source.isOpenEnded = true;
  const end = endOf(token);
  const text = token.image.trimEnd();
  let swallowed = open.length;
  while (!text.endsWith(open.slice(0, swallowed))) swallowed--;
  const at = token.startOffset + text.length - swallowed;
  const quote = token.image.charAt(0);
  const edits = [
    { span: { start: at, end: at }, newText: quote },
    { span: { start: end, end }, newText: open.slice(swallowed) },
  ];
  reportLexical(source, "SXP1002", spanOf(token), { quote }, [
    { title: "Close the string", edits: edits.filter(({ newText }) => newText !== "") },
  ]);
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
}

/** Words that join two operands or compare them; the grammar reports those that belong to another language. */
const OPERATOR_WORDS: ReadonlyMap<string, TokenType> = new Map(
  OPERATOR_NAMES.flatMap((name) =>
    [name, ...OPERATORS[name].meant]
      .filter((spelling) => /^\w/.test(spelling))
      .map((spelling) => [spelling, name === "and" ? T.And : name === "or" ? T.Or : T.ComparisonSign] as const),
  ),
);

const OPERAND_ENDS: ReadonlySet<TokenType | null> = new Set([
  T.Name,
  T.StringToken,
  T.NumberToken,
  T.Parameter,
  T.RightBracket,
  T.RightParenthesis,
  T.Dot,
  T.DoubleDot,
  T.Star,
]);
const OPERAND_STARTS: ReadonlySet<TokenType | null> = new Set([T.LeftBracket, T.LeftParenthesis, T.Comma, T.And, T.Or]);
/** After these a word is a name whatever follows: `/text (`, `child::min`, `@not`. */
const NAME_PLACES: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash, T.DoubleColon, T.At]);

/**
 * `declare query` and `import schema` are two words in a row, which no query has: so a declaration is found after
 * any unfinished one. Where a declaration may start, either word may be misspelt.
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
  const [word = ""] = suggest(token.image, DECLARATION_WORDS);
  const parameters = { expected: `"${word}"`, found: token.image };
  report(source, "SXP1004", spanOf(token), parameters, [fix(`Replace by ${word}`, spanOf(token), word)]);
  return word;
}
