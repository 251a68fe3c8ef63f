import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";

/** Refusal or failure of the store: its `code` is one of SXP50…, and `data` holds the details, such as conflicts. */
export class MemoryError extends SemanticXPathError {
  override readonly name = "MemoryError";
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    diagnostic: ConstructorParameters<typeof SemanticXPathError>[0],
    options: { cause?: unknown; data?: Readonly<Record<string, unknown>> } = {},
    parameters: Readonly<Record<string, unknown>> = {},
  ) {
    super(diagnostic, options, parameters);
    this.data = options.data ?? {};
  }
}

/** A failure of the store with the sentence of its code. */
export const memoryError = <C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  options: { cause?: unknown; data?: Readonly<Record<string, unknown>> } = {},
): MemoryError =>
  new MemoryError(
    diagnose(code, { start: 0, end: 0 }, parameters),
    options,
    parameters as Readonly<Record<string, unknown>>,
  );
