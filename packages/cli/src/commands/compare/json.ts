import type { Comparison } from "@semantic-xpath/inspect";

/** The comparison document, one row a line, so that it can be read by eye and by line. */
export function comparisonJson({ rows, ...told }: Comparison): string {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  const members = Object.entries({ ...told }).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${[...members, `  "rows": ${lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`}`].join(",\n")}\n}`;
}
