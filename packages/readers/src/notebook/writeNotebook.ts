import { markdownOf, openFence } from "./cellMarkdown.js";
import { bodyOf, type CellKind, type CellOrigin, closingOf, FENCE, isQueryFence, openingOf } from "./notebookCells.js";

/** A cell to be written: one that was read, edited or not, or a new one. */
export interface WrittenCell {
  readonly kind: CellKind;
  /** With any line ends; those of the file are written. */
  readonly text: string;
  /** Words of its fence. Default of code: `sxp`. */
  readonly info?: string;
  /** Null for a new cell. */
  readonly origin: CellOrigin | null;
}

/**
 * Text of a notebook. A cell whose text is the same is written byte for byte, with the empty lines around it; other line ends are not an
 * edit. Cells that were not neighbours in the file have an empty line between them.
 */
export function writeNotebook(cells: readonly WrittenCell[]): string {
  const lineEnd =
    cells.map(({ origin }) => /\r\n|\r|\n/.exec(origin === null ? "" : rawOf(origin))?.[0]).find(Boolean) ?? "\n";
  let text = "";
  let hasMark = false;
  let end: number | null = null;
  for (const cell of cells) {
    const { origin } = cell;
    const cellText = writtenCell(cell, lineEnd);
    const hasOwnMark = cellText.startsWith(BOM);
    hasMark ||= hasOwnMark;
    const piece = hasOwnMark ? cellText.slice(1) : cellText;
    if (text !== "" && (origin === null || end !== origin.start)) text += betweenOf(text, piece, lineEnd);
    else if (text !== "" && !ENDS_LINE.test(text)) text += lineEnd;
    text += piece;
    end = origin === null ? null : origin.start + rawOf(origin).length;
  }
  return hasMark ? BOM + text : text;
}

const BOM = "\uFEFF";
const ENDS_LINE = /[\r\n]$/;
const rawOf = ({ before, source, after }: CellOrigin): string => before + source + after;
const sameLines = (text: string): string => text.replace(/\r\n?/g, "\n");

function writtenCell({ kind, text, info, origin }: WrittenCell, lineEnd: string): string {
  const words = info ?? (kind === "code" ? "sxp" : "");
  if (origin === null) return sourceOf({ kind, text, info: words, lineEnd, like: null });
  const { before, source, after } = origin;
  const was = source === "" ? { text: "", info: "" } : { text: bodyOf(kind, source), info: infoOf(kind, source) };
  const isSame = sameLines(was.text) === sameLines(text) && was.info === words;
  const like = source === "" ? null : source;
  return before + (isSame ? source : sourceOf({ kind, text, info: words, lineEnd, like })) + after;
}

const infoOf = (kind: CellKind, source: string): string =>
  kind === "code" ? (FENCE.exec(openingOf(kind, source))?.[2] ?? "") : "";

interface Rewritten {
  readonly kind: CellKind;
  readonly text: string;
  readonly info: string;
  readonly lineEnd: string;
  /** The source before the edit: its marks are kept. */
  readonly like: string | null;
}

function sourceOf({ kind, text, info, lineEnd, like }: Rewritten): string {
  const body = sameLines(text).replaceAll("\n", lineEnd);
  if (kind === "prose") return body + closedWith(body, lineEnd);
  const isOpen = like === null || closingOf(kind, like).trim() === "";
  const isLast = like !== null && !ENDS_LINE.test(like);
  const marks = kind === "frontMatter" ? "---" : fenceFor(body, info, like);
  const words = kind === "frontMatter" ? "" : isQueryFence(info) ? info : `sxp ${info}`.trimEnd();
  const lines = [marks + words, ...(body === "" ? [] : [body]), marks];
  return lines.join(lineEnd) + (isLast && !isOpen ? "" : lineEnd);
}

/** Marks that no line of the text ends: those of before, or longer ones. */
function fenceFor(body: string, info: string, like: string | null): string {
  const before = like === null ? "```" : FENCE.exec(like)![1]!;
  const mark = info.includes("`") ? "~" : before.charAt(0);
  const runs = [...body.matchAll(new RegExp(`^ {0,3}(${mark}{3,})`, "gm"))].map(([, run]) => run!.length);
  return mark.repeat(Math.max(before.length, ...runs.map((length) => length + 1)));
}

/** The end of a fence or comment that Markdown leaves open, which would take in the cell after it. */
function closedWith(text: string, lineEnd: string): string {
  const last = markdownOf(text).children.at(-1);
  if (last?.type === "html" && last.value.startsWith("<!--") && !last.value.includes("-->")) return `${lineEnd}-->`;
  if (last?.type !== "code") return "";
  const marks = openFence(last, text.slice(last.position!.start.offset!, last.position!.end.offset));
  return marks === null ? "" : lineEnd + marks;
}

/** Line ends that make two cells two blocks of Markdown. */
function betweenOf(text: string, next: string, lineEnd: string): string {
  const ends = /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text);
  const begins = /^[ \t]*(?:\r\n|\r|\n)/.test(next);
  const first = ENDS_LINE.test(text) ? "" : lineEnd;
  return first + (ends || begins ? "" : lineEnd);
}
