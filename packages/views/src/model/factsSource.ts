import type { FactsView, Opened } from "@semantic-xpath/conversation";

/** Answers about the facts of the tree that is shown. */
export interface FactsSource {
  /** By which an answer is known: another key asks again. */
  readonly key: string;
  /** null: the tree holds no facts. */
  facts(params: { readonly filter: string; readonly count: number }): Promise<FactsView | null>;
  recall(params: { readonly question: string }): Promise<Opened>;
}
