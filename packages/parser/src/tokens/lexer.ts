import { type ILexingResult, Lexer } from "chevrotain";
import { TOKEN_TYPES } from "./tokenTypes.js";

let lexer: Lexer | null = null;

/** Splits a text into raw tokens. The last pattern takes any character, so that there are no lexing errors. */
export function lex(text: string): ILexingResult {
  lexer ??= new Lexer(TOKEN_TYPES, { positionTracking: "onlyOffset", ensureOptimizations: true });
  return lexer.tokenize(text);
}
