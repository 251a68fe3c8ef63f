import type { IToken, TokenType } from "chevrotain";
import { fix } from "../diagnostics/fix.js";
import { suggest } from "../diagnostics/suggest.js";
import { endOf, report, reportLexical, type Source, spanOf } from "../source.js";
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
import {
  checkLastComment,
  reportCurly,
  reportOpenString,
  reportOpenValue,
  withoutUnexpected,
} from "./lexicalMistakes.js";
import {
  CONNECTIVES,
  DECLARATION_WORDS,
  isDivision,
  NAME_PLACES,
  OPERAND_ENDS,
  OPERAND_STARTS,
  roleOf,
  startsDeclaration,
} from "./roles.js";
import { CURLY, scan } from "./scan.js";
import * as T from "./tokenTypes.js";
import { beginsPrimitive, type UpdatePlace, updateWordOf, VERBS } from "./updateWords.js";

/** Tokens of the text, before any grammar. */
export interface TokenReading {
  /** A bare query is one part. A module has one for each declaration, and one for what is before the first. */
  readonly parts: readonly TokenPart[];
  readonly comments: readonly IToken[];
  /** Imports and declarations, or one bare query. */
  readonly isModule: boolean;
}

export interface TokenPart {
  /** Tokens for the grammar: words with their role, opening brackets with their closed state as payload. */
  readonly tokens: IToken[];
  /** Deepest nesting of brackets, parentheses and `1-`; what follows a place that is too deep is left out. */
  nesting: number;
  steps: number;
  /** Signs of arithmetic, quantifiers and `group by`: a chain of them nests as brackets do. */
  operators: number;
  /** End of its last token, or of the last character outside of tokens: after it comments concern the next part. */
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
  const ownTokens = withoutUnexpected(source, lexed);
  const last = ownTokens.at(-1);
  if (last !== undefined) source.contentEnd = endOf(last);
  checkLastComment(source, comments.at(-1));

  const part = newPart();
  const reading: Reading = {
    source,
    lexed,
    passed: 0,
    ahead: source.following === null ? ownTokens : [...ownTokens, source.following],
    brackets: createBracketStack(),
    update: { verb: null, isDeclared: false, isInBrace: false, outside: 0, tags: 0 },
    parts: [part],
    part,
    isModule: false,
    previous: null,
    nameList: null,
  };
  const { brackets, parts } = reading;
  for (let at = 0; at < ownTokens.length; at++) {
    const token = ownTokens[at]!;
    // From the scanner: the text ends inside of it.
    if (token.payload === true) reading.part.isOpenEnded = source.isOpenEnded = true;
    if (brackets.deepest > maxNesting && token.image !== "declare") continue;
    if (token.tokenType === T.Name) readWord(reading, token, at);
    else if (!readOther(reading, token, at)) continue;
    if (CHAINING.has(token.tokenType)) reading.part.operators++;
    reading.previous = token.tokenType;
    reading.part.tokens.push(token);
  }
  reading.part.nesting = brackets.deepest;
  reading.part.end = lexed.length === 0 ? 0 : endOf(lexed.at(-1)!);
  if (comments.at(-1)?.payload === true) reading.part.isOpenEnded = true;
  if (source.lexicalMistakes.length > 1) source.lexicalMistakes.sort((a, b) => a.start - b.start);
  if (parts.length > 1 && parts[0]?.tokens.length === 0) parts.shift();
  return { parts, comments, isModule: reading.isModule };
}

/** State of the reading so far. */
interface Reading {
  readonly source: Source;
  /** All that the scanner found, and how many of them are in earlier parts. */
  readonly lexed: readonly IToken[];
  passed: number;
  /** To look ahead at: the tokens of the text that mean something, and the first of the next text. */
  readonly ahead: readonly IToken[];
  readonly brackets: BracketStack;
  readonly update: UpdateReading;
  readonly parts: TokenPart[];
  /** The last of them. */
  part: TokenPart;
  isModule: boolean;
  previous: TokenType | null;
  /** The last `(` of `(A|B)`. */
  nameList: IToken | null;
}

const CHAINING: ReadonlySet<TokenType> = new Set([T.Plus, T.Minus, T.ProductSign, T.Satisfies, T.GroupWord]);

const newPart = (): TokenPart => ({ tokens: [], nesting: 0, steps: 0, operators: 0, end: 0, isOpenEnded: false });

function readWord(reading: Reading, token: IToken, at: number): void {
  const { brackets, update, previous } = reading;
  const next = reading.ahead[at + 1];
  const place = updatePlaceOf(reading, next);
  const word = place === null ? null : updateWordOf(token, place);
  if (word !== null) {
    retype(token, word);
    if (VERBS.get(token.image) === word) Object.assign(update, { verb: word, isInBrace: false, tags: 0 });
    return;
  }
  if (isAsOf(reading, token, at)) {
    retype(token, token.image === "as" ? T.AsOf : T.Of);
    return;
  }
  if (next?.tokenType === T.Colon && beginsField(brackets, previous)) {
    retype(token, T.FieldName);
    return;
  }
  const type = roleOf(
    token,
    previous,
    next,
    reading.ahead[at + 2],
    brackets.squareBrackets > 0 || brackets.records > 0,
  );
  if (type !== null) {
    retype(token, type);
    if (CONNECTIVES.has(type)) endOperand(brackets);
  } else if (startsDeclaration(token, next, previous === null || previous === T.Semicolon))
    beginDeclaration(reading, token, next?.image === "update");
}

