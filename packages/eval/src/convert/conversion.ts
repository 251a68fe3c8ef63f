import { diagnose, type Span } from "@semantic-xpath/parser";
import { faultSentence, type JsonPath, readShaped, type ShapedText, wordsOf } from "@semantic-xpath/planner";
import type { NodeData } from "@semantic-xpath/tree";
import { readValue } from "@semantic-xpath/values";
import type * as z from "zod/mini";
import type { SuiteFile } from "../format/shapes.js";
import type { SuiteProblem } from "../format/suite.js";

/** A file that is converted. */
export interface SourceText {
  /** Name in messages. */
  readonly name: string;
  readonly text: string;
}

/** A suite that was made of files of another benchmark. */
export interface Converted {
  /** null if a file has an error. */
  readonly suite: SuiteFile | null;
  /** The tree that the suite names as `tree`; null: its data is in it. */
  readonly data: NodeData | null;
  /** Errors (SXP5209), and what is left out (SXP5210), each with its place. */
  readonly problems: readonly SuiteProblem[];
}

/** The name that a suite gives its data, where a caller says no other. */
export const DATA_NAME = "data.json";

/** One line of a text, with where it begins. */
export interface Line {
  readonly text: string;
  readonly start: number;
  /** From 1. */
  readonly number: number;
}

/** Reads files and collects what is wrong with them. */
export class Conversion {
  readonly problems: SuiteProblem[] = [];

  error(file: SourceText, span: Span, where: string, problem: string): void {
    this.problems.push({ file: file.name, text: file.text, diagnostic: diagnose("SXP5209", span, { where, problem }) });
  }

  leftOut(file: SourceText, span: Span, where: string, problem: string): void {
    this.problems.push({ file: file.name, text: file.text, diagnostic: diagnose("SXP5210", span, { where, problem }) });
  }

  json<S extends z.ZodMiniType>(file: SourceText, shape: S): Readable<z.output<S>> {
    const read = readShaped(file.text, shape, { root: file.name });
    for (const fault of read.faults) this.error(file, fault.span, fault.where, faultSentence(fault));
    return new Readable(this, file, read);
  }

  /** One value a line, as JSON; empty lines are skipped. */
  jsonLines<S extends z.ZodMiniType>(file: SourceText, shape: S): readonly { value: z.output<S>; line: Line }[] {
    return this.lines(file).flatMap((line) => {
      const read = readShaped(line.text, shape, { root: `line ${line.number}` });
      for (const fault of read.faults) {
        const { start, end } = fault.span;
        this.error(file, { start: line.start + start, end: line.start + end }, fault.where, faultSentence(fault));
      }
      return read.value === null ? [] : [{ value: read.value, line }];
    });
  }

  lines({ text }: SourceText): readonly Line[] {
    let start = 0;
    return text.split("\n").flatMap((raw, i) => {
      const line = { text: raw.replace(/\r$/, ""), start, number: i + 1 };
      start += raw.length + 1;
      return line.text.trim() === "" ? [] : [line];
    });
  }

  lineError(file: SourceText, { start, text, number }: Line, problem: string): void {
    this.error(file, { start, end: start + Math.max(1, text.length) }, `line ${number}`, problem);
  }

  lineLeftOut(file: SourceText, { start, text, number }: Line, problem: string): void {
    this.leftOut(file, { start, end: start + Math.max(1, text.length) }, `line ${number}`, problem);
  }

  /** The suite, unless a file has an error. */
  converted(suite: SuiteFile, data: NodeData | null = null): Converted {
    const isBad = this.problems.some(({ diagnostic }) => diagnostic.severity === "error");
    return { suite: isBad ? null : suite, data: isBad ? null : data, problems: this.problems };
  }
}

/** A JSON file of a shape, with places for problems of its content. */
export class Readable<T> {
  constructor(
    private readonly conversion: Conversion,
    private readonly file: SourceText,
    private readonly read: ShapedText<T>,
  ) {}

  /** null if it does not fit its shape. */
  get value(): T | null {
    return this.read.value;
  }

  error(path: JsonPath, problem: string): void {
    this.conversion.error(this.file, this.read.source.spanAt(path), wordsOf(path, this.file.name), problem);
  }

  leftOut(path: JsonPath, problem: string): void {
    this.conversion.leftOut(this.file, this.read.source.spanAt(path), wordsOf(path, this.file.name), problem);
  }
}

/** A reference of a suite to the node of an id: the id, or a path where it looks like another kind of reference. */
export const referenceTo = (id: string, path: string): string => (/^[/(]|^key:\d+$/.test(id) ? path : id);

/** The day of "1:56 pm on 8 May, 2023" or "2023/05/08" as `2023-05-08`; null without a day. */
export function dayIn(text: string): string | null {
  const item = readValue({ kind: "dateTime" }, text);
  return item === null || typeof item !== "object" || item.kind !== "dateTime"
    ? null
    : new Date(item.ms).toISOString().slice(0, 10);
}
