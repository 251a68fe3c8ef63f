import { contextOf, nodeText, type Tree } from "@semantic-xpath/tree";
import { containerContext, keyOf } from "./context.js";
import type { Scorer, TextContext } from "./scorer.js";

/** The texts among which a text has its rank, or for which a target is kept. */
export type Population = (tree: Tree) => readonly string[];

/** A population as options say it. Default: all nodes. */
export type PopulationOption = Population | { readonly types: readonly string[] } | undefined;

/** Distinct texts, with what each is read with: then the same text may be there with several contexts. */
export interface Entries {
  readonly texts: readonly string[];
  readonly contexts?: readonly (TextContext | null)[] | undefined;
}

/**
 * The population in some trees. Nodes have their contexts where a part reads them, as in a run; texts that a function gives have none, so that what
 * is made with it reads none either.
 */
export function entriesOf(population: PopulationOption, trees: readonly Tree[], parts: readonly Scorer[]): Entries {
  const types = typeof population === "object" ? population.types : undefined;
  if (readsContexts(population, parts)) return contextEntries(trees, types);
  return { texts: populationOf(typeof population === "function" ? population : nodeTexts(types), trees) };
}

export const readsContexts = (population: PopulationOption, parts: readonly Scorer[]): boolean =>
  typeof population !== "function" && parts.some(({ readsContext }) => readsContext === true);

/** Texts of several trees, each once. */
export function populationOf(population: Population, trees: readonly Tree[]): readonly string[] {
  if (trees.length === 1) return population(trees[0]!);
  return [...new Set(trees.flatMap((tree) => population(tree)))];
}

/** The distinct representations of all nodes, or of those of some types: what `node =~ "…"` scores. */
export const nodeTexts =
  (types?: readonly string[]): Population =>
  (tree) => [...new Set(nodesOf(tree, types).map((node) => nodeText(tree, node)))];

function nodesOf(tree: Tree, types: readonly string[] | undefined): readonly number[] {
  const typeIds = types === undefined ? null : new Set(types.map((name) => tree.typeId(name)));
  const all = Array.from({ length: tree.size }, (_, i) => i + 1);
  return typeIds === null ? all : all.filter((node) => typeIds.has(tree.type[node]!));
}

function contextEntries(trees: readonly Tree[], types: readonly string[] | undefined): Entries {
  const entries = new Map<string, { readonly text: string; readonly context: TextContext | null }>();
  for (const tree of trees) {
    for (const node of nodesOf(tree, types)) {
      const [text, context] = [nodeText(tree, node), textContextOf(tree, node)];
      entries.set(keyOf(text, context), { text, context });
    }
  }
  const all = [...entries.values()];
  return { texts: all.map(({ text }) => text), contexts: all.map(({ context }) => context) };
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
