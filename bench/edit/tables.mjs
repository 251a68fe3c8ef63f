import { count, duration, power, times } from "../report/numbers.mjs";

export function editTable(records) {
  const anew = new Map(records.filter(({ anew }) => anew).map(({ size, steady }) => [size, steady]));
  return {
    title: "Edits: a new version of a tree",
    columns: ["edit", "nodes", "nodes copied", "time", "anew / this"],
    rows: records.map(({ size, edit, copied, steady }) => [
      edit,
      power(size),
      count(copied),
      duration(steady),
      times(anew.get(size) / steady),
    ]),
    notes: [
      "Laid out: the flat columns of the new version, which its first query needs. Anew: every node goes through a builder again.",
    ],
  };
}
