import type { Comment, Declaration, Document, Import, Parameter, Query } from "../ast/nodes.js";
import { type Comments, commentsOf, leading, takeBefore } from "./comments.js";
import { group, indent, type Layout, LINE, NEWLINE } from "./layout.js";
import { printQuery } from "./path.js";
import { printString } from "./string.js";

/**
 * A document with its comments. With the `text` that it was parsed from, a comment keeps its line: behind an item, or on a
 * line of its own; and one empty line between items stays.
 */
export function printDocument(document: Document, text: string | null): Layout {
  const comments = commentsOf(document.comments);
  if (document.query !== null) return printBareQuery(comments, document.query, text);
  return printModule(comments, [...document.imports, ...document.declarations], text);
}

function printBareQuery(comments: Comments, query: Query, text: string | null): Layout {
  const before = takeBefore(comments, query.span.start).map(({ text: comment, span }) => [
    comment,
    text !== null && startsNextLine(text, span.end) ? NEWLINE : " ",
  ]);
  const body = printQuery(comments, query);
  const isEmpty = query.paths.every(({ kind }) => kind === "Missing");
  const after = takeBefore(comments, Number.POSITIVE_INFINITY).map(({ text: comment, span }, i) => [
    isEmpty && i === 0 && before.length === 0
      ? ""
      : text !== null && endsPreviousLine(text, span.start)
        ? NEWLINE
        : " ",
    comment,
  ]);
  return [before, body, after];
}

const startsNextLine = (text: string, offset: number): boolean => /^[^\S\n]*\n/.test(text.slice(offset));
const endsPreviousLine = (text: string, offset: number): boolean => /\n\s*$/.test(text.slice(0, offset));

function printModule(comments: Comments, items: readonly (Import | Declaration)[], text: string | null): Layout {
  const lines: Layout[] = [];
  let end = -1;
  /** Starts a line for what stands at `start` in the text; an empty line before it where there was one. */
  const startLine = (start: number, isSeparated: boolean) => {
    if (lines.length > 0) lines.push(NEWLINE);
    if (end >= 0 && (isSeparated || (text !== null && isEmptyLineIn(text.slice(end, start))))) lines.push(NEWLINE);
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
    const opensDeclarations = item.kind === "Declaration" && items[i - 1]?.kind === "Import";
    const separates = printComments(takeBefore(comments, item.span.start), opensDeclarations);
    startLine(item.span.start, separates);
    lines.push(item.kind === "Import" ? printImport(comments, item) : printDeclaration(comments, item));
    end = item.span.end;
  });
  printComments(takeBefore(comments, Number.POSITIVE_INFINITY), false);
  return lines.length === 0 ? [] : [lines, NEWLINE];
}

const isEmptyLineIn = (between: string): boolean => /\n[^\S\n]*\n/.test(between);

export function printImport(comments: Comments, { what, path }: Import): Layout {
  const file = path.kind === "StringLiteral" ? printString(path.value) : "";
  return ["import ", what, " ", leading(comments, path.span.start), file, ";"];
}

export function printDeclaration(comments: Comments, { name, parameters, query }: Declaration): Layout {
  const head = ["declare query ", leading(comments, name.span.start), name.kind === "Name" ? name.text : "", "("];
  const list = parameters.map((parameter, i) => [
    i === 0 ? "" : ", ",
    leading(comments, parameter.span.start),
    printParameter(parameter),
  ]);
  const body = [leading(comments, query.span.start), printQuery(comments, query)];
  return [head, list, ") :=", group(indent(LINE, body)), ";"];
}

export const printParameter = ({ name, type }: Parameter): string =>
  type === null ? `$${name}` : `$${name} as ${type}`;
