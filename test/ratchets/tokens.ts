import { parseSync } from "rolldown/utils";

/** A text of TypeScript or JavaScript with blanks in the place of its comments; offsets and lines stay. */
export function withoutComments(path: string, text: string): string {
  if (path.endsWith(".css")) return text.replace(/\/\*[\s\S]*?\*\//g, blank);
  if (!/\.[cm]?[jt]sx?$/.test(path)) return text;
  const lang = path.endsWith("x") ? "tsx" : "ts";
  let code = text;
  for (const { start, end } of parseSync(path, text, { lang }).comments)
    code = code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end);
  return code;
}

const blank = (comment: string): string => comment.replace(/[^\n]/g, " ");

/**
 * The number of tokens of a text: a word, a number or a mark is one, in code, in strings and in data alike, so that words in one long string count
 * as they do in a list.
 */
export const countTokens = (code: string): number => code.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)?.length ?? 0;
