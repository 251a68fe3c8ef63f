import { createSource } from "../source.js";
import { readTokens } from "../tokens/readTokens.js";
import { LeftBracket, LeftParenthesis } from "../tokens/tokenTypes.js";

/**
 * Tests that a bracket, string or comment of a text is still open. A closing bracket that closes nothing is a mistake: such a text
 * does not wait for more.
 */
export function isOpen(text: string): boolean {
  const source = createSource(text);
  const { parts } = readTokens(source);
  if (source.diagnostics.some(({ code }) => code === "SXP1016")) return false;
  const isUnclosed = parts.some(({ tokens }) =>
    tokens.some(
      ({ tokenType, payload }) => (tokenType === LeftBracket || tokenType === LeftParenthesis) && payload !== true,
    ),
  );
  return isUnclosed || source.isOpenEnded;
}
