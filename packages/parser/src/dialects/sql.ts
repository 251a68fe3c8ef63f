import { conditionOf } from "./condition.js";
import type { Reader } from "./reader.js";
import { nameOf, sliceOf, Untranslated, unwrapped } from "./written.js";

const AGGREGATES = ["count", "sum", "avg", "min", "max"];

/** `SELECT … FROM type WHERE … ORDER BY … LIMIT …`: one table, which is a type of nodes. Several columns are those of the whole nodes. */
export function sql(reader: Reader): readonly string[] {
  reader.expect("select");
  const { aggregate, columns } = columnsOf(reader);
  reader.expect("from");
  const type = nameOf(reader.need("word", "string"));
  const names = new Set([type]);
  reader.takes("as");
  if (!reader.isAt("where", "order", "limit", "offset", ";")) names.add(reader.take("word") ?? type);
  const members = (): readonly string[] | null => columnOf(reader, names);
  const conditions = reader.takes("where") ? `[${unwrapped(conditionOf(reader, members))}]` : "";
  const order = orderOf(reader, members);
  const slice = limitOf(reader);
  reader.takes(";");
  if (!reader.isAtEnd) throw new Untranslated();
  const nodes = `//${type}${conditions}`;
  const ordered = order + slice === "" ? nodes : `(${nodes})${order}${slice}`;
  const column = columns.length === 1 && columns[0] !== "*" ? `/@${nameOf(columns[0]!)}` : "";
  return [aggregate === null ? ordered + column : `${aggregate}(${ordered}${column})`];
}

function columnsOf(reader: Reader): { readonly aggregate: string | null; readonly columns: readonly string[] } {
  const aggregate = AGGREGATES.find((name) => reader.calls(name)) ?? null;
  const columns = [reader.takes("*") ? "*" : columnNameOf(reader)];
  if (aggregate !== null) {
    reader.expect(")");
    if (columns[0] === "*" && aggregate !== "count") throw new Untranslated();
  } else while (reader.takes(",")) columns.push(columnNameOf(reader));
  if (reader.takes("as")) reader.need("word");
  return { aggregate, columns };
}

function columnNameOf(reader: Reader): string {
  const name = reader.need("word", "string");
  if (name.toLowerCase() === "distinct") throw new Untranslated();
  return reader.takes(".") ? reader.need("word") : name;
}

/** `cost`, `POI.cost`. */
function columnOf(reader: Reader, tables: ReadonlySet<string>): readonly string[] | null {
  const name = reader.take("word");
  if (name === null) return null;
  const names = [name];
  while (reader.takes(".")) names.push(reader.need("word"));
  return names.length > 1 && tables.has(name) ? names.slice(1) : names;
}

function orderOf(reader: Reader, members: () => readonly string[] | null): string {
  if (!reader.takes("order")) return "";
  reader.expect("by");
  let order = "";
  do {
    const [name, ...more] = members() ?? [];
    if (name === undefined || more.length > 0) throw new Untranslated();
    const isDescending = !reader.takes("asc") && reader.takes("desc");
    order += `${order === "" ? "" : ", "}@${nameOf(name)}${isDescending ? " descending" : ""}`;
  } while (reader.takes(","));
  return `[order by ${order}]`;
}

function limitOf(reader: Reader): string {
  if (!reader.takes("limit")) return "";
  const count = reader.integer();
  const from = reader.takes("offset") ? reader.integer() : 0;
  return sliceOf(from, from + count);
}
