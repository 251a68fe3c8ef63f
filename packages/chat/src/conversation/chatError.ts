import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { CompileError } from "@semantic-xpath/runtime";
import { SemanticXPathError } from "@semantic-xpath/tree";

/** An error of a conversation, with a `code` of SXP514… or SXP515…. */
export class ChatError extends SemanticXPathError {
  override readonly name = "ChatError";
}

export const chatError = <C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  options: { readonly cause?: unknown } = {},
): ChatError =>
  new ChatError(diagnose(code, { start: 0, end: 0 }, parameters), options, parameters as Record<string, unknown>);

/** The code and message of a thrown value that may be shown to a person. */
export function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof SemanticXPathError) return { code: error.code, message: error.diagnostic.message };
  if (error instanceof CompileError && error.diagnostics[0] !== undefined) return error.diagnostics[0];
  return chatError("SXP5150", {}).diagnostic;
}
