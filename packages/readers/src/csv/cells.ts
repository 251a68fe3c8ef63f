import { type ReadError, readError } from "@semantic-xpath/tree";
import type { Report } from "../readerOptions.js";

export const malformedCsv = (problem: string, start: number, end = start + 1): ReadError =>
  readError("SXP4013", { problem }, { start, end });

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/**
 * Reads the cells of CSV one after the other (RFC 4180; a line ends in LF, CR LF or CR). `next` moves to a cell, and the fields say what it
 * holds. A quoted cell that is not closed is read as text that begins with a quotation mark, so that it takes no more than its line.
 */
export class Cells {
  value = "";
  /** Place of the cell, its quotes included. */
  start = 0;
  end = 0;
  /** True for the last cell of its row. */
  isLast = true;
  private at: number;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
    private readonly report: Report,
    from: number,
  ) {
    this.at = from;
  }

  /** False: there is none. */
  next(): boolean {
    const { text } = this;
    if (this.at >= text.length && this.isLast) return false;
    this.start = this.at;
    if (text.charCodeAt(this.at) !== QUOTE || !this.readQuoted()) this.readPlain(this.at);
    this.end = this.at;
    this.isLast = text.charCodeAt(this.at) !== this.delimiter || this.at >= text.length;
    const isPair = text.charCodeAt(this.at) === CR && text.charCodeAt(this.at + 1) === LF;
    this.at += isPair ? 2 : 1;
    return true;
  }

  /** Passes empty lines. */
  skipEmptyLines(): void {
    while (this.at < this.text.length && isLineEnd(this.text.charCodeAt(this.at))) this.at++;
  }

  private readPlain(from: number): void {
    const { text, delimiter } = this;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter || isLineEnd(code)) break;
    }
    this.at = at;
    this.value = text.slice(from, at);
  }

  private readQuoted(): boolean {
    const { text, start } = this;
    const close = this.closingQuote(start + 1);
    if (close < 0) {
      this.report(malformedCsv("the quotation mark that closes this cell is missing", start));
      return false;
    }
    const inner = text.slice(start + 1, close);
    const value = inner.includes('"') ? inner.replaceAll('""', '"') : inner;
    this.readPlain(close + 1);
    const before = this.value;
    const isBlank = before === "" || (text.charCodeAt(close + 1) === SPACE && before.trim() === "");
    if (!isBlank) {
      const problem = "text follows the quotation mark that closes a cell; a quotation mark in a cell is written twice";
      this.report(malformedCsv(problem, close, close + 2));
    }
    this.value = isBlank ? value : value + before;
    return true;
  }

  /** The quotation mark from an offset on that is not doubled; -1: there is none. */
  private closingQuote(from: number): number {
    const { text } = this;
    for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at;
    }
    return -1;
  }
}

const isLineEnd = (code: number): boolean => code === LF || code === CR;
