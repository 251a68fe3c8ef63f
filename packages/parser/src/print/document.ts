import type { Comment, Declaration, Document, Import, Query, ValueQuery } from "../ast/nodes.js";
import { byStart } from "../ast/span.js";
import type { Update, UpdateDeclaration } from "../ast/updateNodes.js";
import { type Layout, NEWLINE } from "./layout.js";
import type { Printer } from "./print.js";

/**
 * A document with its comments. With the text that it was parsed from, a comment keeps its line: after an item, or on a line of
 * its own; and one empty line between items stays.
 */
export function printDocument(document: Document, printer: Printer): Layout {
  const { imports, declarations, updates, query, update } = document;
  const bare = query ?? update;
  if (bare !== null) return printBare(bare, printer);
  // Sorting keeps the order of a tree that was made up, whose spans are all equal.
  const declared = [...declarations, ...updates].sort(byStart);
  return printModule([...imports, ...declared], printer);
}

function printBare(query: Query | ValueQuery | Update, { text, take, bare }: Printer): Layout {
  const before = take(query.span.start).map(({ text: comment, span }) => [
    comment,
    text !== null && /^[^\S\n]*\n/.test(text.slice(span.end)) ? NEWLINE : " ",
  ]);
  const body = bare(query);
  const isEmpty = before.length === 0 && query.kind === "Query" && query.paths.every(({ kind }) => kind === "Missing");
  const after = take(Number.POSITIVE_INFINITY).map(({ text: comment, span }, i) => {
    const above = text === null ? "" : text.slice(0, span.start);
    const isOnNewLine = above.includes("\n", above.trimEnd().length);
    return [isEmpty && i === 0 ? "" : isOnNewLine ? NEWLINE : " ", comment];
  });
  return [before, body, after];
}

function printModule(
  items: readonly (Import | Declaration | UpdateDeclaration)[],
  { text, take, bare }: Printer,
): Layout {
  const lines: Layout[] = [];
  let end = -1;
  /** Starts a line for what is at `start` in the text; an empty line before it if there was one. */
  const startLine = (start: number, isSeparated: boolean) => {
    if (lines.length > 0) lines.push(NEWLINE);
    if (end >= 0 && (isSeparated || (text !== null && /\n[^\S\n]*\n/.test(text.slice(end, start)))))
      lines.push(NEWLINE);
  };
  const printComments = (before: readonly Comment[], isSeparated: boolean) => {
    let separates = isSeparated;
    for (const { span, text: comment } of before) {
      if (end >= 0 && text !== null && !text.slice(end, span.start).includes("\n")) lines.push(" ");
      else {
        startLine(span.start, separates);
        separates = false;
      }
      lines.push(comment);
      end = span.end;
    }
    return separates;
  };
  items.forEach((item, i) => {
    const opensDeclarations = item.kind !== "Import" && items[i - 1]?.kind === "Import";
    startLine(item.span.start, printComments(take(item.span.start), opensDeclarations));
    lines.push(bare(item));
    end = item.span.end;
  });
  printComments(take(Number.POSITIVE_INFINITY), false);
  return lines.length === 0 ? [] : [lines, NEWLINE];
}
