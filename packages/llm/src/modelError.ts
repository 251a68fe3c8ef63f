import { type Diagnostic, type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";
import type { ModelUsage } from "./languageModel.js";

/** Why a language model gave no answer: codes from SXP5100 to SXP5119. The sentence holds no key and can be shown. */
export class ModelError extends SemanticXPathError {
  override readonly name = "ModelError";

  constructor(
    diagnostic: Diagnostic,
    parameters: Readonly<Record<string, unknown>>,
    /** Usage of the failed call; null if unknown. */
    readonly usage: ModelUsage | null,
    /** Invalid text of the model; null for other errors. */
    readonly text: string | null,
  ) {
    super(diagnostic, undefined, parameters);
  }
}

type ModelCode = Extract<DiagnosticCode, `SXP510${number}` | `SXP511${number}`>;

export const modelError = <C extends ModelCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  usage: ModelUsage | null = null,
  text: string | null = null,
): ModelError =>
  new ModelError(
    diagnose(code, { start: 0, end: 0 }, parameters),
    parameters as Readonly<Record<string, unknown>>,
    usage,
    text,
  );
