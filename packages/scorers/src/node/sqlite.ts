import { createRequire } from "node:module";

/** A value of a row: of these storage classes all are used but `real`. */
export type SqliteValue = null | number | string | Uint8Array;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  get(...values: SqliteValue[]): Readonly<Record<string, SqliteValue>> | undefined;
  all(...values: SqliteValue[]): readonly Readonly<Record<string, SqliteValue>>[];
  iterate(...values: SqliteValue[]): Iterable<Readonly<Record<string, SqliteValue>>>;
}

/** The part of `node:sqlite` that is used here. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteOptions {
  /** Opens for reading alone. Default false. */
  readonly readOnly?: boolean;
  /** Milliseconds for which a statement waits while another process writes. Default 10 000. */
  readonly timeout?: number;
}

interface Engine {
  readonly DatabaseSync: new (file: string, options: Record<string, unknown>) => SqliteDatabase;
}

let engine: Engine | null = null;

/**
 * Opens a file with SQLite: `node:sqlite` from Node 22.13 on, else the optional package `@photostructure/sqlite`, which has the same interface.
 * What the file's own schema names is not trusted: functions in it do not run. Throws what the engine throws, and an Error with the code `ERR_NO_SQLITE` where there is none.
 */
export function openSqlite(file: string, { readOnly = false, timeout = 10_000 }: SqliteOptions = {}): SqliteDatabase {
  engine ??= builtIn() ?? installed();
  const database = new engine.DatabaseSync(file, { readOnly, timeout, enableForeignKeyConstraints: false });
  database.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0");
  return database;
}

/** Loading it warns that it is young on Node 22, on each start. */
function builtIn(): Engine | null {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return (process.getBuiltinModule?.("node:sqlite") as Engine | undefined) ?? null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function installed(): Engine {
  try {
    return createRequire(import.meta.url)("@photostructure/sqlite") as Engine;
  } catch (cause) {
    const error = new Error("This Node has no SQLite: use Node 22.13 or newer, or install @photostructure/sqlite", {
      cause,
    });
    throw Object.assign(error, { code: "ERR_NO_SQLITE" });
  }
}

/** The result code of SQLite without its extension, such as 5 for SQLITE_BUSY; null of other errors. */
export function sqliteCode(error: unknown): number | null {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  if (typeof errcode === "number") return errcode & 0xff;
  // Errors of `all` and `iterate` have only their sentence in the package.
  return SENTENCES.find(([sentence]) => String(message).includes(sentence))?.[1] ?? null;
}

/** Sentences of `sqlite3_errstr` for the codes that callers tell apart. */
const SENTENCES: readonly (readonly [string, number])[] = [
  ["database is locked", 5],
  ["database table is locked", 6],
  ["attempt to write a readonly database", 8],
  ["disk I/O error", 10],
  ["database disk image is malformed", 11],
  ["database or disk is full", 13],
  ["unable to open database file", 14],
  ["file is not a database", 26],
];
