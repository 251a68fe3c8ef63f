import { conditionOf } from "./condition.js";
import type { Reader } from "./reader.js";
import { nameOf, sliceOf, Untranslated, unwrapped } from "./written.js";

const AGGREGATES = ["count", "sum", "avg", "min", "max"];

/** Functions of one value, in both languages. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  upper: "upper-case",
  lower: "lower-case",
  length: "string-length",
  trim: "normalize-space",
  abs: "abs",
  round: "round",
  floor: "floor",
  ceiling: "ceiling",
  ceil: "ceiling",
};

/** A column of the result: a column of the table, or an aggregate of one; `name` is what the result calls it. */
interface Column {
  readonly of: string;
  readonly aggregate: string | null;
  /** The name of a function of its value, as SQL has it. */
  readonly call: string | null;
  readonly isDistinct: boolean;
  readonly alias: string | null;
}

/** Source of the columns of a query. */
interface Table {
  readonly type: string;
  readonly names: ReadonlySet<string>;
}

/**
 * `SELECT … FROM type WHERE … GROUP BY … HAVING … ORDER BY … LIMIT …`: one table, which is a type of nodes. Several columns are a record; what is
 * grouped are groups by key.
 */
export function sql(reader: Reader): readonly string[] {
  reader.expect("select");
  const isDistinct = reader.takes("distinct");
  const columns = [columnOf(reader)];
  while (reader.takes(",")) columns.push(columnOf(reader));
  reader.expect("from");
  const table = tableOf(reader);
  const read = (): readonly string[] | null => membersOf(reader, table.names);
  const condition = reader.takes("where") ? `[${unwrapped(conditionOf(reader, read))}]` : "";
  const nodes = `//${table.type}${condition}`;
  const keys = keysOf(reader, read);
  const isGrouped = keys !== null || (isDistinct && columns.length > 1);
  const named = keys ?? (isGrouped ? columns.map(({ of }) => of) : []);
  const columnValue = (column: Column): string => (isGrouped ? valueInGroup(column, table, named) : valueOfRow(column));
  const having = keys !== null && reader.takes("having") ? havingOf(reader, columns, named, table) : "";
  const order = orderOf(reader, columns, isGrouped, table, named);
  const slice = limitOf(reader);
  reader.takes(";");
  if (!reader.isAtEnd) throw new Untranslated();
  const [only] = columns.length === 1 ? columns : [];
  if (!isGrouped && columns.some(({ aggregate }) => aggregate !== null)) {
    if (order + slice !== "" && only === undefined) throw new Untranslated();
    const listed = order + slice === "" ? nodes : `(${nodes})${order}${slice}`;
    const totals = columns.map((column) => totalOf(column, listed));
    return [only === undefined ? `/*/${record(columns, totals)}` : totals[0]!];
  }
  const groups = isGrouped ? `(${nodes})[group by ${named.map((key) => `@${nameOf(key)}`).join(", ")}]${having}` : "";
  const listed = isGrouped ? groups + order + slice : order + slice === "" ? nodes : `(${nodes})${order}${slice}`;
  if (isDistinct && columns.some(({ call }) => call !== null)) {
    if (only === undefined || isGrouped || order + slice !== "") throw new Untranslated();
    return [`distinct-values(${nodes}/(${columnValue(only)}))`];
  }
  if (only !== undefined && only.alias === null && only.aggregate === null && only.call === null) {
    if (only.of === "*") return isDistinct || isGrouped ? refuse() : [listed];
    const column = `${listed}/@${nameOf(only.of)}`;
    if (isGrouped && !named.includes(only.of)) throw new Untranslated();
    return [isDistinct && !isGrouped ? `distinct-values(${column})` : column];
  }
  return [`${listed}/${record(columns, columns.map(columnValue))}`];
}

function refuse(): never {
  throw new Untranslated();
}

const JOINS = ["join", "inner", "left", "right", "full", "cross", "natural", ","];

function tableOf(reader: Reader): Table {
  const type = nameOf(reader.need("word", "string"));
  const names = new Set([type]);
  reader.takes("as");
  if (reader.isAt(...JOINS)) throw new Untranslated();
  if (!reader.isAt("where", "group", "order", "limit", "offset", ";")) names.add(reader.take("word") ?? type);
  return { type, names };
}

function columnOf(reader: Reader): Column {
  const aggregate = AGGREGATES.find((name) => reader.calls(name)) ?? null;
  const call = aggregate === null ? (Object.keys(FUNCTIONS).find((name) => reader.calls(name)) ?? null) : null;
  const isDistinct = aggregate !== null && reader.takes("distinct");
  const columnName = call === null && reader.takes("*") ? "*" : columnNameOf(reader);
  if (aggregate !== null || call !== null) reader.expect(")");
  if (columnName === "*" && aggregate !== null && (aggregate !== "count" || isDistinct)) throw new Untranslated();
  const hasAlias = reader.takes("as") || ((aggregate !== null || columnName !== "*") && !reader.isAt("from", ","));
  return { of: columnName, aggregate, call, isDistinct, alias: hasAlias ? reader.need("word", "string") : null };
}

