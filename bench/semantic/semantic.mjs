import { compile, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { HashScorer } from "./hashScorer.mjs";
import { semanticTable } from "./tables.mjs";
import { WORKLOADS } from "./workloads.mjs";

/** The engine's own time for graded queries: whole runs less the time inside the scorer, for each score that was wanted. */
export async function measure({ sizes, effort }) {
  const records = [];
  for (const size of sizes) {
    for (const workload of WORKLOADS) {
      for (const limit of [10, undefined]) {
        progress(`  ${size} ${workload.name} ${limit ?? "all"}`);
        records.push(await measureWorkload(workload, size, limit, effort));
        globalThis.gc();
      }
    }
  }
  return { records, tables: [semanticTable(records, sizes)] };
}

/** A million nodes with five conditions each are more than a run may ask by default. */
const UNBOUNDED = { maxScorerPairs: Infinity, maxScorerCalls: Infinity, maxMilliseconds: Infinity };

async function measureWorkload({ name, text, atoms }, size, limit, effort) {
  const tree = readXml(itineraryXml(itinerary(size)));
  const { query } = compile(text);
  const scored = tree.postings[tree.typeId("POI")].length * atoms;
  const own = async () => {
    const scorer = new HashScorer();
    const before = performance.now();
    const { matches } = await query.run(tree, { scorer, limit, budget: UNBOUNDED });
    const total = performance.now() - before;
    return { own: total - scorer.spent, scorer: scorer.spent, results: matches.length };
  };
  const first = await own();
  const samples = [];
  for (const started = performance.now(); samples.length < 7 || performance.now() - started < effort; ) {
    samples.push(await own());
  }
  const settled = samples.slice(Math.floor(samples.length / 3));
  return {
    size,
    workload: name,
    text,
    limit: limit ?? null,
    scored,
    results: first.results,
    firstPerScore: (first.own * 1e3) / scored,
    steadyPerScore: (median(settled.map((sample) => sample.own)) * 1e3) / scored,
    scorerPerScore: (median(settled.map((sample) => sample.scorer)) * 1e3) / scored,
  };
}
