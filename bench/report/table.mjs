/** Prints `{ title, columns, rows, notes }` as a Markdown table, columns padded so that it reads as plain text, too. */
export function printTable({ title, columns, rows, notes = [] }) {
  const widths = columns.map((column, i) => Math.max(...[column, ...rows.map((row) => row[i])].map(width)));
  const line = (cells) => `| ${cells.map((cell, i) => pad(cell, widths[i], i)).join(" | ")} |`;
  const rule = `|${widths.map((size, i) => (i === 0 ? "-".repeat(size + 2) : `${"-".repeat(size + 1)}:`)).join("|")}|`;
  const lines = [`## ${title}`, "", line(columns), rule, ...rows.map(line)];
  if (notes.length > 0) lines.push("", ...notes.map((note) => `- ${note}`));
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

const width = (cell) => [...cell].length;

const pad = (cell, size, column) => {
  const space = " ".repeat(size - width(cell));
  return column === 0 ? cell + space : space + cell;
};
