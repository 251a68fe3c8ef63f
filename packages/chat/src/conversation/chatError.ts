import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";

/** What a conversation refuses, or can't do: its `code` is one of SXP514… and SXP515…. */
export class ChatError extends SemanticXPathError {
  override readonly name = "ChatError";
}

export const chatError = <C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  options: { readonly cause?: unknown } = {},
): ChatError =>
  new ChatError(diagnose(code, { start: 0, end: 0 }, parameters), options, parameters as Record<string, unknown>);
