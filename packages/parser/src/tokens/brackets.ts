import type { IToken, TokenType } from "chevrotain";
import { fix } from "../diagnostics/fix.js";
import { reportLexical, type Source, spanOf } from "../source.js";
import { LeftBracket, RecordEnd, RecordStart, RightBracket, RightParenthesis } from "./tokenTypes.js";

/** The brackets that are open while the tokens go by, and how deep they nest. */
export interface BracketStack {
  readonly openers: IToken[];
  /** Depth outside of each opener. */
  readonly outside: number[];
  squareBrackets: number;
  /** Records that are open. */
  records: number;
  depth: number;
  deepest: number;
}

export const createBracketStack = (): BracketStack => ({
  openers: [],
  outside: [],
  squareBrackets: 0,
  records: 0,
  depth: 0,
  deepest: 0,
});

export function pushBracket(stack: BracketStack, token: IToken): void {
  stack.openers.push(token);
  stack.outside.push(stack.depth);
  if (token.tokenType === LeftBracket) stack.squareBrackets++;
  if (token.tokenType === RecordStart) stack.records++;
  deepen(stack);
}

/** One level more, for `1-` until its operand ends: `1-1-node` nests like `not(not(node))`. */
export function deepen(stack: BracketStack): void {
  if (++stack.depth > stack.deepest) stack.deepest = stack.depth;
}

export function endOperand(stack: BracketStack): void {
  stack.depth = (stack.outside.at(-1) ?? -1) + 1;
}

/** Leaves `count` brackets open. At the end of a query whatever is open stays so; the grammar reports it. */
export function popBrackets(stack: BracketStack, count: number): void {
  while (stack.openers.length > count) {
    const opener = stack.openers.pop()?.tokenType;
    if (opener === LeftBracket) stack.squareBrackets--;
    if (opener === RecordStart) stack.records--;
    stack.depth = stack.outside.pop() ?? 0;
  }
}

/**
 * Matches a closer, which `next` follows in `raw`, with its opener. False if it closes nothing; then it is reported, and should be
 * left out of what the grammar sees.
 */
export function closeBracket(
  source: Source,
  stack: BracketStack,
  token: IToken,
  raw: readonly IToken[],
  next: number,
): boolean {
  const { openers, squareBrackets, records } = stack;
  const { tokenType } = token;
  const count =
    tokenType === RightBracket
      ? squareBrackets
      : tokenType === RecordEnd
        ? records
        : openers.length - squareBrackets - records;
  let at = count > 0 ? openers.length - 1 : -1;
  while (at >= 0 && !closes(openers[at]!, token)) at--;
  const match = openers[at];
  if (match === undefined || (at < openers.length - 1 && isSlip(openers, at, raw, next))) {
    const span = spanOf(token);
    const parameters = { closing: token.image, opening: OPENERS.get(token.image) ?? "(" };
    reportLexical(source, "SXP1016", span, parameters, [fix("Remove it", span, "")]);
    return false;
  }
  match.payload = true;
  popBrackets(stack, at);
  return true;
}

/** Closers of all open brackets, innermost first. */
export const closersOf = ({ openers }: BracketStack): string => openers.map(closerOf).reverse().join("");

const closerOf = ({ tokenType }: IToken): string =>
  tokenType === LeftBracket ? "]" : tokenType === RecordStart ? "}" : ")";
const OPENERS: ReadonlyMap<string, string> = new Map([
  ["]", "["],
  [")", "("],
  ["}", "{"],
]);
const closes = (opener: IToken, token: IToken): boolean => closerOf(opener) === token.image;

const CLOSERS: ReadonlySet<TokenType> = new Set([RightBracket, RightParenthesis, RecordEnd]);

/** Maximum number of closers examined to recognise a slip; more would only matter in texts that do not occur. */
const LOOKAHEAD = 16;

/**
 * `[(a])` and `[a[b)]`: is the wrong closer itself the slip, or is the opener before it unclosed? Whichever reading leaves fewer
 * mistakes in the run of closers that it starts.
 */
function isSlip(openers: readonly IToken[], match: number, raw: readonly IToken[], next: number): boolean {
  const ifSlip = mistakes(openers, openers.length, raw, next) + 1;
  const ifUnclosed = mistakes(openers, match, raw, next) + openers.length - 1 - match;
  return ifSlip < ifUnclosed;
}

/** Mistakes when the run of closers at `at` meets the first `depth` openers. */
function mistakes(openers: readonly IToken[], depth: number, raw: readonly IToken[], at: number): number {
  const run = raw.slice(at, at + LOOKAHEAD);
  let open = depth;
  let count = 0;
  for (const token of run) {
    if (!CLOSERS.has(token.tokenType)) return count;
    const opener = openers[open - 1];
    if (opener !== undefined && closes(opener, token)) open--;
    else count++;
  }
  return at + run.length === raw.length ? count + open : count;
}
