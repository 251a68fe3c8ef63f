import { type Conditions, conditionOf, type ReadMembers } from "./condition.js";
import type { Reader } from "./reader.js";
import { nameOf, sliceOf, Untranslated } from "./written.js";

const CONDITIONS = { absence: "unknown", truth: "true" } satisfies Omit<Conditions, "members">;

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

/** A column of the table, or a function of columns. */
interface Operand {
  readonly of: string | Expression;
  readonly aggregate: string | null;
  /** The name of a function of its value, as SQL has it. */
  readonly call: string | null;
  readonly isDistinct: boolean;
}

/** Arithmetic: operands, and between them signs, numbers and parentheses as this language has them. */
type Expression = readonly (string | Operand)[];

/** A column of the result. */
interface Column {
  readonly value: Expression;
  readonly alias: string | null;
}

/** The operand of a column without arithmetic. */
const plain = ({ value }: Column): Operand | null =>
  value.length === 1 && typeof value[0] !== "string" ? value[0]! : null;

const everyOperand = (value: Expression): readonly Operand[] => value.filter((part) => typeof part !== "string");

/** The name of an operand in the table, which arithmetic in a function lacks. */
const nameIn = ({ of }: Operand): string => (typeof of === "string" ? of : refuse());

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
  const condition = reader.takes("where") ? `[${conditionOf(reader, { ...CONDITIONS, members: read }).holds}]` : "";
  const nodes = `//${table.type}${condition}`;
  const keys = keysOf(reader, read);
  const isGrouped = keys !== null || (isDistinct && columns.length > 1);
  const named = keys ?? (isGrouped ? columns.map((column) => nameIn(plain(column) ?? refuse())) : []);
  const columnValue = ({ value }: Column): string =>
    textOfExpression(value, (operand) => (isGrouped ? valueInGroup(operand, table, named) : valueOfRow(operand)));
  const having = keys !== null && reader.takes("having") ? havingOf(reader, columns, named, table) : "";
  const order = orderOf(reader, columns, isGrouped, table, named);
  const slice = limitOf(reader);
  reader.takes(";");
  if (!reader.isAtEnd) throw new Untranslated();
  const [only] = columns.length === 1 ? columns : [];
  const operands = columns.flatMap(({ value }) => everyOperand(value));
  if (!isGrouped && operands.some(({ aggregate }) => aggregate !== null)) {
    if (order + slice !== "" && only === undefined) throw new Untranslated();
    const listed = order + slice === "" ? nodes : `(${nodes})${order}${slice}`;
    const totals = columns.map(({ value }) => textOfExpression(value, (operand) => totalOf(operand, listed)));
    return [only === undefined ? `/*/${record(columns, totals)}` : totals[0]!];
  }
  const groups = isGrouped ? `(${nodes})[group by ${named.map((key) => `@${nameOf(key)}`).join(", ")}]${having}` : "";
  const listed = isGrouped ? groups + order + slice : order + slice === "" ? nodes : `(${nodes})${order}${slice}`;
  const operand = only === undefined ? null : plain(only);
  if (isDistinct && columns.some((column) => plain(column)?.call !== null)) {
    if (only === undefined || isGrouped || order + slice !== "") throw new Untranslated();
    return [`distinct-values(${nodes}/(${columnValue(only)}))`];
  }
  if (only !== undefined && only.alias === null && operand === null) return [`${listed}/(${columnValue(only)})`];
  if (only?.alias === null && operand?.aggregate === null && operand.call === null) {
    const name = nameIn(operand);
    if (name === "*") return isDistinct || isGrouped ? refuse() : [listed];
    const column = `${listed}/@${nameOf(name)}`;
    if (isGrouped && !named.includes(name)) throw new Untranslated();
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
  const value = sumOf(reader);
  const [first] = value;
  const isAll = value.length === 1 && typeof first !== "string" && first?.of === "*" && first.aggregate === null;
  const hasAlias = reader.takes("as") || (!isAll && !reader.isAt("from", ","));
  return { value, alias: hasAlias ? reader.need("word", "string") : null };
}

/** Operators of both languages bind alike. */
function sumOf(reader: Reader): Expression {
  const sum = [...productOf(reader)];
  for (;;) {
    if (reader.takes("+")) sum.push(" + ", ...productOf(reader));
    else if (reader.takes("-")) sum.push(" - ", ...productOf(reader));
    // `a -1`
    else if (reader.next?.startsWith("-") && reader.isAtNumber) sum.push(` - ${reader.need("number").slice(1)}`);
    else return sum;
  }
}

function productOf(reader: Reader): Expression {
  const product = [...factorOf(reader)];
  for (;;) {
    const sign = PRODUCT_SIGNS.find(([image]) => reader.takes(image))?.[1];
    if (sign === undefined) return product;
    product.push(` ${sign} `, ...factorOf(reader));
  }
}

