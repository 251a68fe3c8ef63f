/** Each text as a comment on a line of its own. */
export const commentLines = (sign: string, texts: readonly string[]): string =>
  texts.map((text) => `${sign} ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")}\n`).join("");