function beginDeclaration(reading: Reading, token: IToken, isUpdate: boolean): void {
  const { source, lexed, brackets, part } = reading;
  reading.isModule = true;
  popBrackets(brackets, 0);
  Object.assign(reading.update, { verb: null, isDeclared: isUpdate, isInBrace: false, tags: 0 });
  retype(token, readDeclarationWord(source, token) === "declare" ? T.Declare : T.Import);
  if (token.tokenType === T.Import) return;
  part.nesting = brackets.deepest;
  brackets.deepest = 0;
  while (lexed[reading.passed]!.startOffset < token.startOffset) part.end = endOf(lexed[reading.passed++]!);
  reading.part = newPart();
  reading.parts.push(reading.part);
}

function readDeclarationWord(source: Source, token: IToken): string {
  if (DECLARATION_WORDS.includes(token.image)) return token.image;
  const [word = ""] = suggest(token.image, DECLARATION_WORDS);
  const parameters = { expected: `"${word}"`, found: token.image };
  report(source, "SXP1004", spanOf(token), parameters, [fix(`Replace by ${word}`, spanOf(token), word)]);
  return word;
}

/** False if a token belongs to nothing and is left out. */
function readOther(reading: Reading, token: IToken, at: number): boolean {
  const { source, ahead, brackets, part, previous } = reading;
  const next = ahead[at + 1];
  switch (token.tokenType) {
    case T.Slash:
    case T.DoubleSlash:
      if (isDivision(token, next, part.tokens)) retype(token, T.ProductSign);
      else part.steps++;
      break;
    case T.LeftBracket:
    case T.LeftParenthesis:
    case T.RecordStart:
      pushBracket(brackets, token);
      if (token.tokenType === T.LeftParenthesis && STEP_SEPARATORS.has(previous) && holdsValue(ahead, at + 1)) {
        retype(token, T.ValueStart);
        break;
      }
      if (token.tokenType === T.LeftParenthesis && NAME_PLACES.has(previous)) reading.nameList = token;
      break;
    case T.RightBracket:
    case T.RightParenthesis:
    case T.RecordEnd:
      return closeBracket(source, brackets, token, ahead, at + 1);
    case T.NumberToken:
      // `1-` negates where an operand may start, not in `[-1]`, `[2:1]` or `@a = 1`.
      if (token.image !== "1" || next?.tokenType !== T.Minus || brackets.squareBrackets + brackets.records === 0) break;
      if (
        OPERAND_STARTS.has(previous) ||
        (previous === T.Colon && part.tokens.at(-2)?.tokenType === T.FieldName) ||
        (previous === T.Minus && part.tokens.at(-2)?.tokenType === T.One)
      ) {
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
    case T.StringToken:
      if (next?.tokenType === T.Colon && beginsField(brackets, previous)) retype(token, T.FieldName);
      else readString(reading, token);
      break;
    case T.Concat:
      if (joinsConditions(part.tokens, ahead, at + 1)) {
        retype(token, T.Or);
        endOperand(brackets);
      }
      break;
    case T.Semicolon:
      readSemicolon(reading, token, at);
      break;
    case T.TagQuote:
      if (token.payload === true) reportOpenValue(source, token, endOf(next ?? token));
      break;
    default:
      readContent(reading, token);
  }
  return true;
}

/** `as of` and a moment, where a query begins. */
function isAsOf({ part, ahead, isModule }: Reading, { image }: IToken, at: number): boolean {
  const previous = part.tokens.at(-1)?.tokenType;
  if (image === "of") return previous === T.AsOf;
  if (image !== "as" || ahead[at + 1]?.image !== "of") return false;
  const moment = ahead[at + 2]?.tokenType;
  const begins = previous === undefined ? !isModule : STARTS_AFTER.has(previous);
  return begins && (moment === T.StringToken || moment === T.Parameter);
}

/** Tests that the next tokens begin a field of the innermost record. */
const beginsField = ({ openers }: BracketStack, previous: TokenType | null): boolean =>
  openers.at(-1)?.tokenType === T.RecordStart && (previous === T.RecordStart || previous === T.Comma);

const STEP_SEPARATORS: ReadonlySet<TokenType | null> = new Set([T.Slash, T.DoubleSlash]);

/** Tests that a parenthesis in place of a step holds a value: it begins without a name, or with a name before an operator or a path. */
function holdsValue(ahead: readonly IToken[], at: number): boolean {
  const [first, second] = [ahead[at], ahead[at + 1]];
  if (first === undefined) return false;
  if (first.tokenType !== T.Name && first.tokenType !== T.StringToken) return VALUE_STARTS.has(first.tokenType);
  if (second === undefined) return false;
  return AFTER_OPERAND.has(second.tokenType) || (second.tokenType === T.Name && /^(?:div|mod)$/.test(second.image));
}

const VALUE_STARTS: ReadonlySet<TokenType> = new Set([
  T.At,
  T.Dot,
  T.Slash,
  T.DoubleSlash,
  T.LeftParenthesis,
  T.NumberToken,
  T.Parameter,
  T.Minus,
]);
const AFTER_OPERAND: ReadonlySet<TokenType> = new Set([
  T.LeftParenthesis,
  T.Star,
  T.Plus,
  T.Minus,
  T.ProductSign,
  T.Concat,
  T.Slash,
  T.DoubleSlash,
  T.LeftBracket,
]);

/**
 * Tests that a `||` was intended to join conditions: a relevance is on one side of it, or comparisons are on both. Reads up to the next connective,
 * and a bounded number of tokens.
 */
function joinsConditions(before: readonly IToken[], ahead: readonly IToken[], at: number): boolean {
  let strength = Beside.Value;
  for (let i = before.length - 1, depth = 0; i >= 0 && i > before.length - MAX_BESIDE; i--) {
    const { tokenType } = before[i]!;
    if (CLOSING.has(tokenType)) depth++;
    else if (OPENING.has(tokenType) && depth-- === 0) break;
    if (depth > 0) continue;
    if (SIDE_ENDS.has(tokenType)) break;
    strength = Math.max(strength, besideOf(tokenType));
  }
  let right = Beside.Value;
  for (let i = at, depth = 0; i < ahead.length && i < at + MAX_BESIDE; i++) {
    const { tokenType, image } = ahead[i]!;
    if (OPENING.has(tokenType)) depth++;
    else if (CLOSING.has(tokenType) && depth-- === 0) break;
    if (depth > 0) continue;
    if (SIDE_ENDS.has(tokenType) || image === "and" || image === "or") break;
    right = Math.max(right, besideOf(tokenType));
  }
  return strength === Beside.Relevance || right === Beside.Relevance || Math.min(strength, right) > Beside.Value;
}

enum Beside {
  Value,
  Comparison,
  Relevance,
}

const besideOf = (type: TokenType): Beside =>
  type === T.Tilde ? Beside.Relevance : type === T.ComparisonSign ? Beside.Comparison : Beside.Value;

/** Enough for what people write in one condition; without a bound a chain of signs would take quadratic time. */
const MAX_BESIDE = 64;
const OPENING: ReadonlySet<TokenType> = new Set([T.LeftBracket, T.LeftParenthesis, T.RecordStart, T.ValueStart]);
const CLOSING: ReadonlySet<TokenType> = new Set([T.RightBracket, T.RightParenthesis, T.RecordEnd]);
const SIDE_ENDS: ReadonlySet<TokenType> = new Set([T.Comma, T.And, T.Or, T.Concat, T.Semicolon, T.Colon]);

function readString({ source, brackets, update, part, previous, nameList }: Reading, token: IToken): void {
  if (token.payload === CURLY) reportCurly(source, token);
  else if (token.payload === true) reportOpenString(source, token, closersOf(brackets));
  const isName =
    NAME_PLACES.has(previous) ||
    previous === T.As ||
    isNameOfUpdate(update, part.tokens) ||
    (nameList !== null && brackets.openers.at(-1) === nameList && !OPERAND_ENDS.has(previous));
  if (!isName) return;
  // `//"first name"`: the text is a name there.
  retype(token, T.Name);
  if (token.image.length === 2 && token.payload !== true)
    reportLexical(source, "SXP1004", spanOf(token), { expected: "a name", found: token.image }, []);
}

/** A semicolon ends a declaration; between the primitives of one update a comma was meant. */
function readSemicolon({ source, ahead, brackets, update, isModule }: Reading, token: IToken, at: number): void {
  const next = ahead[at + 1];
  popBrackets(brackets, 0);
  const isComma =
    !isModule &&
    update.verb !== null &&
    next !== undefined &&
    VERBS.has(next.image) &&
    beginsPrimitive(next, ahead[at + 2]);
  if (isComma) {
    retype(token, T.Comma);
    const parameters = { written: ";", operator: "," } as const;
    reportLexical(source, "SXP1010", spanOf(token), parameters, [fix("Replace by ,", spanOf(token), ",")]);
  } else update.verb = null;
}

/** The braces and tags of what an update writes. */
function readContent({ brackets, update }: Reading, token: IToken): void {
  switch (token.tokenType) {
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
  }
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
}

/** State of an update so far. */
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

/** Place for words of an update: at its start and after it, outside of brackets and braces; null elsewhere. */
function updatePlaceOf({ update, brackets, part, isModule }: Reading, next: IToken | undefined): UpdatePlace | null {
  const { verb, isDeclared, isInBrace } = update;
  if (brackets.openers.length > 0 || isInBrace) return null;
  const previous = part.tokens.at(-1);
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

/** Tokens that may end the content of a primitive beside an operand. */
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
