import { pathToFileURL } from "node:url";
import type { LanguageService } from "@semantic-xpath/lsp";

/** A text as the language service takes it. */
export type TextDocument = Parameters<LanguageService["complete"]>[0];
export type Position = Parameters<LanguageService["complete"]>[1];
type Range = Parameters<LanguageService["codeActions"]>[1];

/** The input as a document of the session's folder, so that the paths in it are as seen from there. */
export function inputDocument(text: string, cwd: string): TextDocument {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const offsetAt = ({ line, character }: Position): number => {
    const start = starts[line] ?? text.length;
    return Math.min(start + character, starts[line + 1] ?? text.length);
  };
  return {
    uri: inputUri(cwd),
    languageId: "sxp",
    version: 0,
    lineCount: starts.length,
    getLineRange: (line) => ({
      start: { line, character: 0 },
      end: { line, character: (starts[line + 1] ?? text.length) - (starts[line] ?? text.length) },
    }),
    getEOLCharacters: (line) => (line + 1 < starts.length ? "\n" : ""),
    getText: (range?: Range) => (range === undefined ? text : text.slice(offsetAt(range.start), offsetAt(range.end))),
    positionAt(offset) {
      const line = Math.max(
        0,
        starts.findLastIndex((start) => start <= offset),
      );
      return { line, character: Math.min(offset, text.length) - starts[line]! };
    },
    offsetAt,
  };
}

/** No file has this name; editors and the session know it apart from those that are there. */
export const inputUri = (cwd: string): string => pathToFileURL(`${cwd}/.input.sxp`).href;
