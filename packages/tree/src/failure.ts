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
 * What a reader or a run throws (or rejects with) when data, scorer or limits make an answer impossible. It carries the same
 * diagnostic that every surface prints; `span` points into the text that was read, or into the query.
 */
export class SemanticXPathError extends Error {
  override readonly name: string = "SemanticXPathError";

  constructor(
    readonly diagnostic: Diagnostic,
    options?: { cause?: unknown },
    /** What the sentence of the diagnostic was made with: of SXP4003, `option` says which limit it is. */
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
