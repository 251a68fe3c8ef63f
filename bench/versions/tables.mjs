import { count, digits, duration, power, times } from "../report/numbers.mjs";

/** Microseconds: what the task of this store is to stay under. */
const MARKS = [
  ["commit of a change of one node", "commit", 10e3],
  ["open the store", "open", 50e3],
  ["make a branch", "branch", 5e3],
  ["merge a branch", "merge", 32e3],
  ["first read of an old version: ten nodes", "first", 39e3],
];

export const marksTable = (records) => ({
  title: `Versions: ${power(records.size)} nodes, ${power(records.versions)} versions`,
  columns: ["what", "time", "mark", "mark / time"],
  rows: [
    ...MARKS.map(([what, name, mark]) => [what, duration(records[name]), duration(mark), times(mark / records[name])]),
    ["create the task", duration(records.created), "", ""],
  ],
  notes: ["Medians, on the disk of temporary files. A commit is on the disk when it is back."],
});

export function readingTable({ readings }) {
  const newest = new Map(readings.filter(({ kind }) => kind === "newest").map(({ query, steady }) => [query, steady]));
  return {
    title: "Versions: queries at an old version and at the newest",
    columns: ["query", "old", "newest", "old / newest"],
    rows: readings
      .filter(({ kind }) => kind === "old")
      .map(({ query, steady }) => [
        query,
        duration(steady),
        duration(newest.get(query)),
        times(steady / newest.get(query)),
      ]),
    notes: [
      "Of the whole tree the first read, from the disk to the columns; the newest one is read after the old one and shares most with it.",
    ],
  };
}

export const diffTable = ({ diffs }) => ({
  title: "Versions: what differs",
  columns: ["versions apart", "changes", "first", "again"],
  rows: diffs.map(({ apart, changes, first, again }) => [
    count(apart),
    count(changes),
    duration(first),
    duration(again),
  ]),
});

export function durableTable({ durable }) {
  const plain = durable.find(({ engine }) => engine.startsWith("SQLite")).steady;
  return {
    title: "Versions: one small change, on the disk",
    columns: ["what", "time", "/ SQLite"],
    rows: durable.map(({ engine, steady }) => [engine, duration(steady), times(steady / plain)]),
  };
}

export const diskTable = ({ disk, size }) => ({
  title: "Versions: bytes on the disk",
  columns: ["what", "bytes"],
  rows: [
    ["first version, a node", digits(disk.whole / size)],
    ["each further version", count(Math.round(disk.perVersion))],
    ["the change itself, as JSON", count(Math.round(disk.perChange))],
  ],
});
