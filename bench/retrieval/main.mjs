import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { LOCOMO } from "./collections/locomo.mjs";
import { comparison, measureBm25, measureScorer, SETTINGS, tunedElsewhere } from "./compare.mjs";
import { readKinds } from "./kinds.mjs";
import { measureQueries } from "./queries.mjs";
import { reliabilityOf } from "./reliability.mjs";
import { printComparisons, printQueries, printReliability } from "./report.mjs";
import { lexical, resolve } from "./scorers.mjs";

/**
 * How good is the relevance of the lexical scorer beside BM25, on each kind of text?
 *
 *     node bench/retrieval/main.mjs [--quick] [--work | --release] [--options JSON] [--scorer NAME] [--reliability]
 *                                   [--only KIND]... [--json FILE] [--data FILE]
 *
 * `--quick`: at most 400 questions of a kind. `--release`: the halves that are scored once per release; without it those for work. `--options`
 * (of `lexicalScorer`) and `--scorer` add a column: another scorer beside the default one. `--reliability`: also what scores mean.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    work: { type: "boolean", default: false },
    release: { type: "boolean", default: false },
    options: { type: "string" },
    scorer: { type: "string" },
    reliability: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    data: { type: "string", default: LOCOMO },
  },
});
if (options.work && options.release) throw new Error("--work or --release, not both");

const SAMPLES = options.quick ? 1000 : 5000;
const kinds = await readKinds({ ...options, work: !options.release, most: options.quick ? 400 : Infinity });
const baselines = kinds.map(measureBm25);
const chosen = tunedElsewhere(baselines);
const changed = options.options === undefined ? null : lexical(JSON.parse(options.options));
const other = options.scorer === undefined ? changed : await resolve(options.scorer);

const records = [];
for (const [i, kind] of kinds.entries()) {
  const started = performance.now();
  const ours = await measureScorer(kind, lexical());
  const seconds = (performance.now() - started) / 1000;
  console.error(`${kind.name}: ${ours.length} questions, ${seconds.toFixed(1)} s`);
  const record = { kind: kind.name, measure: kind.measure, bm25: SETTINGS[chosen[i]] };
  Object.assign(record, comparison(ours, baselines[i][chosen[i]], SAMPLES));
  if (other !== null) record.other = comparison(await measureScorer(kind, other), ours, SAMPLES);
  records.push(record);
}
printComparisons(records, {
  half: options.release ? "the halves for releases" : "the halves for work",
  name: options.scorer ?? "changed",
});

if (options.reliability || !options.quick) {
  const reliability = [];
  for (const kind of kinds) reliability.push({ kind: kind.name, ...(await reliabilityOf(kind, other ?? lexical())) });
  printReliability(reliability);
}

if (!options.quick && other === null && options.only.length === 0)
  printQueries(await measureQueries({ ...options, work: !options.release, scorer: lexical() }));
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ release: options.release, records }, null, 2)}\n`);
}
