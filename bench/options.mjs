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

export const USAGE = `npm run bench -- [--quick] [--only SECTION]... [--json FILE]

  --quick   smaller sizes and shorter measurements
  --only    ${SECTIONS.join(", ")}
  --json    writes the records to a file, with the machine they were measured on
`;

/** Options in the words after `npm run bench --`. Throws an Error for words that are not among them. */
export function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const unknown = values.only.filter((name) => !SECTIONS.includes(name));
  if (unknown.length > 0) throw new Error(`--only is one of ${SECTIONS.join(", ")}, not ${unknown.join(", ")}`);
  const { quick } = values;
  return {
    quick,
    help: values.help,
    json: values.json ?? null,
    sections: values.only.length === 0 ? SECTIONS : SECTIONS.filter((name) => values.only.includes(name)),
    sizes: quick ? [1e3, 1e4, 1e5] : [1e3, 1e4, 1e5, 1e6],
    /** Milliseconds for the steady state of one figure, after the first run. */
    effort: quick ? 100 : 400,
    /** Milliseconds that the first runs of one peer may take at one size, all queries together. */
    budget: quick ? 4_000 : 15_000,
  };
}
