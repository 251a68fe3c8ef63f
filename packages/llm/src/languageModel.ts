/** A language model as everything here sees it. Implementations carry no state of a conversation. */
export interface LanguageModel {
  /** Model and settings, for logs and recordings: `qwen3-8b @ 127.0.0.1:8080`. */
  readonly id: string;
  /** Features that the server is known to support beside plain text. */
  readonly supports: ModelSupport;
  /**
   * One answer. `onText` gets the text piece by piece as it arrives. Throws a `ModelError` and nothing else, but for an abort, whose
   * reason is thrown.
   */
  generate(request: ModelRequest, options?: CallOptions): Promise<ModelAnswer>;
  /** One vector per text, each as long as the others. Absent: it gives none. */
  embed?(texts: readonly string[], options?: CallOptions): Promise<readonly Float32Array[]>;
}

export interface ModelSupport {
  /** Answers that follow a JSON Schema are enforced by the server; else the schema is only in the prompt, and the answer is checked. */
  readonly jsonSchema: boolean;
  /** A grammar in GBNF constrains the answer. */
  readonly gbnf: boolean;
  readonly logprobs: boolean;
}

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** The answer is JSON by this schema: `ModelAnswer.value`. */
  readonly schema?: { readonly name: string; readonly json: Readonly<Record<string, unknown>> };
  /** The answer is a sentence of this grammar (GBNF), where the server can; else it is left out. */
  readonly grammar?: string;
  /** Maximum tokens of the answer. */
  readonly maxTokens?: number;
  /** In [0, 2]. Default 0. */
  readonly temperature?: number;
  /** Log-probabilities of the answer's tokens, where the server gives them. */
  readonly logprobs?: boolean;
  /** Purpose of the call, for the log: `query`, `answer`, `edit`. */
  readonly purpose: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onText?: (text: string) => void;
}

export interface ModelAnswer {
  readonly text: string;
  /** With `schema`: the parsed value, which fits the schema. */
  readonly value?: unknown;
  readonly usage: ModelUsage;
  readonly finish: "stop" | "length" | "refused";
  readonly logprobs?: readonly { readonly token: string; readonly logprob: number }[];
}

/** Usage in tokens as the server counts them, or estimated without a report. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly isEstimated: boolean;
}
