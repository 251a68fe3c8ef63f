import { parseArgs } from "node:util";
import { readCondition } from "../../packages/scorers/dist/lexical/condition.js";
import { settingsOf } from "../../packages/scorers/dist/lexical/settings.js";
import { atOnce } from "../../packages/scorers/dist/lexical/slices.js";
import { countingOf } from "../../packages/scorers/dist/lexical/statistics.js";
import { randomFrom } from "./bootstrap.mjs";
import { LOCOMO } from "./collections/locomo.mjs";
import { readKinds } from "./kinds.mjs";
import { lexical } from "./scorers.mjs";

/**
 * Fits the constants of packages/scorers/src/lexical/calibrate.ts on the halves for work, and prints them.
 *
 *     node bench/retrieval/calibrate.mjs [--most QUESTIONS-OF-A-KIND]
 */
const { values: options } = parseArgs({ options: { most: { type: "string", default: "1100" } } });

/** Questions are fitted on what answers them, conditions on all other kinds; each kind weighs the same. */
const QUESTIONS = ["LoCoMo turns", "LoCoMo sessions"];
/** Of pairs that are not right and score below 0.1, one in so many is looked at, and weighs as many. */
const SPARSE = 12;
/** Chosen, not fitted: a fit takes twice as much, which moves scores as far when other trees join. */
const [RARITY, USUAL_RARITY, MOST_RARITY] = [4.5, 4.1, 5];

const byKind = new Map();
for (const kind of await readKinds({ data: LOCOMO, work: true, most: Number(options.most), only: [] })) {
  const asks = QUESTIONS.includes(kind.name);
  byKind.set(
    kind.name,
    (await pairsOf(kind)).filter((pair) => pair.asks === asks),
  );
  console.log(`${kind.name}: ${byKind.get(kind.name).length} pairs`);
}
const questions = QUESTIONS.flatMap((name) => (byKind.has(name) ? [byKind.get(name)] : []));
if (questions.length > 0) fitQuestions(questions);
fitConditions([...byKind].filter(([name]) => !QUESTIONS.includes(name)));

/**
 * The odds of calibrate.ts by their constants: the least squared distance of score and share over bins of a tenth from 0.1, as a mean over pairs and kinds.
 * The likelihood of all pairs would be about those below 0.1, which nearly all are. Many constants do as well as the best, so the mean of the best ones is taken.
 */
function fitQuestions(kinds) {
  const random = randomFrom(7);
  const [around, width] = [
    [3.4, -1.45, 1.5, -0.84],
    [0.5, 0.5, 0.4, 0.12],
  ];
  const tried = Array.from({ length: 4000 }, () => {
    const constants = around.map((value, i) => value + width[i] * (2 * random() - 1));
    const error = kinds.reduce((sum, pairs) => sum + binError(pairs, (pair) => probability(pair, constants)), 0);
    return { constants, error };
  }).sort((a, b) => a.error - b.error);
  const best = tried.slice(0, 40);
  ["power", "terms", "both", "size"].forEach((name, i) => {
    const mean = best.reduce((sum, { constants }) => sum + constants[i], 0) / best.length;
    console.log(`questions: ${name} ${mean.toFixed(2)}`);
  });
}

/**
 * Conditions of more than three terms: score = 0.9 raw ^ (1 + slope · ln(terms / 3)). The Brier score (G. W. Brier, 1950) of each kind by slope, as a
 * share of that without one, and the slope that is best for all other kinds together.
 */
function fitConditions(kinds) {
  const slopes = [0, 0.5, 1, 1.5, 2, 3];
  const rows = kinds.map(([, pairs]) => slopes.map((slope) => brier(pairs, slope)));
  console.log(`conditions, by slope ${slopes.join(" ")}:`);
  kinds.forEach(([name], row) => {
    const sums = slopes.map((_, i) => rows.reduce((sum, of, at) => sum + (at === row ? 0 : of[i] / of[0]), 0));
    const shares = rows[row].map((value) => (value / rows[row][0]).toFixed(3));
    console.log(`${name}: ${shares.join(" ")}, best for the others ${slopes[sums.indexOf(Math.min(...sums))]}`);
  });
}

function probability({ raw, terms, words, rarity }, [power, level, both, size]) {
  const length = Math.log(terms);
  const long = Math.min(Math.log(10), Math.log(Math.max(1, words / 60)));
  const rare = RARITY * Math.log(Math.min(MOST_RARITY, rarity) / USUAL_RARITY);
  return 1 / (1 + Math.exp(-(power * Math.log(raw) + level * length + both * length * raw + size * long + rare)));
}

function binError(pairs, scoreOf) {
  const [counts, distances] = [new Float64Array(10), new Float64Array(10)];
  for (const pair of pairs) {
    const score = scoreOf(pair);
    const bin = Math.min(9, Math.floor(10 * score));
    counts[bin] += pair.weight;
    distances[bin] += pair.weight * (score - (pair.isRight ? 1 : 0));
  }
  let [error, all] = [0, 0];
  for (let bin = 1; bin < 10; bin++) {
    if (counts[bin] > 0) error += distances[bin] ** 2 / counts[bin];
    all += counts[bin];
  }
  return error / all;
}

function brier(pairs, slope) {
  let [sum, all] = [0, 0];
  for (const { raw, terms, isRight, weight } of pairs) {
    const power = 1 + slope * Math.log(Math.max(1, Math.min(30, terms) / 3));
    const score = raw > 1 ? 1 - 0.1 * Math.exp(1 - raw) : 0.9 * raw ** power;
    sum += weight * (score - (isRight ? 1 : 0)) ** 2;
    all += weight;
  }
  return sum / all;
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
      const { rarity, asks } = atOnce(readCondition(condition, statistics, settingsOf({})));
      for (let place = 0; place < texts.length; place++) {
        const isRight = gold.has(place);
        if (scores[place] === 0) continue;
        const keep = isRight || scores[place] >= 0.1 || texts.length < 100 ? 1 : 1 / SPARSE;
        if (random() > keep) continue;
        const { raw, terms } = bound.explain(texts[place], condition, contexts?.[place]);
        const words = texts[place].split(/\s+/).length;
        found.push({ raw, terms: terms.length, rarity, words, asks, isRight, weight: 1 / keep });
      }
    }
  }
  return found;
}
