import { power } from "../report/numbers.mjs";

export function memoryTable(records) {
  const bytes = (value) => value.toFixed(0);
  return {
    title: "Memory: bytes per node that a tree holds",
    columns: ["tree", "nodes", "heap", "external", "total"],
    rows: records.map(({ engine, size, heap, external, total }) => [
      engine,
      power(size),
      bytes(heap),
      bytes(external),
      bytes(total),
    ]),
    notes: [
      "After collecting garbage. External memory includes array buffers. libxml2-wasm keeps its trees where Node does not count them.",
    ],
  };
}
