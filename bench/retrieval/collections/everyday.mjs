import { stemsOf } from "@semantic-xpath/eval";
import { collectionOf } from "./collection.mjs";
import { nodeCases, nodesOf } from "./suites.mjs";

/** The nodes among which the conditions of examples/eval are judged; of the meal plan those of the first day. */
const JUDGED = [
  { domain: "itinerary", types: ["POI", "Restaurant"] },
  { domain: "todo", types: ["Task"] },
  { domain: "mealplan", types: ["Option"], most: 36 },
];

/** The judged conditions, on each tree those that share no stem with a node that is right, and those that do. */
export async function everyday({ meets }) {
  const collections = [];
  for (const { domain, types, most } of JUDGED) {
    const cases = await nodeCases(`examples/eval/${domain}.graded.json`);
    const [{ tree }] = cases;
    const nodes = nodesOf(tree, types).slice(0, most);
    const { texts, plain } = collectionOf(tree, nodes);
    const queries = cases
      .map(({ condition, right }) => ({
        condition,
        gold: new Set(nodes.flatMap((node, place) => (right.has(node) ? [place] : []))),
      }))
      .filter(({ condition, gold }) => {
        const asked = new Set(stemsOf(condition));
        return [...gold].some((place) => stemsOf(plain[place]).some((stem) => asked.has(stem))) === meets;
      });
    collections.push({ tree, texts, plain, queries, nodes });
  }
  return collections;
}
