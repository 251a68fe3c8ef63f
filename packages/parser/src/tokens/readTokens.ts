import type { IToken, TokenType } from "chevrotain";
import type { Span } from "../ast/span.js";
import { suggest } from "../diagnostics/suggest.js";
import { endOf, fix, offer, report, reportLexical, type Source, spanOf } from "../source.js";
import { operatorOf } from "../words/operators.js";
import {
  type BracketStack,
  closeBracket,
  closersOf,
  createBracketStack,
  deepen,
  endOperand,
  popBrackets,
  pushBracket,
} from "./brackets.js";
import { operatorMeant } from "./operatorMeant.js";
import { CURLY, scan } from "./scan.js";
import * as T from "./tokenTypes.js";
import { beginsPrimitive, type UpdatePlace, updateWordOf, VERBS } from "./updateWords.js";

/** What the text consists of, before any grammar. */
export interface TokenReading {
  /** A bare query is one part. A module has one for each declaration, and one for what is before the first. */
  readonly parts: readonly TokenPart[];
  readonly comments: readonly IToken[];
  /** Imports and declarations, or one bare query. */
  readonly isModule: boolean;
}

export interface TokenPart {
  /** What the grammar sees: words with their role, opening brackets with whether they are closed as their payload. */
  readonly tokens: IToken[];
  /** Deepest nesting of brackets, parentheses and `1-`; what follows a place that is too deep is left out. */
  nesting: number;
  steps: number;
  /** Where its last token ends, or the last character that is none: after it comments are about the next part. */
  end: number;
  /** A string or comment in it is not closed. */
  isOpenEnded: boolean;
}

/**
 * Reads the tokens of a text into `source`, and gives the words their role. As in XPath's own lexical rules, a word is an operator
 * only after an operand, an axis only before `::`, and a function only before `(`: so no word need be reserved.
 * What can't belong to any query is reported and left out, so that the rest is parsed as if it were not there.
 * Of a part that nests deeper than `maxNesting` the rest is left out.
 */
