import { duration, power, times } from "../report/numbers.mjs";

/** A traced run against a plain one of the same query in the same process. */
export function tracingTable(records, size) {
  return {
    title: `Tracing: what watching a run costs at ${power(size)} nodes`,
    columns: ["query", "limit", "plain", "traced", "ratio", "traced and shown"],
    rows: records.map(({ text, limit, plain, traced, ratio, shown }) => [
      text,
      limit === null ? "all" : `${limit}, pruned`,
      duration(plain),
      duration(traced),
      times(ratio),
      duration(shown),
    ]),
    notes: ["Shown: figures and causes, the state of every node, and a page of each list, as an editor asks for them."],
  };
}
