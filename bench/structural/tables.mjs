import { PEERS } from "../peers/peers.mjs";
import { duration, power, times } from "../report/numbers.mjs";
import { QUERIES } from "./queries.mjs";

/** The fastest peer that counts right against this engine, and this engine against plain loops. */
export function ratioTable(records, sizes) {
  const rows = eachQuery(records, sizes, (size, query, find) => {
    const fastest = PEERS.map(({ name }) => find(name))
      .filter((record) => record?.steady !== undefined && !record.wrong)
      .sort((a, b) => a.steady - b.steady)[0];
    const [ids, matches, columnar] = [find("ids"), find("matches"), find("columnar")];
    return [
      QUERIES[query],
      power(size),
      fastest === undefined ? "—" : `${fastest.engine} ${duration(fastest.steady)}`,
      shown(ids),
      fastest === undefined ? "—" : times(fastest.steady / ids.steady),
      shown(columnar),
      times(ids.steady / columnar.steady),
      shown(matches),
      fastest === undefined ? "—" : times(fastest.steady / matches.steady),
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
      "plain loops",
      "ids / loops",
      "as matches",
      "peer / matches",
    ],
    rows,
    notes: ["Medians in the steady state. `peer / …` says how many times faster this engine is; above 1 it is ahead."],
  };
}

/** Every engine, with the reasons for the gaps. */
export function absoluteTable(records, sizes) {
  const reasons = new Set();
  const rows = eachQuery(records, sizes, (size, query, find) => [
    QUERIES[query],
    power(size),
    ...["ids", "matches", ...PEERS.map(({ name }) => name)].map((engine) => {
      const record = find(engine);
      if (record?.skipped !== undefined) reasons.add(`${engine}, ${QUERIES[query]}, ${power(size)}: ${record.skipped}`);
      return shown(record);
    }),
  ]);
  return {
    title: "Structural queries: every engine, median (first run)",
    columns: ["query", "nodes", "as ids", "as matches", ...PEERS.map(({ name }) => name)],
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
