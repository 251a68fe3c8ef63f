import type { ResultRow, RunOverview } from "@semantic-xpath/inspect";
import type { RecordValue } from "@semantic-xpath/runtime";
import { fieldText, singleText } from "./text.js";

export const ORDERS = { rank: "by rank", document: "in document order", name: "by name" } as const;
export type Order = keyof typeof ORDERS;

/** The results that have all of the words, in another order than that of their ranks. */
export function listed(rows: readonly ResultRow[], text: string, order: Order): readonly ResultRow[] {
  const words = text.toLowerCase().split(/\s+/);
  const matching = rows.filter((row) => {
    const values = [
      ...row.attributes.map(({ value }) => value),
      ...row.keys.map(singleText),
      ...row.gave.map(singleText),
      ...(row.record ?? []).map(fieldText),
      ...(row.group?.members ?? []).map(({ path }) => path),
    ];
    const searched = [row.path, row.text, ...values].join("\n").toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const compare: Readonly<Record<Order, (a: ResultRow, b: ResultRow) => number>> = {
    rank: (a, b) => a.rank - b.rank,
    document: (a, b) => a.node - b.node || a.rank - b.rank,
    name: (a, b) => nameOf(a).localeCompare(nameOf(b)) || a.rank - b.rank,
  };
  return matching.sort(compare[order]);
}

const nameOf = ({ value, attributes, text }: ResultRow): string => value ?? attributes[0]?.value ?? text;

type Columns = Pick<RunOverview, "keys" | "fields">;

/**
 * Results as comma-separated values (RFC 4180). Records have a column for each field. Others have a column for each key of their order, or for their
 * contributions to a value, and for each attribute that one of them has.
 */
export function csvOf(rows: readonly ResultRow[], { keys, fields }: Columns = { keys: [], fields: [] }): string {
  if (fields.length > 0) return linesOf([fields, ...rows.map(({ record }) => (record ?? []).map(cellText))]);
  const hasGiven = rows.some(({ gave }) => gave.length > 0);
  const names = [...new Set(rows.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
  const lines = rows.map((row) => {
    const { rank, weight, path, value, text, attributes } = row;
    const cells = [
      ...keys.map((_, i) => singleText(row.keys[i] ?? null)),
      ...(hasGiven ? [row.gave.join(" "), row.share ?? ""] : []),
    ];
    const fields = new Map(attributes.map((field) => [field.name, field.value]));
    return [rank, weight, ...cells, path, value ?? "", text, ...names.map((name) => fields.get(name) ?? "")];
  });
  const headings = [...keys.map((key) => key.text), ...(hasGiven ? ["gave", "share"] : [])];
  const heads = ["rank", "weight", ...headings, "path", "value", "text", ...names.map((name) => `@${name}`)];
  return linesOf([heads, ...lines]);
}

const linesOf = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");

/** A list in a cell is JSON, as in the command's CSV. */
const cellText = (value: RecordValue): string | number =>
  value === null
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : typeof value === "number"
        ? value
        : String(value);

const cellOf = (cell: string | number): string =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
