import type { SemanticXPathError } from "@semantic-xpath/tree";
import type { About } from "../translate/about.js";
import type { Translation } from "../translate/translation.js";

/** Makes readings of requests: the translator, or a language model. What it gives compiles; nothing is applied. */
export interface RequestReader {
  readonly by: "translator" | "model";
  /**
   * Throws the reason of an aborted signal, and a `SemanticXPathError` where there can be no reading: of a model, with an error's code and sentence. With
   * `onFailed` it then falls back on the translator, and says why.
   */
  read(request: string, about: About, options?: ReadRequestOptions): Promise<Translation>;
}

export interface ReadRequestOptions {
  readonly signal?: AbortSignal;
  /** A text of the model has mistakes, which it gets back: before each further round. */
  readonly onRepair?: (repair: Repair) => void;
  /** The model gave no reading, so that the translator's is returned. Absent: what happened is thrown. */
  readonly onFailed?: (failure: SemanticXPathError) => void;
}

/** As the event `repair`. */
export interface Repair {
  /** From 1. */
  readonly round: number;
  readonly text: string;
  /** Sentences, with codes where they have one. */
  readonly problems: readonly string[];
}
