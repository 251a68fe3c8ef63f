import { count, duration, power, times } from "../report/numbers.mjs";

/** Own time per score, and how it grows from size to size: ×1 is linear. */
export function semanticTable(records, sizes) {
  const rows = records
    .filter(({ size }) => size === sizes[0])
    .flatMap(({ workload, limit }) => {
      const series = records.filter((record) => record.workload === workload && record.limit === limit);
      return series.map((record, i) => [
        record.text.length > 48 ? `${record.text.slice(0, 47)}…` : record.text,
        limit === null ? "all" : String(limit),
        power(record.size),
        count(record.scored),
        duration(record.firstPerScore),
        duration(record.steadyPerScore),
        i === 0 ? "—" : times(record.steadyPerScore / series[i - 1].steadyPerScore),
        duration(record.scorerPerScore),
      ]);
    });
  return {
    title: "Graded queries: own time per score",
    columns: ["query", "limit", "nodes", "scores", "first run", "steady", "growth", "scorer (left out)"],
    rows,
    notes: ["Growth is the steady time per score against that at the size before: ×1 is linear."],
  };
}