export function readTokens(source: Source, maxNesting = Number.POSITIVE_INFINITY): TokenReading {
  const { tokens: lexed, comments } = scan(source.text);
  const own = withoutUnexpected(source, lexed);
  const last = own.at(-1);
  if (last !== undefined) source.contentEnd = endOf(last);
  // To look ahead at.
  const raw = source.following === null ? own : [...own, source.following];
  checkLastComment(source, comments.at(-1));

  const brackets = createBracketStack();
  let part = newPart();
  const parts = [part];
  let isModule = false;
  let passed = 0;
  const update: UpdateReading = { verb: null, isDeclared: false, isInBrace: false, outside: 0, tags: 0 };
  /** The last `(` of `(A|B)`. */
  let nameList: IToken | null = null;
  let previous: TokenType | null = null;
  for (let i = 1; i <= own.length; i++) {
    const token = raw[i - 1]!;
    const next = raw[i];
    // From the scanner: the text ends inside of it.
    if (token.payload === true) part.isOpenEnded = source.isOpenEnded = true;
    if (brackets.deepest > maxNesting && token.image !== "declare") continue;
    switch (token.tokenType) {
      case T.Name: {
        const place = updatePlaceOf(update, brackets, part.tokens, isModule, next);
        const word = place === null ? null : updateWordOf(token, place);
        if (word !== null) {
          retype(token, word);
          if (VERBS.get(token.image) === word) Object.assign(update, { verb: word, isInBrace: false, tags: 0 });
          break;
        }
        const type = roleOf(token, previous, next, raw[i + 1], brackets.squareBrackets > 0);
        if (type !== null) {
          retype(token, type);
          if (CONNECTIVES.has(type)) endOperand(brackets);
        } else if (startsDeclaration(token, next, previous === null || previous === T.Semicolon)) {
          isModule = true;
          popBrackets(brackets, 0);
          Object.assign(update, { verb: null, isDeclared: next?.image === "update", isInBrace: false, tags: 0 });
          retype(token, readDeclarationWord(source, token) === "declare" ? T.Declare : T.Import);
          if (token.tokenType === T.Declare) {
            part.nesting = brackets.deepest;
            brackets.deepest = 0;
            while (lexed[passed]!.startOffset < token.startOffset) part.end = endOf(lexed[passed++]!);
            part = newPart();
            parts.push(part);
          }
        }
        break;
      }
      case T.Slash:
      case T.DoubleSlash:
        if (isDivision(token, next, part.tokens)) retype(token, T.ProductSign);
        else part.steps++;
        break;
      case T.LeftBracket:
      case T.LeftParenthesis:
        pushBracket(brackets, token);
        if (token.tokenType === T.LeftParenthesis && NAME_PLACES.has(previous)) nameList = token;
        break;
      case T.RightBracket:
      case T.RightParenthesis:
        if (!closeBracket(source, brackets, token, raw, i)) continue;
        break;
      case T.NumberToken:
        // `1-` negates where an operand may start, not in `[-1]`, `[2:1]` or `@a = 1`.
        if (token.image !== "1" || next?.tokenType !== T.Minus || brackets.squareBrackets === 0) break;
        if (OPERAND_STARTS.has(previous) || (previous === T.Minus && part.tokens.at(-2)?.tokenType === T.One)) {
          retype(token, T.One);
          deepen(brackets);
        }
        break;
      case T.At:
        if (next?.tokenType === T.Plus || next?.tokenType === T.Minus) retype(token, T.SiblingAt);
        break;
      case T.Star:
        if (OPERAND_ENDS.has(previous)) retype(token, T.ProductSign);
        break;
      case T.Comma:
      case T.And:
      case T.Or:
        endOperand(brackets);
        break;
      case T.Semicolon:
        popBrackets(brackets, 0);
        if (
          !isModule &&
          update.verb !== null &&
          next !== undefined &&
          VERBS.has(next.image) &&
          beginsPrimitive(next, raw[i + 1])
        ) {
          retype(token, T.Comma);
          reportLexical(source, "SXP1010", spanOf(token), { written: ";", operator: "," }, [
            fix("Replace by ,", spanOf(token), ","),
          ]);
        } else update.verb = null;
        break;
      case T.LeftBrace:
        update.isInBrace = true;
        update.outside = brackets.openers.length;
        break;
      case T.RightBrace:
        update.isInBrace = false;
        popBrackets(brackets, update.outside);
        break;
      case T.TagOpen:
        if (++update.tags > brackets.deepest) brackets.deepest = update.tags;
        break;
      case T.TagClose:
        update.tags = token.payload as number;
        update.isInBrace = false;
        break;
      case T.TagSelfEnd:
        update.tags--;
        break;
      case T.TagQuote:
        if (token.payload === true) reportOpenValue(source, token, endOf(next ?? token));
        break;
      case T.StringToken:
        if (token.payload === CURLY) reportCurly(source, token);
        else if (token.payload === true) reportOpenString(source, token, closersOf(brackets));
        if (
          NAME_PLACES.has(previous) ||
          isNameOfUpdate(update, part.tokens) ||
          (nameList !== null && brackets.openers.at(-1) === nameList && !OPERAND_ENDS.has(previous))
        )
          readQuotedName(source, token);
        break;
    }
    previous = token.tokenType;
    part.tokens.push(token);
  }
  part.nesting = brackets.deepest;
  if (comments.at(-1)?.payload === true) part.isOpenEnded = true;
  if (source.lexicalMistakes.length > 1) source.lexicalMistakes.sort((a, b) => a.start - b.start);
  if (parts.length > 1 && parts[0]?.tokens.length === 0) parts.shift();
  return { parts, comments, isModule };
}

