import { PEERS } from "../peers/peers.mjs";
import { duration, power, times } from "../report/numbers.mjs";
import { QUERIES } from "./queries.mjs";

/** Ways of taking our results, and plain loops. */
const OURS = ["ids", "copied", "columns", "matches", "columnar", "visited", "selected", "kept"];

/** The fastest peer that counts right against this engine, and this engine against plain loops. */
export function ratioTable(records, sizes) {
  const rows = eachQuery(records, sizes, (size, query, find) => {
    const fastest = PEERS.map(({ name }) => find(name))
      .filter((record) => record?.steady !== undefined && !record.wrong)
      .sort((a, b) => a.steady - b.steady)[0];
    const [ids, copied, columns, matches, columnar, visited, selected, kept] = OURS.map(find);
    const ahead = (ours) => (fastest === undefined ? "—" : times(fastest.steady / ours.steady));
    return [
      QUERIES[query],
      power(size),
      fastest === undefined ? "—" : `${fastest.engine} ${duration(fastest.steady)}`,
      duration(ids.steady),
      ahead(ids),
      duration(copied.steady),
      ahead(copied),
      duration(columnar.steady),
      times(copied.steady / columnar.steady),
      duration(columns.steady),
      ahead(columns),
      duration(matches.steady),
      ahead(matches),
      duration(visited.steady),
      ahead(visited),
      duration(selected.steady),
      ahead(selected),
      duration(kept.steady),
      ahead(kept),
    ];
  });
  return {
    title: "Structural queries: the fastest peer against this engine",
    columns: [
      "query",
      "nodes",
      "fastest peer",
      "as ids",
      "peer / ids",
      "ids copied",
      "peer / copied",
      "plain loops",
      "copied / loops",
      "run, as columns",
      "peer / columns",
      "as matches",
      "peer / matches",
      "each visited as an object",
      "peer / visited",
      "selected and visited",
      "peer / selected",
      "all kept as objects",
      "peer / kept",
    ],
    rows,
    notes: [
      "Medians in the steady state. `peer / …` says how many times faster this engine is; above 1 it is ahead.",
      "Ids may be a view of the index by type, made when the tree was read; copied, they are a fresh list as a peer's result is.",
    ],
  };
}

/** Every engine, with the reasons for the gaps. */
export function absoluteTable(records, sizes) {
  const reasons = new Set();
  const rows = eachQuery(records, sizes, (size, query, find) => [
    QUERIES[query],
    power(size),
    ...["ids", "copied", "columns", "matches", "visited", "selected", "kept", ...PEERS.map(({ name }) => name)].map(
      (engine) => {
        const record = find(engine);
        if (record?.skipped !== undefined)
          reasons.add(`${engine}, ${QUERIES[query]}, ${power(size)}: ${record.skipped}`);
        return shown(record);
      },
    ),
  ]);
  return {
    title: "Structural queries: every engine, median (first run)",
    columns: [
      "query",
      "nodes",
      "as ids",
      "ids copied",
      "run, as columns",
      "as matches",
      "each visited",
      "selected and visited",
      "all kept",
      ...PEERS.map(({ name }) => name),
    ],
    rows,
    notes: ["`!` marks a wrong number of results. `—` was not run:", ...reasons],
  };
}

function eachQuery(records, sizes, row) {
  return Object.keys(QUERIES).flatMap((query) =>
    sizes.map((size) =>
      row(size, query, (engine) => records.find((r) => r.size === size && r.query === query && r.engine === engine)),
    ),
  );
}

function shown(record) {
  if (record?.steady === undefined) return "—";
  return `${record.wrong ? "!" : ""}${duration(record.steady)} (${duration(record.first)})`;
}
