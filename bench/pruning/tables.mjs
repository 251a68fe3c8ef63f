import { count, power, times } from "../report/numbers.mjs";

export function pruningTable(records) {
  const rows = records.map(({ size, query, distribution, pairs, calls, minimum, full, agrees }) => [
    query.length > 60 ? `${query.slice(0, 59)}…` : query,
    power(size),
    distribution,
    count(Math.round(full)),
    count(Math.round(pairs)),
    times(full / pairs),
    count(Math.round(minimum)),
    times(pairs / minimum),
    count(Math.round(calls)),
    agrees ? "yes" : "NO",
  ]);
  return {
    title: "Pruning: pairs that an expensive scorer is asked for, limit 5",
    columns: ["query", "nodes", "scores", "all", "asked", "saved", "least", "asked / least", "calls", "same result"],
    rows,
    notes: [
      "`all` is full evaluation; `least` is minimal probing, one pair at a time, simulated on the same scores. Means over seeds.",
    ],
  };
}
