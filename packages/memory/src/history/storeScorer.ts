import { contextsAt, type Scorer, scoreListed } from "@semantic-xpath/scorers";
import { getOrMake, nodeText, plainText, type Tree } from "@semantic-xpath/tree";
import type { Layout } from "./layout.js";

const catalogueTexts = new WeakMap<Tree, ReadonlySet<string>>();

/**
 * Wraps a scorer for a layout. Texts of the catalogue are scored by the statistics of the catalogue. Texts in versions are scored by those of
 * the last one that is opened. So tasks and versions have the same scores whichever
 * versions are open, and the nodes of one version those of its own tree. A scorer that binds to no tree is returned unchanged.
 */
export function storeScorer(scorer: Scorer, layout: Layout): Scorer {
  const { forTree } = scorer;
  if (forTree === undefined) return scorer;
  const catalogue = forTree.call(scorer, layout.catalogue.tree);
  if (layout.trees.length === 0) return catalogue;
  const contents = forTree.call(scorer, layout.trees.at(-1)!);
  const catalogueOnly = getOrMake(catalogueTexts, layout.catalogue.tree, () => textsOf(layout.catalogue.tree));
  const scorerFor = (text: string): Scorer => (catalogueOnly.has(text) ? catalogue : contents);
  const canExplain = catalogue.explain !== undefined && contents.explain !== undefined;
  return {
    get id() {
      return `${contents.id} ${catalogue.id}`;
    },
    cost: scorer.cost,
    ...(contents.readsContext && { readsContext: true }),
    score: (texts, condition, options) =>
      divided(texts.length, [catalogue, contents], {
        of: (place) => scorerFor(texts[place]!),
        score: (part, places) => {
          const about = { ...options, ...contextsAt(options.contexts, places) };
          return part.score(
            places.map((place) => texts[place]!),
            condition,
            about,
          );
        },
      }),
    scoreListed: (list, numbers, condition, options) =>
      divided(numbers.length, [catalogue, contents], {
        of: (place) => scorerFor(list.texts[numbers[place]!]!),
        score: (part, places) => {
          const selected = Int32Array.from(places, (place) => numbers[place]!);
          return scoreListed(part, list, selected, condition, options);
        },
      }),
    ...(canExplain && { explain: (text, condition, context) => scorerFor(text).explain!(text, condition, context) }),
    notes: () => contents.notes?.() ?? null,
  };
}

interface Division {
  readonly of: (place: number) => Scorer;
  readonly score: (part: Scorer, places: readonly number[]) => Promise<Float32Array>;
}

/** As many scores as there are places, each by the part that it is of. */
async function divided(count: number, parts: readonly Scorer[], { of, score }: Division): Promise<Float32Array> {
  const scores = new Float32Array(count);
  const placesOf = new Map<Scorer, number[]>(parts.map((part) => [part, []]));
  for (let place = 0; place < count; place++) placesOf.get(of(place))!.push(place);
  for (const [part, places] of placesOf) {
    if (places.length === 0) continue;
    const answers = await score(part, places);
    places.forEach((place, i) => {
      scores[place] = answers[i]!;
    });
  }
  return scores;
}

/** All that a query may have scored of the catalogue. */
function textsOf(tree: Tree): ReadonlySet<string> {
  const texts = new Set<string>();
  for (let node = 1; node <= tree.size; node++) {
    texts.add(nodeText(tree, node));
    texts.add(plainText(tree.ownText(node)));
    for (const value of Object.values(tree.node(node).attributes)) texts.add(plainText(value));
  }
  return texts;
}
