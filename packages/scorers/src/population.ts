import { contextOf, nodeText, type Tree } from "@semantic-xpath/tree";
import { containerContext, keyOf } from "./context.js";
import type { Scorer, TextContext } from "./scorer.js";

/** The texts among which a text has its rank, or for which a target is kept: the representations of nodes of some types. Default: of all nodes. */
export type Population = { readonly types: readonly string[] } | undefined;

/** Distinct texts, with what each is read with where a scorer reads that: then the same text may be there with several contexts. */
export interface Entries {
  readonly texts: readonly string[];
  readonly contexts?: readonly (TextContext | null)[] | undefined;
}

/** The population in a tree; nodes have their contexts where a part reads them, as in a run. */
export function entriesOf(population: Population, tree: Tree, parts: readonly Scorer[]): Entries {
  const typeIds = population && new Set(population.types.map((name) => tree.typeId(name)));
  const reads = parts.some(({ readsContext }) => readsContext === true);
  const entries = new Map<string, { readonly text: string; readonly context: TextContext | null }>();
  for (let node = 1; node <= tree.size; node++) {
    if (typeIds !== undefined && !typeIds.has(tree.type[node]!)) continue;
    const [text, context] = [nodeText(tree, node), reads ? textContextOf(tree, node) : null];
    entries.set(keyOf(text, context), { text, context });
  }
  const all = [...entries.values()];
  const texts = all.map(({ text }) => text);
  return reads ? { texts, contexts: all.map(({ context }) => context) } : { texts };
}

/** Context of the representation of a node in a run. */
function textContextOf(tree: Tree, node: number): TextContext | null {
  const context = contextOf(tree, node);
  if (context === null) return null;
  const texts = (nodes: readonly number[]): string[] => nodes.map((other) => nodeText(tree, other));
  const { by, isDeclared } = context;
  return {
    ...containerContext(tree, context),
    before: texts(context.before),
    after: texts(context.after),
    by,
    isDeclared,
  };
}
