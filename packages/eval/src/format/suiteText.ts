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
}

/** Reads the file of a suite: SXP5201 where it is no JSON, SXP5202 where it does not fit the shapes. Opens no other file. */
export function readSuiteText(text: string): SuiteText {
  const { value, faults, source } = readShaped(text, suiteShape, { root: "suite" });
  const diagnostics = faults.map((fault) => {
    if (fault.kind === "Syntax") return diagnose("SXP5201", fault.span, { problem: fault.problem });
    const suggestions = fault.kind === "Member" ? fault.suggestions : [];
    return diagnose("SXP5202", fault.span, { where: fault.where, problem: faultSentence(fault), suggestions });
  });
  return { text, file: value, diagnostics, spanAt: (path) => source.spanAt(path) };
}
