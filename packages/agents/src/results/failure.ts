import { MemoryError, memoryError } from "@semantic-xpath/memory";
import { suggest } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";
import { shortened } from "@semantic-xpath/values";
import { ZodError } from "zod";
import type { ProblemOfFailure } from "./problems.js";

/** Why a tool did nothing, as plain data. */
export interface Failure {
  /** See docs/reference/diagnostics.md. */
  readonly code: string;
  readonly message: string;
  /** Problems of an invalid text. */
  readonly problems?: readonly ProblemOfFailure[];
  /** Valid content, if the content of the call is not. */
  readonly example?: string;
  /** Details of the code, such as conflicts, or the candidates of a target. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Result of a tool call. `text` is the output as JSON, for clients that take texts. */
export type Answer =
  | { readonly ok: true; readonly output: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly ok: false; readonly failure: Failure };

/** Ends a call of a tool with a failure. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The error of an input that a tool does not take. */
export const invalidInput = (tool: string, ...problems: readonly string[]): MemoryError =>
  memoryError("SXP5064", { tool, problems });

/**
 * Part of an error that a caller may see. Messages with a code are made for callers; other errors may contain secrets, such as
 * places of files.
 *
 * @param inputs names of the members that the tool takes
 */
export function failureOf(tool: string, error: unknown, inputs: readonly string[] = []): Failure {
  if (error instanceof ToolFailure) return error.failure;
  if (error instanceof ZodError)
    return plain(invalidInput(tool, ...error.issues.flatMap((issue) => problemsIn(issue, inputs))));
  if (error instanceof SemanticXPathError) return plain(error);
  return plain(memoryError("SXP5068", { tool }));
}

function problemsIn(issue: ZodError["issues"][number], inputs: readonly string[]): readonly string[] {
  if (issue.code === "unrecognized_keys" && issue.path.length === 0)
    return issue.keys.slice(0, MAX_UNKNOWN).map((name) => unknownInput(name, inputs));
  return [`${issue.path.join(".") || "the input"}: ${issue.message}`];
}

/** Unknown members that are named, and characters of each name. */
const MAX_UNKNOWN = 5;
const MAX_NAME = 60;

function unknownInput(name: string, inputs: readonly string[]): string {
  const quoted = JSON.stringify(shortened(name, MAX_NAME));
  const [similar] = suggest(name, inputs);
  const hint = similar === undefined ? `it takes ${inputs.join(", ")}` : `did you mean "${similar}"?`;
  return `there is no input ${quoted} (${hint})`;
}

/** True for an internal fault, rather than a mistake of the call. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof ToolFailure || error instanceof ZodError || error instanceof SemanticXPathError);

function plain(error: SemanticXPathError): Failure {
  const data = error instanceof MemoryError && Object.keys(error.data).length > 0 ? { data: error.data } : {};
  return { code: error.code, message: error.messageBy("the server's configuration"), ...data };
}
