/** Each text as a comment on a line of its own. */
export const commentLines = (sign: string, texts: readonly string[]): string =>
  texts.map((text) => `${sign} ${text.replace(/[\0-\x1f\x7f\u2028\u2029]+/g, " ")}\n`).join("");
