import { count, digits, duration, times } from "../report/numbers.mjs";

export function readingTable(records) {
  return {
    title: "Reading: a text to a tree",
    columns: ["format", "MB", "nodes", "tree", "the library alone", "ratio", "MB/s", "library"],
    rows: records.map(({ format, peer, characters, nodes, own, alone }) => [
      format,
      digits(characters / 1e6),
      count(nodes),
      duration(own),
      duration(alone),
      times(own / alone),
      digits(characters / own),
      peer,
    ]),
    notes: ["The library alone: its events without listeners, or its own document."],
  };
}
