import type { ScoreOptions, TextContext, TextList } from "../scorer.js";

/** A list of which only the first texts are asked for: the others are what these are read with. */
export interface ScoredList extends TextList {
  readonly asked?: number;
}

export function listOf(texts: readonly string[], contexts: ScoreOptions["contexts"]): ScoredList {
  if (contexts === undefined || contexts.every((context) => context === null)) return { texts };
  const around = contexts.flatMap((context) =>
    context === null
      ? []
      : [...context.before, ...context.after, context.within ?? "", context.facts, context.by ?? ""],
  );
  return {
    texts: [...texts, ...new Set(around.filter((text) => text !== ""))],
    asked: texts.length,
    contextOf: (number) => contexts[number] ?? null,
  };
}

/** Contexts of some texts of a list, requested before the list is indexed since that may extend it; null if there are none. */
export function contextsOf(list: TextList, numbers: Int32Array): (TextContext | null)[] | null {
  const contexts = Array.from(numbers, (number) => list.contextOf!(number));
  return contexts.some((context) => context !== null) ? contexts : null;
}
