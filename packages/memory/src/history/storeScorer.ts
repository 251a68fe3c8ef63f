import { boundToAll, contextsAt, type Scorer } from "@semantic-xpath/scorers";
import { getOrMake, nodeText, type Tree } from "@semantic-xpath/tree";
import type { Layout } from "./layout.js";

const catalogueTexts = new WeakMap<Tree, ReadonlySet<string>>();

/**
 * A scorer for a layout. What the catalogue says is scored by the statistics of the catalogue, and what is in versions by those of the versions that are
 * laid out, as in a collection of their trees: so tasks and versions have the same scores whatever is laid out, and the nodes of one version those that
 * they have in its own tree. A scorer that knows no trees is given back as it is.
 */
export function storeScorer(scorer: Scorer, layout: Layout): Scorer {
  const { forTree } = scorer;
  if (forTree === undefined) return scorer;
  const catalogue = forTree.call(scorer, layout.catalogue.tree);
  if (layout.trees.length === 0) return catalogue;
  const contents = boundToAll(layout.trees, scorer) ?? forTree.call(scorer, layout.tree);
  const own = getOrMake(catalogueTexts, layout.catalogue.tree, () => textsOf(layout.catalogue.tree));
  const of = (text: string): Scorer => (own.has(text) ? catalogue : contents);
  const canExplain = catalogue.explain !== undefined && contents.explain !== undefined;
  return {
    get id() {
      return `${contents.id} ${catalogue.id}`;
    },
    cost: scorer.cost,
    ...(contents.readsContext && { readsContext: true }),
    async score(texts, condition, options) {
      const scores = new Float32Array(texts.length);
      for (const part of [catalogue, contents]) {
        const places = Array.from(texts.keys()).filter((place) => of(texts[place]!) === part);
        if (places.length === 0) continue;
        const wanted = places.map((place) => texts[place]!);
        const about = { ...options, ...contextsAt(options.contexts, places) };
        const answers = await part.score(wanted, condition, about);
        places.forEach((place, i) => {
          scores[place] = answers[i]!;
        });
      }
      return scores;
    },
    ...(canExplain && { explain: (text, condition, context) => of(text).explain!(text, condition, context) }),
    notes: () => contents.notes?.() ?? null,
  };
}

/** All that a query may have scored of the catalogue. */
function textsOf(tree: Tree): ReadonlySet<string> {
  const texts = new Set<string>();
  for (let node = 1; node <= tree.size; node++) {
    texts.add(nodeText(tree, node));
    texts.add(tree.ownText(node));
    for (const value of Object.values(tree.node(node).attributes)) texts.add(value);
  }
  return texts;
}
