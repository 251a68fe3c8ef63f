import type { IToken } from "chevrotain";
import { fix, report, type Source, spanOf } from "../source.js";
import { LeftBracket, LeftParenthesis, RightBracket } from "./tokenTypes.js";

/** Pairs brackets while the tokens go by, and counts how deep they nest. */
export interface BracketStack {
  open(token: IToken): void;
  /** False where the token closes nothing; then it is reported, and left out of what the grammar sees. */
  close(token: IToken, next: IToken | undefined): boolean;
  /** At the end of a query whatever is open stays so; the builder reports it. */
  closeAll(): void;
  /** One level more until the operand ends: `1-1-node` nests like `not(not(node))`. */
  deepen(): void;
  endOperand(): void;
  insideBracket(): boolean;
  /** What would close all that is open, innermost first. */
  openBefore(): string;
  deepest(): number;
}

export function createBracketStack(source: Source): BracketStack {
  const openers: IToken[] = [];
  /** Depth outside of each opener. */
  const outside: number[] = [];
  let squareBrackets = 0;
  let depth = 0;
  let deepest = 0;

  const pop = () => {
    if (openers.pop()?.tokenType === LeftBracket) squareBrackets--;
    depth = outside.pop() ?? 0;
  };
  const deepen = () => {
    if (++depth > deepest) deepest = depth;
  };

  return {
    open(token) {
      openers.push(token);
      outside.push(depth);
      if (token.tokenType === LeftBracket) squareBrackets++;
      deepen();
    },
    close(token, next) {
      const opening = token.tokenType === RightBracket ? LeftBracket : LeftParenthesis;
      let partner = openers.length - 1;
      // `(a])`: a wrong closer whose right neighbour is the right one is a slip of its own.
      const isSlip =
        partner >= 0 && openers[partner].tokenType !== opening && next !== undefined && closes(openers[partner], next);
      while (partner >= 0 && openers[partner].tokenType !== opening) partner--;
      if (partner < 0 || isSlip) {
        report(
          source,
          "SXP1016",
          spanOf(token),
          { closing: token.image, opening: opening === LeftBracket ? "[" : "(" },
          [fix("Remove it", spanOf(token), "")],
        );
        return false;
      }
      while (openers.length > partner) pop();
      return true;
    },
    closeAll() {
      while (openers.length > 0) pop();
    },
    deepen,
    endOperand() {
      depth = openers.length === 0 ? 0 : outside[outside.length - 1] + 1;
    },
    insideBracket: () => squareBrackets > 0,
    openBefore: () => openers.map(closerOf).reverse().join(""),
    deepest: () => deepest,
  };
}

const closerOf = (opener: IToken): string => (opener.tokenType === LeftBracket ? "]" : ")");
const closes = (opener: IToken, token: IToken): boolean => closerOf(opener) === token.image;
