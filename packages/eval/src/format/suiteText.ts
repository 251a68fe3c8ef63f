import { type Diagnostic, diagnose, type Span } from "@semantic-xpath/parser";
import { faultSentence, type JsonPath, readShaped } from "@semantic-xpath/planner";
import { type SuiteFile, suiteShape } from "./shapes.js";

/** The text of a suite's file as it was read. */
export interface SuiteText {
  readonly text: string;
  /** null if it has a mistake. */
  readonly file: SuiteFile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value; of one that is not there, that of the nearest one around it. */
  spanAt(path: JsonPath): Span;
  /** The place of a part of a text in quotes: `part` is a span of its value. */
  partAt(path: JsonPath, part: Span): Span;
}

/** A character of a text in quotes, or the escape that stands for it. */
const CHARACTER = /\\u[\da-fA-F]{4}|\\?[\s\S]/g;

/** Reads the file of a suite: SXP5201 where it is no JSON, SXP5202 where it does not fit the shapes. Opens no other file. */
export function readSuiteText(text: string): SuiteText {
  const { value, faults, source } = readShaped(text, suiteShape, { root: "suite" });
  const diagnostics = faults.map((fault) => {
    if (fault.kind === "Syntax") return diagnose("SXP5201", fault.span, { problem: fault.problem });
    const suggestions = fault.kind === "Member" ? fault.suggestions : [];
    return diagnose("SXP5202", fault.span, { where: fault.where, problem: faultSentence(fault), suggestions });
  });
  return {
    text,
    file: value,
    diagnostics,
    spanAt: (path) => source.spanAt(path),
    partAt(path, part) {
      const { start, end } = source.spanAt(path);
      const offsets = Array.from(text.slice(start + 1, end).matchAll(CHARACTER), ({ index }) => start + 1 + index);
      return { start: offsets[part.start]!, end: offsets[part.end]! };
    },
  };
}
