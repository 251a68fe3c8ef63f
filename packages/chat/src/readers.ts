import type { ModelUsage } from "@semantic-xpath/llm";
import type { NodeData, NodeId, SemanticXPathError, Tree } from "@semantic-xpath/tree";
import type { About } from "./translate/about.js";
import type { Translation } from "./translate/translation.js";

/** The hooks of a reader's or writer's work: the signal and the budget of the conversation. */
export interface WorkOptions {
  readonly signal?: AbortSignal;
  /** Each call of a model, when it has ended, with what it was for. */
  readonly onUsage?: (purpose: string, usage: ModelUsage) => void;
}

export interface ReadOptions extends WorkOptions {
  /** A model's text has mistakes and goes back to it; rounds count from 1. */
  readonly onRepair?: (round: number, text: string, problems: readonly string[]) => void;
  /** A model gave no reading, so that its fallback's is returned: the reason, for a person. */
  readonly onFallback?: (failure: SemanticXPathError) => void;
}

/**
 * Makes readings of a request: the translator, or a language model. Every query and update of a reading compiles without an error against the
 * schema. A reader writes nothing. It rejects with an error that has a code (`SemanticXPathError`), or with the reason of the signal.
 */
export interface RequestReader {
  readonly by: "translator" | "model";
  read(request: string, about: About, options?: ReadOptions): Promise<Translation>;
  /** Does ahead of the next request what takes time once for a tree. */
  prepare?(about: Pick<About, "tree" | "schema">): Promise<void>;
}

/** The input of an answer. */
export interface Asked {
  readonly request: string;
  /** The reading of the request in plain words. */
  readonly said: string;
  readonly query: string;
  /** The change that was made to a query that found nothing. */
  readonly widened: string | null;
  readonly tree: Tree;
  /** The nodes to hand on, the best first, and nothing else of the tree; with the weight of each. */
  readonly nodes: readonly { readonly node: NodeId; readonly path: string; readonly weight: number }[];
  /** The value of a query that gives one. */
  readonly value?: unknown;
  /** Most tokens (`estimateTokens`) of the subtrees that are shown to the model. */
  readonly maxTokens: number;
  /** Earlier turns, the newest first: request and answer. */
  readonly earlier: readonly { readonly request: string; readonly answer: string }[];
  readonly now: string;
}

export interface AnswerOptions extends WorkOptions {
  /** The answer, piece by piece. */
  readonly onText: (text: string) => void;
}

/** Puts into words what was found: a language model that sees what is handed on, and no more. Rejects as readers do. */
export interface AnswerWriter {
  /** `handedOn`: tokens of what was shown of the memory; `paths`: of the nodes that were shown. */
  answer(
    asked: Asked,
    options: AnswerOptions,
  ): Promise<{ readonly text: string; readonly handedOn: number; readonly paths: readonly string[] }>;
  /** The first content of a new task from a person's words, right by the schema of `about`. Absent: a new task begins empty. */
  begin?(wish: string, about: About, options?: ReadOptions): Promise<NodeData>;
}
