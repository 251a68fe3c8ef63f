import { compile, readXml } from "@semantic-xpath/runtime";
import { nodesXml } from "../data/nodes.mjs";
import { hashUnit } from "../data/random.mjs";
import { progress } from "../report/progress.mjs";
import { DISTRIBUTIONS } from "./distributions.mjs";
import { minimalProbing } from "./minimum.mjs";
import { PRUNING_QUERIES } from "./queries.mjs";
import { pruningTable } from "./tables.mjs";

const LIMIT = 5;

/** How many pairs an expensive scorer is asked for, against full evaluation and against the least that bounds allow. */
export async function measure({ quick }) {
  const sizes = quick ? [1e3] : [1e3, 1e4];
  const seeds = quick ? [1, 2] : [1, 2, 3, 4, 5];
  const records = [];
  for (const size of sizes) {
    for (const query of PRUNING_QUERIES) {
      progress(`  ${size} ${query.text}`);
      for (const distribution of Object.keys(DISTRIBUTIONS)) {
        const runs = [];
        for (const seed of seeds) runs.push(await runOnce(query, size, distribution, seed));
        records.push({ size, query: query.text, distribution, ...meansOf(runs) });
      }
    }
  }
  return { records, tables: [pruningTable(records)] };
}

async function runOnce({ text, nodes, steps }, size, distribution, seed) {
  const made = nodes(size);
  const quantile = DISTRIBUTIONS[distribution];
  // Single precision, as scorers answer: both sides see the same numbers.
  const scoreOf = (condition, node) => Math.fround(quantile(hashUnit(seed * 31 + condition.charCodeAt(0), node)));
  const { minimum, full, best } = minimalProbing(made, steps, LIMIT, scoreOf);
  const scorer = {
    id: "simulated",
    cost: "expensive",
    score: async (texts, condition) => Float32Array.from(texts, (line) => scoreOf(condition, nodeNumber(line))),
  };
  const tree = readXml(nodesXml(made));
  const { matches, stats } = await compile(text).query.run(tree, { scorer, limit: LIMIT });
  const agrees = matches.length === best.length && matches.every(({ weight }, i) => Math.abs(weight - best[i]) < 1e-12);
  return { pairs: stats.scorerPairs, calls: stats.scorerCalls, minimum, full, agrees };
}

/** The text of a node begins with its type and its name: its number. */
const nodeNumber = (text) => Number(/^\S+\nname: n(\d+)/.exec(text)[1]);

function meansOf(runs) {
  const mean = (name) => runs.reduce((sum, run) => sum + run[name], 0) / runs.length;
  return {
    pairs: mean("pairs"),
    calls: mean("calls"),
    minimum: mean("minimum"),
    full: mean("full"),
    agrees: runs.every(({ agrees }) => agrees),
  };
}
