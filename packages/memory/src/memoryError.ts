import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";

/** What a memory throws when it can't do what was asked for: a code of the family SXP50xx, and what the message was made with in `parameters`. */
export class MemoryError extends SemanticXPathError {
  override readonly name = "MemoryError";
}

type MemoryCode = Extract<DiagnosticCode, `SXP50${string}`>;

export function memoryError<C extends MemoryCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  cause?: unknown,
): MemoryError {
  const diagnostic = diagnose(code, { start: 0, end: 0 }, parameters);
  return new MemoryError(diagnostic, { cause }, parameters as Readonly<Record<string, unknown>>);
}
