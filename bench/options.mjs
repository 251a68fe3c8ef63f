import { parseArgs } from "node:util";

export const SECTIONS = [
  "structural",
  "semantic",
  "tracing",
  "pruning",
  "values",
  "compile",
  "memory",
  "reading",
  "edit",
  "versions",
  "typing",
  "size",
  "startup",
  "durable",
  "postgres",
  "views",
  "chat",
  "studio",
  "index",
];

/** What the words after `npm run bench --` ask for. */
export function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
    },
  });
  const unknown = values.only.filter((name) => !SECTIONS.includes(name));
  if (unknown.length > 0) throw new Error(`--only is one of ${SECTIONS.join(", ")}, not ${unknown.join(", ")}`);
  const { quick } = values;
  return {
    quick,
    json: values.json ?? null,
    sections: values.only.length === 0 ? SECTIONS : SECTIONS.filter((name) => values.only.includes(name)),
    sizes: quick ? [1e3, 1e4, 1e5] : [1e3, 1e4, 1e5, 1e6],
    /** Milliseconds for the steady state of one figure, after the first run. */
    effort: quick ? 100 : 400,
    /** Milliseconds that the first runs of one peer may take at one size, all queries together. */
    budget: quick ? 4_000 : 15_000,
  };
}
