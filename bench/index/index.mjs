import { compile, lexicalScorer, readTree } from "@semantic-xpath/runtime";
import { nodeText, SegmentedTree } from "@semantic-xpath/tree";
import Database from "libsql";
import MiniSearch from "minisearch";
import { conditions, places, placesData } from "../data/places.mjs";
import { duration, power, times } from "../report/numbers.mjs";
import { progress } from "../report/progress.mjs";

/** A run may ask for as many scores as there are nodes. */
const UNBOUNDED = { maxScorerPairs: Infinity, maxScorerCalls: Infinity, maxMilliseconds: Infinity };

/** The embedded scorer beside plain inverted BM25 indexes on the same texts, another condition each time. */
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
  const mini = newIndex(texts);
  const fts5 = newTable(texts);
  const measured = [];
  let limit = 10;
  const compare = async (what, calls, count) => {
    measured.push({ size, what, ...(await byTurns(calls, { effort, calls: count })) });
  };
  /** The ten best of a whole query. */
  const ten = (condition) => ({
    ours: () => ours.query(condition()),
    minisearch: () => mini.search(condition()).slice(0, 10),
    fts5: () => fts5.search(condition()),
  });
  const rare = () => {
    limit = (limit * 7919 + 13) % size;
    return texts[limit].name.split(" ")[1];
  };
  const some = newWords(texts);
  await compare(
    "first query",
    ten(() => "quiet museum garden"),
    1,
  );
  await compare(
    "one word, whole query",
    ten(() => some(1)),
  );
  await compare(
    "two words, whole query",
    ten(() => some(2)),
  );
  await compare(
    "26 words, whole query",
    ten(() => some(26)),
  );
  await compare(
    "two rare words, whole query",
    ten(() => `${rare()} ${rare()}`),
  );
  await compare("a new condition, its scores", {
    ours: () => ours.score(next()),
    minisearch: () => mini.search(next()),
  });
  const hours = ["in the morning", "before 9 am", "in the afternoon"];
  await compare("and a time of day, whole query", {
    ours: () => ours.query(`${next()} ${hours[limit++ % hours.length]}`),
    minisearch: () => mini.search(next(), { filter: ({ opens }) => opens < 12 }).slice(0, 10),
  });
  const cheaper = () => (limit = 10 + ((limit + 7) % 390));
  await compare("and a price, whole query", {
    ours: () => ours.query(`${next()} under ${cheaper()} dollars`),
    minisearch() {
      const most = cheaper();
      return mini.search(next(), { filter: ({ price }) => price < most }).slice(0, 10);
    },
  });
  let edited = SegmentedTree.of(tree);
  await compare("an edit, then a query", {
    ours() {
      edited = edited.setText(size >> 1, `quiet place ${limit++}`);
      return queryOf(edited.toTree())(next());
    },
    minisearch() {
      mini.replace(size >> 1, `quiet place ${limit++}`);
      return mini.search(next());
    },
    fts5() {
      fts5.replace(size >> 1, `quiet place ${limit++}`);
      return fts5.search(next());
    },
  });
  fts5.close();
  return measured;
}

/** Gives so many words of the texts, frequent ones more often, and never the same condition twice as long as there are others. */
function newWords(texts) {
  const asked = new Set();
  let place = 0;
  const word = () => {
    place = (place * 31 + 7919) % (texts.length * 9);
    return texts[Math.floor(place / 9)].text.split(" ")[place % 9];
  };
  return (count) => {
    for (let tries = 0; ; tries++) {
      const condition = Array.from({ length: count }, word).join(" ");
      if (asked.has(condition) && tries < 100) continue;
      asked.add(condition);
      return condition;
    }
  };
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

/** SQLite's full text search with Porter's stems, ordered by BM25; the ten best alone. Filled when it is first searched. */
function newTable(texts) {
  let made;
  const table = () => {
    if (made !== undefined) return made;
    const database = new Database(":memory:");
    database.exec("create virtual table place using fts5(name, text, tokenize = 'porter')");
    const insert = database.prepare("insert into place(rowid, name, text) values (?, ?, ?)");
    database.transaction(() => {
      for (const [id, { name, text }] of texts.entries()) insert.run(id + 1, name, text);
    })();
    made = {
      database,
      select: database.prepare("select rowid from place where place match ? order by rank limit 10"),
      update: database.prepare("update place set text = ? where rowid = ?"),
    };
    return made;
  };
  return {
    search: (condition) => table().select.all(condition.split(" ").join(" OR ")),
    replace: (id, text) => table().update.run(text, id + 1),
    close: () => made?.database.close(),
  };
}

/** Calls that come before those that count: code that is not warm, an index that is not there yet. */
const WARM = 5;
const FEWEST = 21;

/**
 * The lower quartiles of calls that are measured in turns, so that whatever else the machine does is in all, in microseconds, by the clock and of
 * processor time, which is of all threads: that of the compiler and of the collector too. `calls`: how many; by default as many as take the effort twice.
 */
async function byTurns(callsOf, { effort, calls = Number.POSITIVE_INFINITY }) {
  const names = Object.keys(callsOf);
  const samples = Object.fromEntries(
    names.flatMap((name) => [
      [name, []],
      [`${name}Cpu`, []],
    ]),
  );
  const before = calls === 1 ? 0 : WARM;
  let spent = 0;
  for (let turn = -before; turn < Math.min(calls, FEWEST) || (turn < calls && spent < 2 * effort); turn++) {
    for (const name of names) {
      const [started, used] = [performance.now(), process.cpuUsage()];
      await callsOf[name]();
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

const against = (ours, other) => (other === undefined ? "–" : times(ours / other));
const table = (records) => ({
  title: "Texts by relevance: the embedded scorer beside inverted BM25 indexes",
  columns: ["what", "texts", "ours", "minisearch", "FTS5", "ours, CPU", "to minisearch, CPU", "to FTS5, CPU"],
  rows: records.map(({ what, size, ours, minisearch, fts5, oursCpu, minisearchCpu, fts5Cpu }) => [
    what,
    power(size),
    ...[duration(ours), duration(minisearch), fts5 === undefined ? "–" : duration(fts5)],
    ...[duration(oursCpu), against(oursCpu, minisearchCpu), against(oursCpu, fts5Cpu)],
  ]),
  notes: [
    "Lower quartiles of calls in turns. A ratio above 1 is slower than the other one, which looks for the words alone: no relations, no quantities; minisearch without stems, FTS5 (libsql) with Porter's, and a limit of ten.",
  ],
});
