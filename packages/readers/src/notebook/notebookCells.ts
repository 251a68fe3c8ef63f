import type { Document } from "@semantic-xpath/parser";
import type { RootContent } from "mdast";
import { markdownOf } from "./cellMarkdown.js";

/** `frontMatter`: YAML at the beginning; `prose`: Markdown; `code`: a fence of queries or updates. */
export type CellKind = "frontMatter" | "prose" | "code";

/** A cell of a notebook, with its place in the file. `before + source + after` of all cells is the file, byte for byte. */
export interface NotebookCell {
  readonly kind: CellKind;
  /** The text without its fences, and without empty lines around it. */
  readonly text: string;
  /** Words of a fence, such as `sxp update`; empty for other cells. */
  readonly info: string;
  readonly origin: CellOrigin;
}

/** The source of a cell in the file that it was read from. */
export interface CellOrigin {
  /** Offset of `before` in the file, in UTF-16 units. */
  readonly start: number;
  /** Empty lines, and a byte order mark. */
  readonly before: string;
  /** The cell with its fences. */
  readonly source: string;
  /** Empty lines. */
  readonly after: string;
}

/** Offset of the text of a cell in the file. */
export const textStart = ({ kind, origin }: NotebookCell): number =>
  origin.start + origin.before.length + openingOf(kind, origin.source).length;

/**
 * Cells of a Markdown file: front matter, fences whose first word is `sxp` at the beginning of a line, and the Markdown between them.
 * Fences in lists, quotes and comments belong to the Markdown. Reads every text; empty cells are not made.
 */
export function notebookCells(text: string): readonly NotebookCell[] {
  const mark = text.startsWith(BOM) ? 1 : 0;
  const special = markdownOf(text.slice(mark)).children.flatMap((node) => {
    const { kind, span } = cellOf(node, text, mark);
    return kind === null ? [] : [{ kind, ...span }];
  });
  const cells: NotebookCell[] = [];
  /** Empty lines before the first cell. */
  let lead = "";
  const add = (kind: CellKind, source: string, start: number): void => {
    const [before, core, after] = kind === "prose" ? blanksAround(source) : ["", source, ""];
    if (core !== "") {
      const opening = openingOf(kind, core);
      cells.push({
        kind,
        text: bodyOf(kind, core),
        info: kind === "code" ? FENCE.exec(opening)![2]! : "",
        origin: { start: start - lead.length, before: lead + before, source: core, after },
      });
      lead = "";
      return;
    }
    const last = cells.at(-1);
    if (last === undefined) lead += source;
    else cells[cells.length - 1] = { ...last, origin: { ...last.origin, after: last.origin.after + source } };
  };
  let at = 0;
  for (const { kind, start, end } of special) {
    add("prose", text.slice(at, start), at);
    add(kind, text.slice(start, end), start);
    at = end;
  }
  add("prose", text.slice(at), at);
  if (lead === "") return cells;
  return [{ kind: "prose", text: "", info: "", origin: { start: 0, before: lead, source: "", after: "" } }];
}

const BOM = "\uFEFF";
/** The first line of a fence without indentation: its marks and its words. */
export const FENCE = /^(`{3,}|~{3,})[ \t]*([^\r\n]*?)[ \t]*(?:\r\n|\r|\n|$)/;
/** Tells if the words of a fence are those of a cell of code. */
export const isQueryFence = (info: string): boolean => /^sxp(?:\s|$)/.test(info);

function cellOf(node: RootContent, text: string, mark: number) {
  const start = node.position!.start.offset! + mark;
  const end = node.position!.end.offset! + mark;
  const isFence = node.type === "code" && isQueryFence(FENCE.exec(text.slice(start, end))?.[2] ?? "");
  const isAtLineStart = node.position!.start.column === 1;
  const kind: CellKind | null = node.type === "yaml" ? "frontMatter" : isFence && isAtLineStart ? "code" : null;
  return { kind, span: { start, end: end + lineEndAt(text, end) } };
}

const lineEndAt = (text: string, at: number): number =>
  /^[ \t]*(?:\r\n|\r|\n)?/.exec(text.slice(at, at + 1000))![0].length;

function blanksAround(text: string): [before: string, core: string, after: string] {
  const before = /^\uFEFF?(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text)![0];
  const remainder = text.slice(before.length);
  if (remainder.trim() === "") return ["", "", ""];
  const lines = remainder.split(/(?<=\r\n|\n|\r(?!\n))/);
  let lineCount = lines.length;
  while (lines[lineCount - 1]!.trim() === "") lineCount--;
  // The text ends before the line end of its last line.
  const core = lines
    .slice(0, lineCount)
    .join("")
    .replace(/(?:\r\n|\r|\n)$/, "");
  return [before, core, remainder.slice(core.length)];
}

/** The lines before the text of a cell. */
export function openingOf(kind: CellKind, source: string): string {
  if (kind === "prose") return "";
  return kind === "code" ? FENCE.exec(source)![0] : /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(source)![0];
}

/** The text in a source. */
export function bodyOf(kind: CellKind, source: string): string {
  if (kind === "prose") return source;
  const remainder = source.slice(openingOf(kind, source).length);
  return remainder.slice(0, remainder.length - closingOf(kind, source).length);
}

/** The last line of a fence or of front matter with the line end before it; empty for a fence that the file does not close. */
export function closingOf(kind: CellKind, source: string): string {
  const opening = openingOf(kind, source);
  const remainder = source.slice(opening.length);
  const marks = kind === "code" ? FENCE.exec(source)![1]! : "---";
  const mark = marks.charAt(0);
  const closing = new RegExp(`(?:^|\\r\\n|\\r|\\n) {0,3}${mark}{${marks.length},}[ \\t]*(?:\\r\\n|\\r|\\n)?$`).exec(
    remainder,
  );
  return closing?.[0] ?? /(?:\r\n|\r|\n)?$/.exec(remainder)![0];
}

/** Tells if a cell has imports and nothing else, so that they hold for the cells after it. */
export const hasOnlyImports = ({ imports, query, update, declarations, updates }: Document): boolean =>
  imports.length > 0 && query === null && update === null && declarations.length === 0 && updates.length === 0;
