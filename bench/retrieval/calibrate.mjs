import { parseArgs } from "node:util";
import { readCondition } from "../../packages/scorers/dist/lexical/condition.js";
import { settingsOf } from "../../packages/scorers/dist/lexical/settings.js";
import { atOnce } from "../../packages/scorers/dist/lexical/slices.js";
import { countingOf } from "../../packages/scorers/dist/lexical/statistics.js";
import { meanOf, randomFrom } from "./bootstrap.mjs";
import { LOCOMO } from "./collections/locomo.mjs";
import { readKinds } from "./kinds.mjs";
import { lexical } from "./scorers.mjs";

/**
 * Fits the constants of packages/scorers/src/lexical/calibrate.ts on the halves for work, and prints them.
 *
 *     node bench/retrieval/calibrate.mjs [--most QUESTIONS-OF-A-KIND]
 */
const { values: options } = parseArgs({ options: { most: { type: "string", default: "300" } } });

/** Questions are fitted on what answers them, conditions on what somebody judged related. Each kind weighs the same, with its own share of what is right. */
const QUESTIONS = ["LoCoMo turns", "LoCoMo sessions"];
const CONDITIONS = ["everyday, words meet", "everyday, no word meets", "requests"];
/** Of what is not right one pair in so many is looked at, and weighs as many. */
const SPARSE = 12;
/** Chosen, not fitted: a fit takes twice as much, which moves scores as far when other trees join. */
const [RARITY, USUAL_RARITY, MOST_RARITY] = [4.5, 4.1, 5];

const kinds = await readKinds({
  data: LOCOMO,
  work: true,
  most: Number(options.most),
  only: [...QUESTIONS, ...CONDITIONS],
});
const pairs = [];
for (const kind of kinds) {
  const of = await pairsOf(kind);
  const right = of.reduce((sum, { isRight, weight }) => sum + (isRight ? weight : 0), 0);
  for (const pair of of) pairs.push({ ...pair, kind: kind.name, weight: (pair.weight * 1000) / right });
  console.log(`${kind.name}: ${of.length} pairs, ${right} right`);
}

const asked = pairs.filter(({ kind, asks }) => QUESTIONS.includes(kind) && asks);
const NAMES = ["power", "terms", "both", "size"];
const weights = logistic(asked.map((pair) => ({ ...pair, x: features(pair), known: rarityOf(pair) })));
console.log("questions: ", NAMES.map((name, i) => `${name} ${weights[i].toFixed(2)}`).join(", "));

const judged = pairs.filter(({ kind, asks }) => CONDITIONS.includes(kind) && !asks);
const powers = Array.from({ length: 31 }, (_, i) => 0.5 + i / 20);
const losses = powers.map((power) =>
  lossOf(judged, (raw) => (raw > 1 ? 1 - 0.1 * Math.exp(1 - raw) : 0.9 * raw ** power)),
);
console.log("conditions: power", powers[losses.indexOf(Math.min(...losses))].toFixed(2));

/** Of the odds in calibrate.ts, in the order of their names. */
function features({ raw, terms, words }) {
  const length = Math.log(terms);
  return [Math.log(raw), length, raw * length, Math.min(Math.log(10), Math.log(Math.max(1, words / 60)))];
}

/** What of the logarithm of the odds is not fitted. */
function rarityOf({ rarity }) {
  return RARITY * Math.log(Math.min(MOST_RARITY, rarity) / USUAL_RARITY);
}

/** Pairs of condition and text with evidence, with `raw`, the number of terms, their rarity and whether the condition asks. */
async function pairsOf({ collections }) {
  const random = randomFrom(11);
  const found = [];
  for (const { tree, texts, contexts, queries } of collections) {
    const bound = lexical().forTree(tree);
    const statistics = countingOf([tree], settingsOf({})).now();
    for (const { condition, gold } of queries) {
      const scores = await bound.score(texts, condition, { contexts });
      const { rarity } = atOnce(readCondition(condition, statistics, settingsOf({})));
      for (let place = 0; place < texts.length; place++) {
        const isRight = gold.has(place);
        if (scores[place] === 0) continue;
        const keep = isRight || texts.length < 100 ? 1 : 1 / SPARSE;
        if (random() > keep) continue;
        const { raw, terms } = bound.explain(texts[place], condition, contexts?.[place]);
        const asks = /\?\s*$|^\s*(?:what|which|who|whom|whose|when|where|why|how)\b/i.test(condition);
        const words = texts[place].split(/\s+/).length;
        found.push({ raw, terms: terms.length, rarity, words, asks, isRight, weight: 1 / keep });
      }
    }
  }
  return found;
}

/** Logistic regression by Newton's method. */
function logistic(rows) {
  const size = rows[0].x.length;
  const beta = new Float64Array(size);
  for (let round = 0; round < 30; round++) {
    const gradient = new Float64Array(size);
    const curvature = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (_, j) => (i === j ? 1e-6 : 0)),
    );
    for (const { x, known, isRight, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * beta[i], known)));
      for (let i = 0; i < size; i++) {
        gradient[i] += weight * ((isRight ? 1 : 0) - p) * x[i];
        for (let j = 0; j < size; j++) curvature[i][j] += weight * p * (1 - p) * x[i] * x[j];
      }
    }
    const step = solved(curvature, gradient);
    for (let i = 0; i < size; i++) beta[i] += step[i];
  }
  return Array.from(beta);
}

/** Gaussian elimination; the matrix is positive definite. */
function solved(matrix, vector) {
  const size = vector.length;
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  for (let i = 0; i < size; i++) {
    for (let below = i + 1; below < size; below++) {
      const factor = rows[below][i] / rows[i][i];
      for (let j = i; j <= size; j++) rows[below][j] -= factor * rows[i][j];
    }
  }
  const solution = new Float64Array(size);
  for (let i = size - 1; i >= 0; i--) {
    let rest = rows[i][size];
    for (let j = i + 1; j < size; j++) rest -= rows[i][j] * solution[j];
    solution[i] = rest / rows[i][i];
  }
  return solution;
}

function lossOf(rows, scoreOf) {
  return meanOf(
    rows.map(({ raw, isRight, weight }) => {
      const score = Math.min(0.999, Math.max(0.001, scoreOf(raw)));
      return -weight * Math.log(isRight ? score : 1 - score);
    }),
  );
}
