import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BM25_SETTINGS } from "./bm25.mjs";
import { LOCOMO } from "./collections/locomo.mjs";
import { comparison, measureBm25, measureScorer, tunedElsewhere } from "./compare.mjs";
import { readKinds } from "./kinds.mjs";
import { measureMoves } from "./moves.mjs";
import { measureQueries } from "./queries.mjs";
import { reliabilityOf } from "./reliability.mjs";
import { writeReliability } from "./reliabilityPage.mjs";
import { printAblations, printComparisons, printMoves, printQueries, printReliability } from "./report.mjs";
import { changedSettings, INGREDIENTS, lexical, resolve } from "./scorers.mjs";

/**
 * How good is the relevance of the lexical scorer beside BM25, on each kind of text?
 *
 *     node bench/retrieval/main.mjs [--quick] [--work | --release] [--without INGREDIENT]... [--set NAME=NUMBER]... [--scorer NAME]
 *                                   [--moves] [--reliability] [--draw]
 *                                   [--only KIND]... [--json FILE] [--data FILE]
 *
 * `--quick`: at most 400 questions of a kind, no ablations. `--release`: the halves that are scored once per release; without it
 * those for work. `--without`, `--set` and `--scorer` add a column: another scorer beside the default one.
 * folder whose `node_modules` has their packages; the file that is made of them stays in the folder for the next time.
 * `--moves`: also how far scores move when other trees join. `--reliability`: also what scores mean; `--draw` writes that to docs/.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    work: { type: "boolean", default: false },
    release: { type: "boolean", default: false },
    without: { type: "string", multiple: true, default: [] },
    set: { type: "string", multiple: true, default: [] },
    scorer: { type: "string" },
    reliability: { type: "boolean", default: false },
    draw: { type: "boolean", default: false },
    moves: { type: "boolean", default: false },
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
const changed = changedSettings(options);
const isChanged = Object.keys(changed).length > 0;
const other = options.scorer !== undefined ? await resolve(options.scorer) : isChanged ? lexical(changed) : null;

const columns = [];
const records = [];
for (const [i, kind] of kinds.entries()) {
  const started = performance.now();
  const ours = await measureScorer(kind, lexical());
  const seconds = (performance.now() - started) / 1000;
  console.error(`${kind.name}: ${ours.length} questions, ${seconds.toFixed(1)} s`);
  columns.push(ours);
  const record = { kind: kind.name, measure: kind.measure, bm25: BM25_SETTINGS[chosen[i]] };
  Object.assign(record, comparison(ours, baselines[i][chosen[i]], SAMPLES));
  if (other !== null) record.other = comparison(await measureScorer(kind, other), ours, SAMPLES);
  records.push(record);
}
printComparisons(records, {
  half: options.release ? "the halves for releases" : "the halves for work",
  name: options.scorer ?? "changed",
});

if (options.moves || !options.quick) {
  printMoves(
    await measureMoves(
      kinds.filter(({ unrelated }) => unrelated),
      other ?? lexical(),
    ),
  );
}

if (options.reliability || options.draw || !options.quick) {
  const reliability = [];
  for (const kind of kinds) reliability.push({ kind: kind.name, ...(await reliabilityOf(kind, other ?? lexical())) });
  printReliability(reliability);
  if (options.draw)
    writeReliability(
      reliability,
      options.release ? "the half for releases, where a kind has two" : "the half for work, where a kind has two",
    );
}

const ablations = [];
if (!options.quick && other === null) {
  const all = Object.assign({}, ...Object.values(INGREDIENTS));
  for (const [name, settings] of [...Object.entries(INGREDIENTS), ["all of these", all]]) {
    console.error(`without ${name}`);
    const row = [];
    for (const [i, kind] of kinds.entries()) {
      row.push(comparison(columns[i], await measureScorer(kind, lexical(settings)), SAMPLES).difference);
    }
    ablations.push({ name, row });
  }
  printAblations(ablations, kinds);
  if (options.only.length === 0)
    printQueries(await measureQueries({ ...options, work: !options.release, scorer: lexical() }));
}
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ release: options.release, records, ablations }, null, 2)}\n`);
}
