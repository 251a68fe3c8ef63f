import { duration, times } from "../report/numbers.mjs";
import { PAPER_QUERIES } from "./paperQueries.mjs";

export function compileTable(records) {
  const of = (compiler, query) =>
    records.find((record) => record.compiler === compiler && record.query === query).microseconds;
  const row = (label, at) => [
    label,
    duration(at("parse")),
    duration(at("check + plan")),
    duration(at("compile")),
    duration(at("libxml2-wasm")),
    times(at("libxml2-wasm") / at("compile")),
    duration(at("fontoxpath")),
    times(at("fontoxpath") / at("compile")),
  ];
  const mean = (compiler) => {
    const own = records.filter((record) => record.compiler === compiler);
    return own.reduce((sum, { microseconds }) => sum + microseconds, 0) / own.length;
  };
  return {
    title: "Compiling the paper's queries, median of texts never seen before",
    columns: [
      "query",
      "parse",
      "check + plan",
      "compile",
      "libxml2-wasm",
      "libxml2 / ours",
      "fontoxpath",
      "fontoxpath / ours",
    ],
    rows: [
      ...PAPER_QUERIES.map(({ text }) => row(text.length > 60 ? `${text.slice(0, 59)}…` : text, (c) => of(c, text))),
      row("mean", mean),
    ],
    notes: [
      "Peers compile an XPath query of the same shape; fontoxpath's figure includes a run over one node.",
      "`libxml2 / ours` and `fontoxpath / ours` above 1: this engine is faster.",
    ],
  };
}
