import { lstatSync, statSync, watch as watchFolder } from "node:fs";
import { basename, dirname } from "node:path";
import { DERIVED_TABLE, type SqliteDatabase, type SqliteValue } from "@semantic-xpath/scorers/node";
import { memoryError } from "../memoryError.js";
import { translated } from "./sqliteErrors.js";

/** The format of the file, its `user_version`; 0 and 1 were folders of files, which no version can be made of. */
export const FORMAT = 2;
/** "SXPm", the `application_id`. */
export const APPLICATION = 0x5358506d;
/** Milliseconds between looks where the file system does not tell of changes. */
const POLL = 1000;

/** The whole schema of the file. A file with any other table, index, view or trigger is refused. */
export const TABLES: Readonly<Record<string, string>> = {
  head: `CREATE TABLE head(id INTEGER PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, generation INTEGER NOT NULL, sequence INTEGER NOT NULL, chain BLOB NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  event: `CREATE TABLE event(sequence INTEGER PRIMARY KEY, mark BLOB NOT NULL, record BLOB NOT NULL, chain BLOB NOT NULL) STRICT`,
  chunk: `CREATE TABLE chunk(hash BLOB PRIMARY KEY NOT NULL, kind TEXT NOT NULL, bytes BLOB NOT NULL) STRICT`,
  derived: DERIVED_TABLE,
};

/** Tests that a log beside the file has pages: a connection that may write checkpoints them when it is closed. */
export const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Checks the file, and the files that SQLite puts beside it: anything else in their place may lead anywhere. Returns the size of the file; null
 * without a file.
 */
export function checkFiles(file: string): number | null {
  let size: number | null = null;
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    let status: ReturnType<typeof statSync>;
    try {
      status = lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      throw memoryError("SXP5001", { where: file, reason: `it can't be read (${(error as Error).message})` });
    }
    if (status === undefined) continue;
    if (!status.isFile()) {
      const kind = status.isSymbolicLink() ? "a symbolic link" : status.isDirectory() ? "a folder" : "a special file";
      throw memoryError("SXP5007", { name: basename(path), kind });
    }
    if (path === file) size = Number(status.size);
  }
  return size;
}

export function checkSchema(file: string, database: SqliteDatabase): void {
  const number = (pragma: string): SqliteValue =>
    Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0] ?? 0;
  const objects = database.prepare("select name, sql from sqlite_schema where sql is not null").all();
  if (objects.length === 0)
    throw memoryError("SXP5001", { where: file, reason: "it holds no memory, or its making was interrupted" });
  if (number("application_id") !== APPLICATION)
    throw memoryError("SXP5001", { where: file, reason: "it is a database of another program" });
  const format = Number(number("user_version"));
  if (format > FORMAT) throw memoryError("SXP5004", { found: format, known: FORMAT });
  for (const { name, sql } of objects)
    if (typeof name !== "string" || !Object.hasOwn(TABLES, name) || TABLES[name] !== sql)
      throw memoryError("SXP5002", { file, problem: `it has ${JSON.stringify(name)}, which no memory makes` });
  for (const name of Object.keys(TABLES))
    if (!objects.some((object) => object.name === name))
      throw memoryError("SXP5002", { file, problem: `its table "${name}" is gone` });
}

export function guarded<T>(file: string, doing: "read" | "write", work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error, file, doing);
  }
}

/** Calls back when a file is written, or the files beside it. Gives what ends it. */
export function watchFile(file: string, listener: () => void, keepsAlive: boolean): () => void {
  const [folder, name] = [dirname(file), basename(file)];
  let timer: NodeJS.Timeout | null = null;
  const poll = (): void => {
    timer ??= setInterval(listener, POLL);
    if (!keepsAlive) timer.unref();
  };
  let watcher: ReturnType<typeof watchFolder> | null = null;
  try {
    watcher = watchFolder(folder, { persistent: keepsAlive }, (_, changed) => {
      if (changed === null || (changed.startsWith(name) && !changed.endsWith("-shm"))) listener();
    });
    // Too many watches, or a file system that has none.
    watcher.on("error", () => {
      watcher?.close();
      poll();
    });
  } catch {
    poll();
  }
  return () => {
    watcher?.close();
    if (timer !== null) clearInterval(timer);
  };
}
