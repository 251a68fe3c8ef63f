/** A row of a database by its columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The bytes of a column. Throws an error of the code `ERR_ROW` for anything else: no memory wrote it. */
export function bytesIn(row: StoredRow, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw notMade(column);
  return value;
}

/** The text of a column; throws as `bytesIn` does. */
export function textIn(row: StoredRow, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw notMade(column);
  return value;
}

/** The error for a row that no memory wrote. */
export const notMade = (what: string): Error =>
  Object.assign(new Error(`its ${what} is not what a memory writes`), { code: "ERR_ROW" });
