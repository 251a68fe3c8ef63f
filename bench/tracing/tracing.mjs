import { inspect, viewOf } from "@semantic-xpath/inspect";
import { compile, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { progress } from "../report/progress.mjs";
import { HashScorer } from "../semantic/hashScorer.mjs";
import { tracingTable } from "./tables.mjs";

/** What watching costs is told at this size: large enough that nothing hides in the start of a run. */
const SIZE = 1e5;

const WORKLOADS = [
  { name: "path", text: "/Plan/Day/POI" },
  { name: "filter", text: '//POI[@category = "museum"]' },
  { name: "position", text: "/Plan/Day/POI[2]" },
  { name: "relevance", text: '//POI[node =~ "quiet museum"]' },
  { name: "threshold", text: '//POI[node =~ "quiet museum" >= 0.5]' },
  { name: "aggregate", text: '/Plan/Day[avg(/POI[node =~ "quiet museum"])]' },
  // Runs that prune: they are gone through once more for the trace.
  { name: "pruned relevance", text: '//POI[node =~ "quiet museum"]', cost: "expensive", limit: 10 },
  { name: "pruned aggregate", text: '/Plan/Day[avg(/POI[node =~ "quiet museum"])]', cost: "expensive", limit: 10 },
];

/** Traced runs against plain ones: in turns, so that what slows the machine down slows both down. */
export async function measure({ effort }) {
  const tree = readXml(itineraryXml(itinerary(SIZE)));
  const records = [];
  for (const workload of WORKLOADS) {
    progress(`  ${SIZE} ${workload.name}`);
    records.push(await measureWorkload(workload, tree, effort));
    globalThis.gc();
  }
  return { records, tables: [tracingTable(records, SIZE)] };
}

async function measureWorkload({ name, text, cost = "cheap", limit }, tree, effort) {
  const { query } = compile(text);
  const scorer = Object.assign(new HashScorer(), { cost });
  const options = { scorer, limit };
  const samples = { plain: [], traced: [], shown: [] };
  const time = async (kind, run) => {
    const before = performance.now();
    await run();
    samples[kind].push(performance.now() - before);
  };
  const plain = () => time("plain", () => query.run(tree, options));
  const traced = () => time("traced", () => query.run(tree, { ...options, trace: true }));
  const shown = () => time("shown", () => show(query, tree, options));
  // Each goes first as often as the other: what one leaves behind, the next one clears away.
  await repeat(effort * 3, async () => {
    await plain();
    await traced();
    await traced();
    await plain();
  });
  await repeat(effort, shown);
  const settled = (kind) => lowerQuartile(samples[kind].slice(Math.floor(samples[kind].length / 3))) * 1e3;
  const ratio = settled("traced") / settled("plain");
  return {
    size: SIZE,
    workload: name,
    text,
    limit: limit ?? null,
    plain: settled("plain"),
    traced: settled("traced"),
    shown: settled("shown"),
    ratio,
  };
}

/** Collections and other programs only ever add time: the ratio of what was disturbed least says most. */
function lowerQuartile(values) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 4)];
}

const FEWEST = 9;

async function repeat(milliseconds, call) {
  const started = performance.now();
  for (let i = 0; i < FEWEST || performance.now() - started < milliseconds; i++) await call();
}

/** A run with all that an editor shows of it at once: figures and causes, the state of every node, and a page of each list. */
async function show(query, tree, options) {
  const view = viewOf(await inspect(query, tree, options));
  const { operators } = await view.overview();
  const page = { from: 0, count: 50 };
  await view.tree();
  await view.results(page);
  for (const { id: operatorId } of operators) {
    await view.dropped({ operatorId, ...page });
    await view.scores({ operatorId, ...page });
  }
}
