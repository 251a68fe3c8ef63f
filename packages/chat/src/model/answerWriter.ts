import type { TreeNode } from "@semantic-xpath/tree";

/** Writes the answer to a question from what was retrieved for it. */
export interface AnswerWriter {
  /** Throws the reason of an aborted signal, and a `SemanticXPathError` where there is no answer. Never writes to anything. */
  write(question: string, found: Found, options?: WriteAnswerOptions): Promise<Answer>;
}

/** What a query found, as it is handed on. */
export interface Found {
  /** The query. */
  readonly query: string;
  /** The nodes in the order of the result, each with all below it. */
  readonly nodes: readonly { readonly path: string; readonly node: TreeNode; readonly weight: number }[];
  /** Of a query that gives a value. */
  readonly value?: unknown;
}

export interface WriteAnswerOptions {
  readonly signal?: AbortSignal;
  /** Pieces of the answer as they come. */
  readonly onText?: (text: string) => void;
  /** Earlier turns of the conversation, the oldest first: for words that refer to them. */
  readonly earlier?: readonly { readonly request: string; readonly answer: string }[];
}

export interface Answer {
  readonly text: string;
  /** Whether it ended where the model's limit of tokens was. */
  readonly isCut: boolean;
  /** Tokens of the subtree that the model was given, and how many of the found nodes were left out or shortened to keep within the budget. */
  readonly shown: { readonly tokens: number; readonly leftOut: number };
}
