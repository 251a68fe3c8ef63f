import { compile, readTree } from "@semantic-xpath/runtime";
import { timeAsync, timeSync } from "../measure/time.mjs";
import { duration, power, times } from "../report/numbers.mjs";
import { progress } from "../report/progress.mjs";

/** Orders, joins and sums of values against plain loops over the same columns. */
export async function measure({ sizes, effort }) {
  const records = [];
  for (const size of sizes) {
    progress(`  ${size} values`);
    const tree = treeOf(size);
    const column = (type, name) => columnOf(tree, type, name);
    const least = () => leastOf(column("X", "n"));
    const cases = [
      ["//X[order by @n], limit 5", "one pass", "//X[order by @n]", { limit: 5 }, least],
      ["(//X)[order by @n][1:5]", "one pass", "(//X)[order by @n][1:5]", {}, least],
      [
        "some $y … $y/@k = @k",
        "sorting both",
        "//X[some $y in root()//Y satisfies $y/@k = @k]",
        { budget: { maxCombinations: size } },
        () => [column("X", "k"), column("Y", "k")].map((texts) => texts.sort()),
      ],
      ["sum(//X/@n)", "one pass", "sum(//X/@n)", {}, () => sumOf(column("X", "n"))],
      ["//D[sum(/X/@n) > 0]", "one pass", "//D[sum(/X/@n) > 0]", {}, () => sumOf(column("X", "n"))],
      ["count by key", "a Map", "(//X)[group by @g]/{ @g, n: count(/X) }", {}, () => countsOf(column("X", "g"))],
      [
        "sum by key",
        "a Map",
        "(//X)[group by @g]/{ @g, total: sum(/X/@n) }",
        {},
        () => sumsOf(column("X", "g"), column("X", "n")),
      ],
      ["groups of pairs", "a Map", "(//X)[group by @k]", {}, () => membersOf(column("X", "k"))],
    ];
    for (const [what, against, text, options, loop] of cases) {
      const { query } = compile(text);
      const ours = await timeAsync(async () => (await query.run(tree, options)).ids.length, effort);
      const plain = timeSync(loop, effort);
      records.push({ size, what, against, ours: ours.steady, first: ours.first, plain: plain.steady });
    }
    globalThis.gc();
  }
  return { records, tables: [table(records)] };
}

/** Half of the nodes are `X`, a quarter `Y`, in groups `D` of 16; numbers and keys are spread. */
function treeOf(size) {
  const days = Math.max(1, Math.round(size / 13));
  let n = 0;
  const spread = (i) => (i * 7919) % 1_000_003;
  return readTree({
    type: "R",
    children: Array.from({ length: days }, () => ({
      type: "D",
      children: Array.from({ length: 12 }, (_, i) => {
        n++;
        return i % 3 === 2
          ? { type: "Y", attributes: { k: `k${spread(n)}` } }
          : { type: "X", attributes: { n: String(spread(n) / 100), k: `k${spread(n + 1)}`, g: `g${spread(n) % 100}` } };
      }),
    })),
  });
}

/** The texts of a column, read as a program would that knows the layout of the tree. */
function columnOf(tree, type, name) {
  const attribute = tree.attributeId(name);
  const { values } = tree.columns[attribute][tree.typeId(type)];
  const texts = new Array(values.length);
  for (let i = 0; i < texts.length; i++) texts[i] = tree.values.get(values[i]);
  return texts;
}

function countsOf(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Array.from(counts, ([key, count]) => ({ key, count }));
}

function sumsOf(keys, texts) {
  const sums = new Map();
  for (let i = 0; i < keys.length; i++) sums.set(keys[i], (sums.get(keys[i]) ?? 0) + Number(texts[i]));
  return Array.from(sums, ([key, sum]) => ({ key, sum }));
}

function membersOf(keys) {
  const groups = new Map();
  for (let i = 0; i < keys.length; i++) {
    const group = groups.get(keys[i]);
    if (group === undefined) groups.set(keys[i], [i]);
    else group.push(i);
  }
  return Array.from(groups, ([key, members]) => ({ key, members }));
}

function leastOf(texts) {
  let least = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const number = Number(text);
    if (number < least) least = number;
  }
  return least;
}

function sumOf(texts) {
  let sum = 0;
  for (const text of texts) sum += Number(text);
  return sum;
}

const table = (records) => ({
  title: "Values: this engine against plain loops",
  columns: ["query", "nodes", "first run", "steady", "against", "plain", "steady / plain"],
  rows: records.map(({ what, size, first, ours, against, plain }) => [
    what,
    power(size),
    duration(first),
    duration(ours),
    against,
    duration(plain),
    times(ours / plain),
  ]),
  notes: ["The first run reads each distinct text once; what it reads as stays with the tree."],
});
