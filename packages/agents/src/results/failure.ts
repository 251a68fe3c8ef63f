import { MemoryError, memoryError } from "@semantic-xpath/memory";
import { SemanticXPathError } from "@semantic-xpath/tree";
import { ZodError } from "zod";
import type { Problem } from "./problems.js";

/** Why a tool did nothing, as plain data. */
export interface Failure {
  /** See docs/diagnostics.md. */
  readonly code: string;
  readonly message: string;
  /** Of a text that can't be used: what is wrong with it. */
  readonly problems?: readonly Problem[];
  /** What the code is about, such as conflicts, or the candidates of a target. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Ends a call of a tool with a failure. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/**
 * What a caller may learn of what was thrown. Sentences with a code are made for them; anything else may say what they must not know, such as
 * where files are.
 */
export function failureOf(tool: string, error: unknown): Failure {
  if (error instanceof ToolFailure) return error.failure;
  if (error instanceof ZodError) {
    const problems = error.issues.map(({ path, message }) => `${path.join(".") || "the input"}: ${message}`);
    return plain(memoryError("SXP5064", { tool, problems }));
  }
  if (error instanceof SemanticXPathError) return plain(error);
  return plain(memoryError("SXP5068", { tool }));
}

/** Whether it is our fault, or the machine's, and not that of a call. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof ToolFailure || error instanceof ZodError || error instanceof SemanticXPathError);

function plain(error: SemanticXPathError): Failure {
  const data = error instanceof MemoryError && Object.keys(error.data).length > 0 ? { data: error.data } : {};
  return { code: error.code, message: error.diagnostic.message, ...data };
}