/** What has been read of an update so far. */
interface UpdateReading {
  /** The first word of the primitive around. */
  verb: TokenType | null;
  isDeclared: boolean;
  isInBrace: boolean;
  /** Brackets that are open around the brace. */
  outside: number;
  /** Elements that are open. */
  tags: number;
}

/** Where an update may have its words: at its start and after it, in no bracket and no brace; null elsewhere. */
function updatePlaceOf(
  { verb, isDeclared, isInBrace }: UpdateReading,
  { openers }: BracketStack,
  tokens: readonly IToken[],
  isModule: boolean,
  next: IToken | undefined,
): UpdatePlace | null {
  if (openers.length > 0 || isInBrace) return null;
  const previous = tokens.at(-1);
  const isStart = previous === undefined ? !isModule : STARTS_AFTER.has(previous.tokenType);
  if (verb === null && !isStart) return null;
  return {
    isStart,
    isDeclared,
    verb,
    previous,
    followsOperand:
      previous !== undefined && (OPERAND_ENDS.has(previous.tokenType) || CONTENT_ENDS.has(previous.tokenType)),
    next,
  };
}

/** After these a query or update begins; after a semicolon one without a name, which is reported. */
const STARTS_AFTER: ReadonlySet<TokenType> = new Set([T.ColonEquals, T.Semicolon]);

/** What the content of a primitive may end with beside an operand. */
const CONTENT_ENDS: ReadonlySet<TokenType> = new Set([
  T.TagOpen,
  T.TagEnd,
  T.TagSelfEnd,
  T.TagName,
  T.TagEquals,
  T.TagQuote,
  T.RightBrace,
  T.Key,
]);

/** `rename node P as "first name"` and `insert node attribute "first name" {`. */
function isNameOfUpdate({ verb }: UpdateReading, tokens: readonly IToken[]): boolean {
  const previous = tokens.at(-1);
  if (previous?.tokenType === T.AttributeWord) return true;
  return verb === T.Rename && previous?.tokenType === T.PlaceWord && previous.image === "as";
}

const newPart = (): TokenPart => ({ tokens: [], nesting: 0, steps: 0, end: 0, isOpenEnded: false });

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
  for (const span of runs) {
    const text = source.text.slice(span.start, span.end);
    if (text === "!") reportExclamation(source, span, kept);
    else reportLexical(source, "SXP1001", span, { text }, [offer("Remove it", span, "")]);
  }
  return kept;
}

/** `!` of other languages before an operand: the fix writes `not(…)` around it. */
function reportExclamation(source: Source, span: Span, tokens: readonly IToken[]): void {
  const at = firstFrom(tokens, span.end);
  const end = at === tokens.length ? null : endOfOperand(tokens, at);
  const isParenthesized = tokens[at]?.tokenType === T.LeftParenthesis;
  const edits =
    end === null
      ? []
      : isParenthesized
        ? [{ span, newText: "not" }]
        : [
            { span, newText: "not(" },
            { span: { start: end, end }, newText: ")" },
          ];
  // `!@a = 1` may deny the attribute or the comparison.
  const isSafe = tokens[firstFrom(tokens, end ?? 0)]?.tokenType !== T.ComparisonSign;
  const fixes = edits.length === 0 ? [] : [{ title: "Write not(…)", edits, isSafe }];
  reportLexical(source, "SXP1010", span, { written: "!", operator: "not(…)" }, fixes);
}

