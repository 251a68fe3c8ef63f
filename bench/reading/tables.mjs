import { count, digits, duration, times } from "../report/numbers.mjs";

export function readingTable(records, peaks) {
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
    notes: [
      "The library alone: its events without listeners, or its own document.",
      ...peaks.map(
        ({ format, nodes, perNode }) =>
          `Peak memory for ${count(nodes)} nodes of ${format}, above the bytes of the file: ${digits(perNode)} bytes a node.`,
      ),
    ],
  };
}
