import { compile, lexicalScorer, readTree } from "@semantic-xpath/runtime";
import { nodeText, SegmentedTree } from "@semantic-xpath/tree";
import MiniSearch from "minisearch";
import { conditions, places, placesData } from "../data/places.mjs";
import { duration, power, times } from "../report/numbers.mjs";
import { progress } from "../report/progress.mjs";

/** A run may ask for as many scores as there are nodes. */
const UNBOUNDED = { maxScorerPairs: Infinity, maxScorerCalls: Infinity, maxMilliseconds: Infinity };

/** The embedded scorer beside a plain inverted BM25 index on the same texts, another condition each time. */
export async function measure({ sizes, effort }) {
  const records = [];
  for (const size of sizes.filter((size) => size <= 1e5)) {
    progress(`  ${size} texts`);
    records.push(...(await measureSize(size, effort)));
    globalThis.gc();
  }
  return { records, tables: [table(records)] };
}

async function measureSize(size, effort) {
  const texts = places(size);
  const tree = readTree(placesData(texts));
  const next = nextOf(conditions());
  const ours = newScorer(tree);
  const theirs = newIndex(texts);
  const measured = [];
  let limit = 10;
  const compare = async (what, ourCall, theirCall, calls) => {
    measured.push({ size, what, ...(await byTurns(ourCall, theirCall, { effort, calls })) });
  };
  await compare(
    "first query",
    () => ours.query("quiet museum garden"),
    () => theirs.search("quiet museum garden"),
    1,
  );
  await compare(
    "a new condition, its scores",
    () => ours.score(next()),
    () => theirs.search(next()),
  );
  const hours = ["in the morning", "before 9 am", "in the afternoon"];
  await compare(
    "and a time of day",
    () => ours.score(`${next()} ${hours[limit++ % hours.length]}`),
    () => theirs.search(next(), { filter: ({ opens }) => opens < 12 }),
  );
  await compare(
    "a new condition, the whole query",
    () => ours.query(next()),
    () => theirs.search(next()).slice(0, 10),
  );
  const cheaper = () => (limit = 10 + ((limit + 7) % 390));
  await compare(
    "and a price",
    () => ours.score(`${next()} under ${cheaper()} dollars`),
    () => theirs.search(next(), { filter: ({ price }) => price < cheaper() }),
  );
  let edited = SegmentedTree.of(tree);
  await compare(
    "an edit, then a query",
    () => {
      edited = edited.setText(size >> 1, `quiet place ${limit++}`);
      return queryOf(edited.toTree())(next());
    },
    () => {
      theirs.replace(size >> 1, `quiet place ${limit++}`);
      return theirs.search(next());
    },
  );
  return measured;
}

const nextOf = (generator) => () => generator.next().value;
const scorer = lexicalScorer();
const { query } = compile("//POI[node =~ $condition]");

const queryOf = (tree) => async (condition) =>
  (await query.run(tree, { scorer, params: { condition }, limit: 10, budget: UNBOUNDED })).ids;

function newScorer(tree) {
  const bound = scorer.forTree(tree);
  const list = { texts: Array.from(tree.postings[tree.typeId("POI")], (node) => nodeText(tree, node)) };
  const numbers = Int32Array.from(list.texts.keys());
  return { score: (condition) => bound.scoreListed(list, numbers, condition, {}), query: queryOf(tree) };
}

/** As its documentation has it, with the text of a place in two fields; made when it is first searched. */
function newIndex(texts) {
  let made;
  const index = () => {
    if (made !== undefined) return made;
    made = new MiniSearch({ fields: ["name", "text"], storeFields: ["price", "opens"] });
    made.addAll(
      texts.map(({ name, text, price, opens }, id) => ({
        ...{ id, name, text },
        ...{ price: Number.parseInt(price, 10), opens: Number.parseInt(opens, 10) },
      })),
    );
    return made;
  };
  return {
    search: (condition, options) => index().search(condition, options),
    replace: (id, text) => index().replace({ id, name: texts[id].name, text, price: 10, opens: 9 }),
  };
}

/** Calls that come before those that count: code that is not warm, an index that is not there yet. */
const WARM = 5;
const FEWEST = 21;

/**
 * The lower quartiles of two calls that are measured in turns, so that whatever else the machine does is in both, in microseconds, by the clock and of
 * processor time, which is of all threads: that of the compiler and of the collector too. `calls`: how many; by default as many as take the effort twice.
 */
async function byTurns(ours, theirs, { effort, calls = Number.POSITIVE_INFINITY }) {
  const samples = { ours: [], theirs: [], oursCpu: [], theirsCpu: [] };
  const before = calls === 1 ? 0 : WARM;
  let spent = 0;
  for (let turn = -before; turn < Math.min(calls, FEWEST) || (turn < calls && spent < 2 * effort); turn++) {
    for (const [name, call] of Object.entries({ ours, theirs })) {
      const [started, used] = [performance.now(), process.cpuUsage()];
      await call();
      const took = performance.now() - started;
      const { user, system } = process.cpuUsage(used);
      if (turn < 0) continue;
      samples[name].push(took * 1e3);
      samples[`${name}Cpu`].push(user + system);
      spent += took;
    }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, times]) => [name, times.sort((a, b) => a - b)[times.length >> 2]]),
  );
}

const table = (records) => ({
  title: "Texts by relevance: the embedded scorer beside an inverted BM25 index",
  columns: ["what", "texts", "ours", "minisearch", "ratio", "ours, CPU", "minisearch, CPU", "ratio, CPU"],
  rows: records.map(({ what, size, ours, theirs, oursCpu, theirsCpu }) => [
    what,
    power(size),
    ...[duration(ours), duration(theirs), times(ours / theirs)],
    ...[duration(oursCpu), duration(theirsCpu), times(oursCpu / theirsCpu)],
  ]),
  notes: [
    "Lower quartiles of calls in turns. A ratio above 1 is slower than minisearch, which looks for the words alone: no stems, no relations, no quantities.",
  ],
});
