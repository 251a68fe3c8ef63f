import { type DiagnosticCode, type DiagnosticParameters, diagnose, type Span } from "@semantic-xpath/parser";
import type { JsonPath } from "@semantic-xpath/planner";
import type { Gold } from "../measure/ranking.js";
import type { SuiteFile } from "./shapes.js";
import type { OpeningProblem, SuiteHost } from "./suite.js";
import type { SuiteText } from "./suiteText.js";

/** One file of a suite while it is opened, and where its problems go. */
export class Reading {
  constructor(
    readonly host: SuiteHost,
    readonly path: string,
    readonly text: SuiteText,
    readonly file: SuiteFile,
    private readonly problems: OpeningProblem[],
    /** The place in the first file whose import leads here; null: this is the first file. */
    private readonly via: Span | null,
  ) {}

  report<C extends DiagnosticCode>(
    place: JsonPath,
    code: C,
    parameters: DiagnosticParameters<C>,
    span: Span = this.text.spanAt(place),
  ): void {
    const diagnostic = diagnose(code, span, parameters);
    this.problems.push({ file: this.path, text: this.text.text, diagnostic, via: this.via });
  }

  /** Reports a part that lacks something, or has what can't be used. */
  unsuitable(place: JsonPath, where: string, problem: string): void {
    this.report(place, "SXP5202", { where, problem, suggestions: [] });
  }

  unknown(place: JsonPath, reference: string, problem: string, suggestions: readonly string[] = []): void {
    this.report(place, "SXP5205", { reference, problem, suggestions });
  }

  contradicts(place: JsonPath, problem: string): void {
    this.report(place, "SXP5206", { problem });
  }

  checkContradiction(place: JsonPath, include: Gold["include"], exclude: Gold["exclude"]): void {
    for (const [i, group] of include.entries()) {
      const overlap = group.find((reference) => exclude.has(reference));
      if (overlap === undefined) continue;
      this.contradicts([...place, "include", i], `${JSON.stringify(overlap)} is to be handed over and excluded`);
    }
  }
}

/** The message of an error, as the end of a sentence. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? ending(error.message) : String(error));

export const ending = (sentence: string): string => sentence.replace(/\.$/, "");
