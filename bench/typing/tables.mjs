import { count, duration, times } from "../report/numbers.mjs";

export function typingTable(records) {
  const json = new Map(
    records.filter(({ server }) => server === "json-ls").map(({ lines, feature, cpu }) => [`${lines} ${feature}`, cpu]),
  );
  return {
    title: "A key in the middle of a file: processor time from the edit to the answer",
    columns: ["lines", "UTF-16 units", "service", "answer", "time", "this / json-ls"],
    rows: records.map(({ lines, units, server, feature, cpu }) => [
      count(lines),
      count(units),
      server,
      feature,
      duration(cpu),
      times(cpu / json.get(`${lines} ${feature}`)),
    ]),
    notes: [
      "sxp: this language service over a module of declared queries, with its schema. json-ls, css-ls: vscode-json-languageservice with a schema, vscode-css-languageservice. All in this process, without a protocol between.",
    ],
  };
}