/** The first token at an offset or after it. */
function firstFrom(tokens: readonly IToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An operand of more tokens has no fix, so that many a `!` before the same parentheses takes no time. */
const MOST_TOKENS = 512;

/** Where an attribute, a call, or what is in parentheses ends; null: something else begins at this token. */
function endOfOperand(tokens: readonly IToken[], from: number): number | null {
  let at = from;
  if (tokens[at]?.tokenType === T.At) at++;
  if (tokens[at]?.tokenType === T.Name) at++;
  const last = tokens[at - 1];
  if (tokens[at]?.tokenType !== T.LeftParenthesis) return at === from || last === undefined ? null : endOf(last);
  const stop = Math.min(tokens.length, from + MOST_TOKENS);
  for (let open = 0; at < stop; at++) {
    const token = tokens[at]!;
    if (token.tokenType === T.LeftParenthesis) open++;
    else if (token.tokenType === T.RightParenthesis && --open === 0) return endOf(token);
  }
  return null;
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
    { title: "Close the string", edits: edits.filter(({ newText }) => newText !== ""), isSafe: true },
  ]);
}

/** Where a value in a tag was to end nobody can say. */
function reportOpenValue(source: Source, token: IToken, end: number): void {
  const span = spanOf(token);
  reportLexical(source, "SXP1002", span, { quote: token.image }, [
    offer("Close the value", { start: end, end }, token.image),
  ]);
}

function reportCurly(source: Source, token: IToken): void {
  const text = token.image.slice(1, -1);
  const written = `"${text.replaceAll('"', '""')}"`;
  reportLexical(source, "SXP1022", spanOf(token), {}, [fix(`Replace by ${written}`, spanOf(token), written)]);
}

/** `//"first name"`: the text is a name there. */
function readQuotedName(source: Source, token: IToken): void {
  retype(token, T.Name);
  if (token.image.length === 2 && token.payload !== true)
    reportLexical(source, "SXP1004", spanOf(token), { expected: "a name", found: token.image }, []);
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
}

/** What its neighbours make of a word; null: it is a name, or opens a declaration. */
function roleOf(
  token: IToken,
  previous: TokenType | null,
  next: IToken | undefined,
  afterNext: IToken | undefined,
  isInBracket: boolean,
): TokenType | null {
  const { image } = token;
  if (previous === T.Order && /^by$/i.test(image)) return T.By;
  if (previous === T.LeftBracket && beginsOrder(image, next)) return T.Order;
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

/** What a word between two operands is; the grammar reports those that belong to another language, or to none. */
function operatorWord(word: string, isInBracket: boolean): TokenType | null {
  const own = WORDS.get(word);
  if (own !== undefined) return own === T.SetSign || own === T.ProductSign || isInBracket ? own : null;
  const operator = operatorOf(word) ?? (isInBracket ? operatorMeant(word) : null);
  if (operator === null) return null;
  return operator === "and" ? T.And : operator === "or" ? T.Or : operator === "=~" ? T.Tilde : T.ComparisonSign;
}

/** `@cost / 2`: no step begins with a number or a parameter. After a step, `/Day/2`, a position is more likely. */
function isDivision({ tokenType }: IToken, next: IToken | undefined, before: readonly IToken[]): boolean {
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

const WORDS: ReadonlyMap<string, TokenType> = new Map([
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
/** What joins operands: a `1-` before it ends there. */
const CONNECTIVES: ReadonlySet<TokenType> = new Set([T.And, T.Or, T.Tilde, T.ComparisonSign, T.In, T.Satisfies]);

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
const OPERAND_STARTS: ReadonlySet<TokenType | null> = new Set([
  T.LeftBracket,
  T.LeftParenthesis,
  T.Comma,
  T.And,
  T.Or,
  T.Satisfies,
]);
/** What a value to order by may begin with. */
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
  return token.image === "declare"
    ? next.image === "query" || next.image === "update"
    : next.image === "schema" || next.image === "data";
}

const DECLARATION_WORDS = ["declare", "import"];

function readDeclarationWord(source: Source, token: IToken): string {
  if (DECLARATION_WORDS.includes(token.image)) return token.image;
  const [word = ""] = suggest(token.image, DECLARATION_WORDS);
  const parameters = { expected: `"${word}"`, found: token.image };
  report(source, "SXP1004", spanOf(token), parameters, [fix(`Replace by ${word}`, spanOf(token), word)]);
  return word;
}
