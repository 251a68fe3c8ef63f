import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  type Span,
} from "@semantic-xpath/parser";

type Parameters = Readonly<Record<string, unknown>>;

const NOWHERE: Span = { start: 0, end: 0 };

/**
 * Error of a reader or a run (thrown or rejected) when data, scorer or limits make an answer impossible. It carries the
 * diagnostic that every surface prints; `span` points into the read text, or into the query.
 */
export class SemanticXPathError extends Error {
  override readonly name: string = "SemanticXPathError";

  constructor(
    readonly diagnostic: Diagnostic,
    options?: { cause?: unknown },
    /** Parameters of the diagnostic's sentence: for SXP4003, `option` names the limit. */
    readonly parameters: Parameters = {},
  ) {
    super(`${diagnostic.code}: ${diagnostic.message}`, options);
  }

  get code(): string {
    return this.diagnostic.code;
  }

  get span(): Span {
    return this.diagnostic.span;
  }

  /** The message where the limits of a run are set by a configuration, as the members of its `limits`. */
  messageBy(configuration: string): string {
    const { message } = this.diagnostic;
    const { option } = this.parameters;
    if (typeof option !== "string" || !option.startsWith("budget.")) return message;
    return message.replace(`"${option}"`, `"${option.replace("budget", "limits")}" of ${configuration}`);
  }
}

/** Data that can't be read. */
export class ReadError extends SemanticXPathError {
  override readonly name = "ReadError";
}

/** A run that can't end with an answer: scorer failure, limit, cancellation, missing argument. */
export class RunError extends SemanticXPathError {
  override readonly name = "RunError";
}

type Thrown<E> = new (...made: ConstructorParameters<typeof SemanticXPathError>) => E;

const failing =
  <E>(Failure: Thrown<E>) =>
  <C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, span = NOWHERE, cause?: unknown): E =>
    new Failure(diagnose(code, span, parameters), { cause }, parameters as Parameters);

export const readError = failing(ReadError);
export const runError = failing(RunError);
