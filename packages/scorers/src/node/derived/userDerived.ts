import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { DerivedEntry, DerivedStore } from "../../derivedStore.js";
import { bytes as bytesRule, checkOptions } from "../../options.js";
import { openSqlite, type SqliteDatabase, sqliteCode } from "../sqlite.js";
import { DERIVED_TABLE, type DerivedSizes, DerivedTable } from "./derivedTable.js";

export interface UserDerivedOptions {
  /** Default: `cacheDirectory()`. It is made when the first value is kept. */
  readonly directory?: string | undefined;
  /** Bytes of all values together; what was used longest ago goes first. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
  /** Called once, with the error, when values can't be kept. */
  readonly onProblem?: (error: unknown) => void;
  /** Milliseconds since 1970; the clock of the machine by default. */
  readonly now?: () => number;
}

export interface UserDerived extends DerivedStore {
  readonly directory: string;
  readonly file: string;
  close(): void;
}

/** The file in the folder of the user's caches. Another table has another name, so that versions of sxp do not take it from each other. */
const FILE = "derived-1.db";
const MAX_BYTES = 2 ** 28;
/** Milliseconds for which a write waits for another process. */
const MAX_WAIT = 2000;
const [BUSY, LOCKED, CORRUPT, FULL, CANTOPEN] = [5, 6, 11, 13, 14];

/**
 * Derived data of this user, for plain data files: one SQLite database shared by several processes. The file belongs to the user: a folder
 * from a stranger must not be given here. A damaged database is created again.
 */
export function userDerived(options: UserDerivedOptions = {}): UserDerived {
  checkOptions(options, { maxBytes: bytesRule });
  return new UserFile(options);
}

class UserFile implements UserDerived {
  readonly directory: string;
  readonly file: string;
  private open: { readonly database: SqliteDatabase; readonly table: DerivedTable } | null = null;
  private hasFailed = false;

  constructor(private readonly options: UserDerivedOptions) {
    this.directory = options.directory ?? cacheDirectory();
    this.file = join(this.directory, FILE);
  }

  get(kind: string, sources: readonly string[]): readonly (Uint8Array | null)[] {
    return this.attempt((table) => table.get(kind, sources), false) ?? sources.map(() => null);
  }

  put(kind: string, entries: readonly DerivedEntry[]): void {
    if (entries.length > 0) this.attempt((table) => table.put(kind, entries), true);
  }

  digest(source: string): string {
    return createHash("sha256").update(source, "utf16le").digest("hex");
  }

  evict(maxBytes: number): void {
    this.attempt((table) => table.evict(maxBytes), false);
  }

  sizes(): DerivedSizes {
    return this.attempt((table) => table.sizes(), false) ?? { kinds: [], oldest: null, newest: null };
  }

  close(): void {
    try {
      this.open?.database.close();
    } catch {
      // It is gone all the same.
    }
    this.open = null;
  }

  private attempt<T>(work: (table: DerivedTable) => T, writes: boolean): T | null {
    for (let attempt = 1; ; attempt++) {
      try {
        const table = this.table(writes);
        return table === null ? null : work(table);
      } catch (error) {
        this.close();
        if (isDamage(error) && attempt === 1 && this.remove()) continue;
        if (!this.hasFailed) this.options.onProblem?.(error);
        this.hasFailed = true;
        return null;
      }
    }
  }

  /** Null if no file exists and none is needed. */
  private table(writes: boolean): DerivedTable | null {
    if (this.open !== null) return this.open.table;
    if (!writes && !existsSync(this.file)) return null;
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    // Values may contain words of texts; what SQLite puts beside the file has the same mode.
    closeSync(openSync(this.file, "a", 0o600));
    const database = openSqlite(this.file, { timeout: MAX_WAIT });
    try {
      database.exec("pragma journal_mode = wal; pragma synchronous = normal");
      const write = (work: () => void): void => inTransaction(database, work);
      const currentTable = () => database.prepare("select sql from sqlite_schema where name = 'derived'").get()?.sql;
      if (currentTable() === undefined) write(() => void (currentTable() ?? database.exec(DERIVED_TABLE)));
      if (currentTable() !== DERIVED_TABLE) throw Object.assign(new Error("another table"), { errcode: CORRUPT });
      const { maxBytes = MAX_BYTES, now } = this.options;
      this.open = { database, table: new DerivedTable(database, { maxBytes, write, ...(now && { now }) }) };
      return this.open.table;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private remove(): boolean {
    try {
      removeFile(this.file);
      return true;
    } catch {
      return false;
    }
  }
}

/** Damage has many codes, and what was derived costs only time: all is damage that others, the disk or the machine do not explain. */
function isDamage(error: unknown): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return (
    syscall === undefined &&
    code !== "ERR_NO_SQLITE" &&
    ![BUSY, LOCKED, FULL, CANTOPEN].includes(sqliteCode(error) ?? CORRUPT)
  );
}

function inTransaction(database: SqliteDatabase, work: () => void): void {
  database.exec("begin immediate");
  try {
    work();
    database.exec("commit");
  } catch (error) {
    try {
      database.exec("rollback");
    } catch {
      // SQLite has rolled back by itself.
    }
    throw error;
  }
}

function removeFile(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}

export interface CacheStats extends DerivedSizes {
  readonly directory: string;
  /** Bytes of the file and its log; 0 without a file. */
  readonly bytes: number;
}

/** Content of the user's cache. A folder that does not exist is an empty cache. */
export function cacheStats(directory = cacheDirectory()): CacheStats {
  const derived = new UserFile({ directory });
  try {
    const sizes = derived.sizes();
    const bytes = (end: string): number => statSync(derived.file + end, { throwIfNoEntry: false })?.size ?? 0;
    return { directory, bytes: bytes("") + bytes("-wal"), ...sizes };
  } finally {
    derived.close();
  }
}

/** Removes the user's cache, and nothing else that is in its folder. */
export function clearCache(directory = cacheDirectory()): void {
  removeFile(join(directory, FILE));
}

/** Facts that decide the place of caches. */
interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

const thisMachine = (): Machine => ({ environment: process.env, platform: process.platform, home: homedir() });

/**
 * The folder of the user's caches: `SXP_CACHE_DIR`, else `sxp` in `XDG_CACHE_HOME` (XDG Base Directory Specification; a relative path
 * there counts as none), else in the folder for caches that the platform has. It need not exist.
 */
export function cacheDirectory({ environment, platform, home }: Machine = thisMachine()): string {
  const { SXP_CACHE_DIR: own, XDG_CACHE_HOME: shared, LOCALAPPDATA: local } = environment;
  if (own) return own;
  if (shared && isAbsolute(shared)) return join(shared, "sxp");
  if (platform === "darwin") return join(home, "Library", "Caches", "sxp");
  if (platform === "win32") return join(local || join(home, "AppData", "Local"), "sxp", "Cache");
  return join(home, ".cache", "sxp");
}