const PRODUCT_SIGNS = [
  ["*", "*"],
  ["/", "div"],
  ["%", "mod"],
] as const;

function factorOf(reader: Reader): Expression {
  const number = reader.take("number");
  if (number !== null) return [number];
  if (!reader.takes("(")) return [operandOf(reader)];
  const inside = sumOf(reader);
  reader.expect(")");
  return ["(", ...inside, ")"];
}

function operandOf(reader: Reader): Operand {
  const aggregate = AGGREGATES.find((name) => reader.calls(name)) ?? null;
  const call = aggregate === null ? (Object.keys(FUNCTIONS).find((name) => reader.calls(name)) ?? null) : null;
  const isDistinct = aggregate !== null && reader.takes("distinct");
  const argument =
    call === null && reader.takes("*")
      ? "*"
      : aggregate === null && call === null
        ? columnNameOf(reader)
        : argumentOf(reader);
  if (aggregate !== null || call !== null) reader.expect(")");
  if (argument === "*" && aggregate !== null && (aggregate !== "count" || isDistinct)) throw new Untranslated();
  return { of: argument, aggregate, call, isDistinct };
}

/** The argument of a function: a column, or arithmetic without further functions. */
function argumentOf(reader: Reader): string | Expression {
  const value = sumOf(reader);
  const [first] = value;
  if (everyOperand(value).some(({ of, aggregate, call }) => of === "*" || aggregate !== null || call !== null))
    throw new Untranslated();
  return value.length === 1 && typeof first !== "string" ? first!.of : value;
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

/** Arithmetic in this language, given the value of each operand. */
const textOfExpression = (value: Expression, read: (operand: Operand) => string): string =>
  value.map((part) => (typeof part === "string" ? part : read(part))).join("");

/** The value of a row that an operand reads, without its function. */
const readOf = ({ of }: Operand): string =>
  typeof of !== "string" ? textOfExpression(of, readOf) : of === "*" ? refuse() : `@${nameOf(of)}`;

const valueOfRow = (operand: Operand): string => called(operand, readOf(operand));

const called = ({ call }: Operand, value: string): string => (call === null ? value : `${FUNCTIONS[call]!}(${value})`);

/** A key of a group, or an aggregate of its members. */
function valueInGroup(operand: Operand, { type }: Table, keys: readonly string[]): string {
  if (operand.aggregate !== null) return totalOf(operand, `/${type}`);
  return keys.includes(nameIn(operand)) ? called(operand, readOf(operand)) : refuse();
}

function totalOf(operand: Operand, nodes: string): string {
  const { of, aggregate, isDistinct } = operand;
  if (aggregate === null) throw new Untranslated();
  const read = of === "*" ? "" : readOf(operand);
  const values = of === "*" ? nodes : `${nodes}/${typeof of === "string" ? read : `(${read})`}`;
  return `${aggregate}(${isDistinct ? `distinct-values(${values})` : values})`;
}

/** Fields by the names of the columns; an attribute names itself, and arithmetic needs an alias. */
function record(columns: readonly Column[], values: readonly string[]): string {
  const fields = columns.map((column, i) => {
    const name = column.alias ?? nameOfOperand(plain(column) ?? refuse());
    return name === null ? values[i]! : `${nameOf(name)}: ${values[i]!}`;
  });
  return `{ ${fields.join(", ")} }`;
}

function nameOfOperand({ of, aggregate, call }: Operand): string | null {
  if (aggregate === null) return call;
  return of === "*" || typeof of !== "string" ? aggregate : `${aggregate}_${of}`;
}

/** A column by its alias, its place from 1, or what it is. */
function resultColumn(reader: Reader, columns: readonly Column[]): Column | null {
  if (reader.isAtNumber) return columns[reader.integer() - 1] ?? refuse();
  if (AGGREGATES.some((name) => reader.isAtCall(name))) return { value: [operandOf(reader)], alias: null };
  return columns.find(({ alias }) => alias !== null && reader.takes(alias)) ?? null;
}

function havingOf(reader: Reader, columns: readonly Column[], keys: readonly string[], table: Table): string {
  const members: ReadMembers = () => {
    const column = resultColumn(reader, columns);
    if (column === null) return membersOf(reader, table.names);
    return { computed: textOfExpression(column.value, (operand) => valueInGroup(operand, table, keys)) };
  };
  return `[${conditionOf(reader, { ...CONDITIONS, members }).holds}]`;
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
    const ordered = column?.value ?? [{ of: name!, aggregate: null, call: null, isDistinct: false }];
    const value = textOfExpression(ordered, (operand) =>
      isGrouped ? valueInGroup(operand, table, keys) : valueOfRow(operand),
    );
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