function columnNameOf(reader: Reader): string {
  const name = reader.need("word", "string");
  return reader.takes(".") ? reader.need("word") : name;
}

/** `cost`, `POI.cost`. */
function membersOf(reader: Reader, tables: ReadonlySet<string>): readonly string[] | null {
  const name = reader.take("word");
  if (name === null) return null;
  const names = [name];
  while (reader.takes(".")) names.push(reader.need("word"));
  return names.length > 1 && tables.has(name) ? names.slice(1) : names;
}

function keysOf(reader: Reader, read: () => readonly string[] | null): readonly string[] | null {
  if (!reader.takes("group")) return null;
  reader.expect("by");
  const keys: string[] = [];
  do {
    const [name, ...more] = read() ?? [];
    if (name === undefined || more.length > 0) throw new Untranslated();
    keys.push(name);
  } while (reader.takes(","));
  return keys;
}

const valueOfRow = (column: Column): string => (column.of === "*" ? refuse() : called(column, `@${nameOf(column.of)}`));

const called = ({ call }: Column, value: string): string => (call === null ? value : `${FUNCTIONS[call]!}(${value})`);

/** A key of a group, or an aggregate of its members. */
function valueInGroup(column: Column, { type }: Table, keys: readonly string[]): string {
  if (column.aggregate !== null) return totalOf(column, `/${type}`);
  return keys.includes(column.of) ? called(column, `@${nameOf(column.of)}`) : refuse();
}

function totalOf({ of, aggregate, isDistinct }: Column, nodes: string): string {
  if (aggregate === null) throw new Untranslated();
  const values = of === "*" ? nodes : `${nodes}/@${nameOf(of)}`;
  return `${aggregate}(${isDistinct ? `distinct-values(${values})` : values})`;
}

/** Fields by the names of the columns; an attribute names itself. */
function record(columns: readonly Column[], values: readonly string[]): string {
  const fields = columns.map(({ of, aggregate, call, alias }, i) => {
    const name = alias ?? (aggregate === null ? call : of === "*" ? aggregate : `${aggregate}_${of}`);
    return name === null ? values[i]! : `${nameOf(name)}: ${values[i]!}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** A column by its alias, its place from 1, or what it is. */
function resultColumn(reader: Reader, columns: readonly Column[]): Column | null {
  if (reader.isAtNumber) return columns[reader.integer() - 1] ?? refuse();
  const aggregate = AGGREGATES.find((name) => reader.calls(name));
  if (aggregate === undefined) return columns.find(({ alias }) => alias !== null && reader.takes(alias)) ?? null;
  const isDistinct = reader.takes("distinct");
  const columnName = reader.takes("*") ? "*" : columnNameOf(reader);
  reader.expect(")");
  return { of: columnName, aggregate, call: null, isDistinct, alias: null };
}

function havingOf(reader: Reader, columns: readonly Column[], keys: readonly string[], table: Table): string {
  const condition = conditionOf(reader, () => {
    const column = resultColumn(reader, columns);
    return column === null ? membersOf(reader, table.names) : { computed: valueInGroup(column, table, keys) };
  });
  return `[${unwrapped(condition)}]`;
}

function orderOf(
  reader: Reader,
  columns: readonly Column[],
  isGrouped: boolean,
  table: Table,
  keys: readonly string[],
): string {
  if (!reader.takes("order")) return "";
  reader.expect("by");
  const orders: string[] = [];
  do {
    const column = resultColumn(reader, columns);
    const [name, ...more] = column === null ? (membersOf(reader, table.names) ?? []) : [];
    if (column === null && (name === undefined || more.length > 0)) throw new Untranslated();
    const valueColumn = column ?? { of: name!, aggregate: null, call: null, isDistinct: false, alias: null };
    const value = isGrouped ? valueInGroup(valueColumn, table, keys) : valueOfRow(valueColumn);
    const isDescending = !reader.takes("asc") && reader.takes("desc");
    orders.push(`${value}${isDescending ? " descending" : ""}`);
  } while (reader.takes(","));
  return `[order by ${orders.join(", ")}]`;
}

function limitOf(reader: Reader): string {
  let count: number | null = null;
  let from = 0;
  for (;;) {
    if (count === null && reader.takes("limit")) count = reader.integer();
    else if (from === 0 && reader.takes("offset")) from = reader.integer();
    else return count === null && from === 0 ? "" : sliceOf(from, count === null ? null : from + count);
  }
}
