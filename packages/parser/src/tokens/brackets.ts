import type { IToken } from "chevrotain";
import { fix, reportLexical, type Source, spanOf } from "../source.js";
import { LeftBracket, RightBracket, RightParenthesis } from "./tokenTypes.js";

/** The brackets that are open while the tokens go by, and how deep they nest. */
export interface BracketStack {
  readonly openers: IToken[];
  /** Depth outside of each opener. */
  readonly outside: number[];
  squareBrackets: number;
  depth: number;
  deepest: number;
}

export const createBracketStack = (): BracketStack => ({
  openers: [],
  outside: [],
  squareBrackets: 0,
  depth: 0,
  deepest: 0,
});

export function pushBracket(stack: BracketStack, token: IToken): void {
  stack.openers.push(token);
  stack.outside.push(stack.depth);
  if (token.tokenType === LeftBracket) stack.squareBrackets++;
  deepen(stack);
}

/** One level more, for `1-` until its operand ends: `1-1-node` nests like `not(not(node))`. */
export function deepen(stack: BracketStack): void {
  if (++stack.depth > stack.deepest) stack.deepest = stack.depth;
}

export function endOperand(stack: BracketStack): void {
  stack.depth = stack.openers.length === 0 ? 0 : stack.outside[stack.outside.length - 1] + 1;
}

/** At the end of a query whatever is open stays so; the builder reports it. */
export function popAll(stack: BracketStack): void {
  while (stack.openers.length > 0) pop(stack);
}

function pop(stack: BracketStack): void {
  if (stack.openers.pop()?.tokenType === LeftBracket) stack.squareBrackets--;
  stack.depth = stack.outside.pop() ?? 0;
}

/**
 * Pairs the closer at `at`. False where it closes nothing; then it is reported, and should be left out of what the grammar sees.
 */
export function popBracket(source: Source, stack: BracketStack, raw: readonly IToken[], at: number): boolean {
  const { openers, squareBrackets } = stack;
  const token = raw[at];
  const innermost = openers.at(-1);
  if (innermost !== undefined && closes(innermost, token)) {
    innermost.payload = true;
    pop(stack);
    return true;
  }
  const isOpen = token.tokenType === RightBracket ? squareBrackets > 0 : openers.length > squareBrackets;
  const partner = isOpen ? findPartner(openers, token) : -1;
  if (partner < 0 || isSlip(openers, partner, raw, at)) {
    const opening = token.tokenType === RightBracket ? "[" : "(";
    const span = spanOf(token);
    reportLexical(source, "SXP1016", span, { closing: token.image, opening }, [fix("Remove it", span, "")]);
    return false;
  }
  const match = openers[partner];
  if (match !== undefined) match.payload = true;
  while (openers.length > partner) pop(stack);
  return true;
}

/** What would close all that is open, innermost first. */
export const closersOf = ({ openers }: BracketStack): string => openers.map(closerOf).reverse().join("");

const closerOf = (opener: IToken): string => (opener.tokenType === LeftBracket ? "]" : ")");
const closes = (opener: IToken, token: IToken): boolean => closerOf(opener) === token.image;

function findPartner(openers: readonly IToken[], token: IToken): number {
  let partner = openers.length - 1;
  while (partner >= 0 && !closes(openers[partner], token)) partner--;
  return partner;
}

/** Closers looked at to tell a slip; more would only matter in texts that nobody writes. */
const LOOKAHEAD = 16;

/**
 * `[(a])` and `[a[b)]`: is the wrong closer itself the slip, or is the opener before it unclosed? Whichever reading leaves fewer
 * mistakes in the run of closers that it starts.
 */
function isSlip(openers: readonly IToken[], partner: number, raw: readonly IToken[], at: number): boolean {
  const ifSlip = mistakes(openers, openers.length, raw, at + 1) + 1;
  const ifUnclosed = mistakes(openers, partner, raw, at + 1) + openers.length - 1 - partner;
  return ifSlip < ifUnclosed;
}

/** Mistakes when the run of closers at `at` meets the first `depth` openers. */
function mistakes(openers: readonly IToken[], depth: number, raw: readonly IToken[], at: number): number {
  let open = depth;
  let count = 0;
  let i = at;
  for (; i < raw.length && i < at + LOOKAHEAD; i++) {
    const { tokenType } = raw[i];
    if (tokenType !== RightBracket && tokenType !== RightParenthesis) return count;
    if (open > 0 && closes(openers[open - 1], raw[i])) open--;
    else count++;
  }
  return i === raw.length ? count + open : count;
}
