import { sampled } from "./collections/collection.mjs";

/** Scores below this are not looked at: what is far from any threshold may move. */
const LEAST = 0.1;
/** Questions of each collection. */
const MOST = 40;

/**
 * How far the scores of the same texts move when unrelated trees join the one that they are in: by kind the mean distance over pairs of question and text
 * that score 0.1 or more before or after, and the share of those at 0.5 or more that fall below it, or come to it from below.
 */
export async function measureMoves(kinds, scorer) {
  const trees = [...new Set(kinds.flatMap(({ collections }) => collections.map(({ tree }) => tree)))];
  const records = [];
  for (const { name, collections } of kinds) {
    let [pairs, distance, high, crossing] = [0, 0, 0, 0];
    for (const { tree, texts, contexts, queries } of collections) {
      const alone = scorer.forTree(tree);
      const joined = scorer.forTrees([tree, ...trees.filter((other) => other !== tree)]);
      for (const { condition } of sampled(queries, MOST)) {
        const before = await alone.score(texts, condition, { contexts });
        const after = await joined.score(texts, condition, { contexts });
        for (let i = 0; i < before.length; i++) {
          const most = Math.max(before[i], after[i]);
          if (most < LEAST) continue;
          pairs++;
          distance += Math.abs(before[i] - after[i]);
          if (most < 0.5) continue;
          high++;
          if (Math.min(before[i], after[i]) < 0.5) crossing++;
        }
      }
    }
    records.push({ name, pairs, distance: distance / pairs, crossing: high === 0 ? 0 : crossing / high });
  }
  return records;
}
