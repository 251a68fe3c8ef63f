import { createHash } from "node:crypto";
import type { DerivedEntry, DerivedStore } from "../../derivedStore.js";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.js";

/** The table of derived data in a database: `key` and `seal` are 16 bytes of SHA-256, `used` is in seconds since 1970. */
export const DERIVED_TABLE =
  "CREATE TABLE derived(kind TEXT NOT NULL, key BLOB NOT NULL, seal BLOB NOT NULL, used INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID";

export interface DerivedTableOptions {
  /** Most bytes of all entries. Up to four processes that write at once exceed it by a sixteenth each, until one writes again. */
  readonly maxBytes: number;
  /** Keys and seals depend on it: entries of who does not know it are not found. */
  readonly secret?: Uint8Array;
  /** Runs what writes as one transaction. */
  readonly write: (work: () => void) => void;
  /** Prevents writes. Default false. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface DerivedKind {
  readonly kind: string;
  readonly entries: number;
  readonly bytes: number;
  /** Entries that are not what was written. */
  readonly damaged: number;
}

export interface DerivedSizes {
  readonly kinds: readonly DerivedKind[];
  /** When the entry that was used longest ago was used, and the last one; null if there is none. */
  readonly oldest: Date | null;
  readonly newest: Date | null;
}

export const DIGEST_BYTES = 128 / 8;
/** Bytes of an entry beside its own: key, seal, time and what a page needs, as measured with a million scores. */
const ENTRY_BYTES = 80;
/** Seconds before a use is written down again. */
const MIN_USE = 3600;

/** Derived data in a table of a database that is open. Its calls throw what the engine throws. */
export class DerivedTable implements DerivedStore {
  private readonly statements = new Map<string, SqliteStatement>();
  /** Bytes that may be written until all are counted again. */
  private room = 0;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly options: DerivedTableOptions,
  ) {}

  get(kind: string, sources: readonly string[]): readonly (Uint8Array | null)[] {
    const now = this.seconds();
    const late: Uint8Array[] = [];
    const select = this.prepared("select seal, used, bytes from derived where kind = ? and key = ?");
    const values = sources.map((source) => {
      const key = this.keyOf(kind, source);
      const row = select.get(kind, key);
      if (row === undefined || !this.isSealed(kind, key, row.bytes, row.seal)) return null;
      if (Number(row.used) < now - MIN_USE) late.push(key);
      return row.bytes as Uint8Array;
    });
    if (late.length > 0 && this.options.readOnly !== true)
      this.options.write(() => {
        const touch = this.prepared("update derived set used = ? where kind = ? and key = ?");
        for (const key of late) touch.run(now, kind, key);
      });
    return values;
  }

  put(kind: string, entries: readonly DerivedEntry[]): void {
    const { maxBytes, readOnly } = this.options;
    const fitting = entries.filter(({ bytes }) => bytes.length + ENTRY_BYTES <= maxBytes);
    if (readOnly === true || fitting.length === 0) return;
    const used = this.seconds();
    this.options.write(() => {
      const insert = this.prepared("insert or replace into derived values (?, ?, ?, ?, ?)");
      for (const { source, bytes } of fitting) {
        const key = this.keyOf(kind, source);
        insert.run(kind, key, this.sealOf(kind, key, bytes), used, bytes);
        this.room -= bytes.length + ENTRY_BYTES;
      }
      if (this.room < 0) this.makeRoom();
    });
  }

  evict(maxBytes: number): void {
    this.options.write(() => this.leave(maxBytes));
  }

  /** Sizes of all kinds, with every seal checked. */
  sizes(): DerivedSizes {
    const kinds = new Map<string, { entries: number; bytes: number; damaged: number }>();
    let [oldest, newest] = [Number.POSITIVE_INFINITY, 0];
    for (const { kind, key, seal, used, bytes } of this.database.prepare("select * from derived").iterate()) {
      const sum = kinds.get(String(kind)) ?? { entries: 0, bytes: 0, damaged: 0 };
      kinds.set(String(kind), sum);
      oldest = Math.min(oldest, Number(used));
      newest = Math.max(newest, Number(used));
      sum.bytes += (bytes as Uint8Array).length + ENTRY_BYTES;
      if (this.isSealed(String(kind), key as Uint8Array, bytes, seal)) sum.entries++;
      else sum.damaged++;
    }
    return {
      kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })),
      oldest: newest === 0 ? null : new Date(oldest * 1000),
      newest: newest === 0 ? null : new Date(newest * 1000),
    };
  }

  private makeRoom(): void {
    const { maxBytes } = this.options;
    const total = this.prepared(`select coalesce(sum(length(bytes) + ${ENTRY_BYTES}), 0) as total from derived`).get();
    let keptBytes = Number(total?.total);
    if (keptBytes > maxBytes) {
      keptBytes = Math.floor(maxBytes * 0.75);
      this.leave(keptBytes);
    }
    this.room = Math.min(maxBytes - keptBytes, maxBytes / 16);
  }

  private leave(maxBytes: number): void {
    this.prepared(
      `delete from derived where (kind, key) in (select kind, key from (select kind, key, sum(length(bytes) + ${ENTRY_BYTES}) over (order by used desc, kind, key rows unbounded preceding) as newer from derived) where newer > ?)`,
    ).run(maxBytes);
  }

  digest(source: string): string {
    return createHash("sha256").update(source, "utf16le").digest("hex");
  }

  /** Strings as UTF-16 units, which a lone surrogate is too. */
  private keyOf(kind: string, source: string): Uint8Array {
    return this.hash("key", kind).update(source, "utf16le").digest().subarray(0, DIGEST_BYTES);
  }

  private sealOf(kind: string, key: Uint8Array, bytes: Uint8Array): Uint8Array {
    return this.hash("seal", kind).update(key).update(bytes).digest().subarray(0, DIGEST_BYTES);
  }

  private isSealed(kind: string, key: Uint8Array, bytes: unknown, seal: unknown): boolean {
    return (
      bytes instanceof Uint8Array &&
      seal instanceof Uint8Array &&
      Buffer.from(this.sealOf(kind, key, bytes)).equals(seal)
    );
  }

  private hash(what: "key" | "seal", kind: string) {
    const hash = createHash("sha256");
    if (this.options.secret !== undefined) hash.update(this.options.secret);
    return hash.update(`${what}:${kind.length}:${kind}`);
  }

  private seconds(): number {
    return Math.floor((this.options.now ?? Date.now)() / 1000);
  }

  private prepared(sql: string): SqliteStatement {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
