import { hash } from "node:crypto";
import { statSync } from "node:fs";
import type { DerivedStore } from "@semantic-xpath/scorers";
import {
  DerivedTable,
  openSqlite,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from "@semantic-xpath/scorers/node";
import { base64UrlOf, bytesOfBase64Url, getOrMake } from "@semantic-xpath/values";
import { chunkHash, equalBytes, firstLink, KINDS, nextLink, randomId, type Sha256 } from "../journal/digests.js";
import type {
  Chunk,
  ChunkKind,
  Head,
  Journal,
  JournalContent,
  JournalSize,
  News,
  Published,
} from "../journal/journal.js";
import { bytesIn, notMade, textIn } from "../journal/rows.js";
import {
  isCount,
  type JournalProblem,
  type JournalReport,
  type RawJournal,
  sentenceOf,
  verifyJournal,
} from "../journal/verify.js";
import { memoryError } from "../memoryError.js";
import { translated } from "./sqliteErrors.js";
import { APPLICATION, checkFiles, checkSchema, FORMAT, guarded, hasLog, TABLES, watchFile } from "./sqliteFile.js";

const sha256: Sha256 = (pieces) => new Uint8Array(hash("sha256", Buffer.concat(pieces), "buffer"));

export interface SqliteJournalOptions {
  /** Milliseconds to wait for another process that is writing; 10 000 by default. */
  readonly timeout?: number;
  /** Prevents writes. Default false. */
  readonly readOnly?: boolean;
}

export interface StoredJournal extends Journal {
  /** Data that can be computed again, in a table of the same file: left out of backups, and emptied by `replace`. Default of `maxBytes`: 64 MiB. */
  derived(secret: Uint8Array, maxBytes?: number): DerivedStore;
}

/** Makes an empty journal in a new file, or in one whose making was interrupted. Throws SXP5008 where something is already. */
export function createSqliteJournal(file: string, options: SqliteJournalOptions = {}): StoredJournal {
  checkFiles(file);
  return guarded(file, "write", () => {
    const database = openSqlite(file, options);
    try {
      database.exec("pragma journal_mode = wal; pragma synchronous = full; begin immediate");
      if (database.prepare("select 1 from sqlite_schema limit 1").get() !== undefined)
        throw memoryError("SXP5008", { where: file });
      for (const sql of Object.values(TABLES)) database.exec(sql);
      const id = randomId();
      database.prepare("insert into head values (1, ?, 1, 0, ?, 0)").run(id, firstLink(sha256, id, 1));
      database.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${FORMAT}; commit`);
    } catch (error) {
      database.close();
      throw error;
    }
    return new SqliteJournal(file, database, options);
  });
}

/** Opens the journal of a file. Throws SXP5001 where there is none, SXP5002 where it is damaged, SXP5004 where a newer version has written it. */
export function openSqliteJournal(file: string, options: SqliteJournalOptions = {}): StoredJournal {
  const size = checkFiles(file);
  if (size === null) throw memoryError("SXP5001", { where: file, reason: "there is no such file" });
  return guarded(file, "read", () => {
    const database = openSqlite(file, { ...options, readOnly: options.readOnly === true && hasLog(file) });
    try {
      checkSchema(file, database);
      if (options.readOnly !== true) database.exec("pragma journal_mode = wal");
      return new SqliteJournal(file, database, options);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** The compare-and-set of the head. */
const SWAP =
  "update head set sequence = ?, chain = ?, bytes = bytes + ? where generation = ? and sequence = ? and chain = ?";

class SqliteJournal implements StoredJournal {
  private readonly statements = new Map<string, SqliteStatement>();
  private readonly isReadOnly: boolean;
  private depth = 0;
  private isClosed = false;
  private hasWritten = false;
  private storeId: string | null = null;

  constructor(
    readonly where: string,
    private readonly database: SqliteDatabase,
    { readOnly = false }: SqliteJournalOptions,
  ) {
    this.isReadOnly = readOnly;
    database.exec(
      readOnly
        ? "pragma query_only = on"
        : "pragma synchronous = full; pragma secure_delete = on; pragma temp_store = memory",
    );
  }

  get id(): string {
    this.storeId ??= this.guarded("read", () => textIn(this.headRow(), "store"));
    return this.storeId;
  }

  head(): Head {
    return this.guarded("read", () => headOf(this.headRow()));
  }

  since(head: Head | null): News {
    return this.snapshot(() => {
      const newest = this.head();
      const isKnown = head !== null && this.has(head, newest);
      if (isKnown && head.sequence === newest.sequence) return { head: newest, isAnew: false, events: [] };
      const after = isKnown ? head.sequence : 0;
      const rows = this.prepared(
        "select sequence, mark, record, chain from event where sequence > ? order by sequence",
      ).all(after);
      const events = rows.map((row, i): Published => {
        const event = { sequence: after + i + 1, mark: bytesIn(row, "mark"), record: bytesIn(row, "record") };
        if (row.sequence !== event.sequence) throw this.damaged(`event ${event.sequence} is missing`);
        return event;
      });
      if (after + events.length !== newest.sequence)
        throw this.damaged(
          `its head says that there are ${newest.sequence} events, and there are ${after + events.length}`,
        );
      this.checkChain(isKnown ? head.sequence : 0, newest, events);
      return { head: newest, isAnew: !isKnown, events };
    });
  }

  event(sequence: number): Published | null {
    return this.guarded("read", () => {
      const row = this.prepared("select mark, record from event where sequence = ?").get(sequence);
      return row === undefined ? null : { sequence, mark: bytesIn(row, "mark"), record: bytesIn(row, "record") };
    });
  }

  hashOf(chunk: Chunk): string {
    return base64UrlOf(chunkHash(sha256, chunk));
  }

  chunks(hashes: Iterable<string>): ReadonlyMap<string, Chunk> {
    return this.guarded("read", () => {
      const chunks = new Map<string, Chunk>();
      for (const hash of hashes) {
        const row = this.prepared("select kind, bytes from chunk where hash = ?").get(bytesOfBase64Url(hash));
        if (row === undefined) continue;
        const chunk: Chunk = { kind: textIn(row, "kind") as ChunkKind, bytes: bytesIn(row, "bytes") };
        if (!KINDS.includes(chunk.kind) || this.hashOf(chunk) !== hash)
          throw this.damaged(`the chunk ${hash} does not have its hash`);
        chunks.set(hash, chunk);
      }
      return chunks;
    });
  }

  *names(): Iterable<string> {
    const rows = this.guarded("read", () => this.prepared("select hash from chunk").all());
    for (const row of rows) yield base64UrlOf(bytesIn(row, "hash"));
  }

  append(expected: Head, mark: Uint8Array, record: Uint8Array, chunks: ReadonlyMap<string, Chunk>): Head | null {
    const { generation } = expected;
    const sequence = expected.sequence + 1;
    const before = bytesOfBase64Url(expected.fingerprint);
    const chain = nextLink(sha256, before, mark, record);
    let added = record.length;
    for (const { bytes } of chunks.values()) added += bytes.length;
    try {
      return this.transaction(() => {
        const won = this.prepared(SWAP).run(sequence, chain, added, generation, sequence - 1, before).changes > 0;
        if (!won) return null;
        let present = 0;
        for (const [hash, { kind, bytes }] of chunks) if (!this.holds(hash, kind, bytes)) present += bytes.length;
        this.prepared("insert into event values (?, ?, ?, ?)").run(sequence, mark, record, chain);
        if (present > 0) this.prepared("update head set bytes = bytes - ?").run(present);
        return { generation, sequence, fingerprint: base64UrlOf(chain), bytes: expected.bytes + added - present };
      });
    } catch (error) {
      return this.whatHappened(error, expected, mark);
    }
  }

  replace({ id = this.id, generation, events }: JournalContent): Head {
    const head = this.transaction(() => {
      this.database.exec("create temp table kept(hash blob primary key) without rowid");
      const keep = this.database.prepare("insert or ignore into temp.kept values (?)");
      const insert = this.database.prepare("insert into event values (?, ?, ?, ?)");
      const existing = this.database.prepare("select 1 from chunk where hash = ?");
      const appended: { mark: Uint8Array; record: Uint8Array }[] = [];
      for (const { mark, record, chunks } of events) {
        appended.push({ mark, record });
        for (const chunk of chunks) {
          const hash = typeof chunk === "string" ? chunk : this.hashOf(chunk);
          if (typeof chunk !== "string") this.holds(hash, chunk.kind, chunk.bytes);
          else if (existing.get(bytesOfBase64Url(hash)) === undefined) throw memoryError("SXP5003", { hash });
          keep.run(bytesOfBase64Url(hash));
        }
      }
      this.database.exec(
        "delete from event; delete from derived; delete from chunk where hash not in (select hash from temp.kept)",
      );
      let chain = firstLink(sha256, id, generation);
      appended.forEach(({ mark, record }, i) => {
        chain = nextLink(sha256, chain, mark, record);
        insert.run(i + 1, mark, record, chain);
      });
      this.prepared(
        "update head set store = ?, generation = ?, sequence = ?, chain = ?, bytes = (select coalesce(sum(length(bytes)), 0) from chunk) + (select coalesce(sum(length(record)), 0) from event)",
      ).run(id, generation, appended.length, chain);
      this.database.exec("drop table temp.kept");
      return headOf(this.headRow());
    });
    this.storeId = null;
    return head;
  }

  snapshot<T>(work: () => T): T {
    return this.within("begin", "read", work);
  }

  transaction<T>(work: () => T): T {
    if (this.isReadOnly) throw memoryError("SXP5005", { reason: "it was opened for reading only" });
    this.hasWritten = true;
    return this.within("begin immediate", "write", work);
  }

  compact(): boolean {
    if (this.isReadOnly) throw memoryError("SXP5005", { reason: "it was opened for reading only" });
    try {
      this.database.exec("vacuum");
    } catch (error) {
      const { code } = translated(error, this.where, "write") as { code?: string };
      if (code !== "SXP5005" && code !== "SXP5006") throw error;
      return false;
    }
    return this.takeOver();
  }

  verify(): JournalReport {
    const problems: JournalProblem[] = [];
    try {
      for (const row of this.database.prepare("pragma integrity_check(100)").all())
        if (row.integrity_check !== "ok")
          problems.push({ kind: "damaged", place: "file", what: String(row.integrity_check).replace(/\.$/, "") });
    } catch (error) {
      problems.push({ kind: "damaged", place: "file", what: sentenceOf(translated(error, this.where, "read")) });
    }
    const report = verifyJournal(() => this.raw());
    return { ...report, problems: [...problems, ...report.problems], isWhole: report.isWhole && problems.length === 0 };
  }

  size(): JournalSize {
    return this.guarded("read", () => {
      const number = (sql: string): number => Number(Object.values(this.prepared(sql).get() ?? {})[0] ?? 0);
      const page = number("pragma page_size");
      const { sequence, bytes } = this.head();
      return {
        events: sequence,
        chunks: number("select count(*) from chunk"),
        bytes,
        fileBytes: number("pragma page_count") * page,
        freeBytes: number("pragma freelist_count") * page,
        logBytes: statSync(`${this.where}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      };
    });
  }

  watch(listener: () => void, keepsAlive = false): () => void {
    return watchFile(this.where, listener, keepsAlive);
  }

  derived(secret: Uint8Array, maxBytes = 2 ** 26): DerivedStore {
    const write = (work: () => void): void => {
      // Within a transaction of the memory a failure would be the memory's.
      if (this.depth === 0 && !this.isClosed) this.transaction(work);
    };
    const table = new DerivedTable(this.database, { secret, maxBytes, write, readOnly: this.isReadOnly });
    const attempt = <T>(work: () => T): T | null => {
      try {
        return this.isClosed ? null : work();
      } catch {
        return null;
      }
    };
    return {
      get: (kind, sources) => attempt(() => table.get(kind, sources)) ?? sources.map(() => null),
      put: (kind, entries) => void attempt(() => table.put(kind, entries)),
      evict: (bytes) => void attempt(() => table.evict(bytes)),
    };
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.statements.clear();
    // An engine may keep a closed database open until its statements are collected: the file has all without the log.
    if (this.hasWritten) this.takeOver();
    this.database.close();
  }

  private takeOver(): boolean {
    try {
      return this.database.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0;
    } catch {
      return false;
    }
  }

  private raw(): RawJournal {
    const { store, ...head } = this.headRow();
    const query = <T>(sql: string): Iterable<T> => this.database.prepare(sql).iterate() as unknown as Iterable<T>;
    return {
      sha256,
      id: store,
      head: head as RawJournal["head"],
      events: query("select sequence, mark, record, chain from event order by sequence"),
      chunks: query("select hash, kind, bytes from chunk"),
    };
  }

  private headRow(): Readonly<Record<string, SqliteValue>> {
    const row = this.prepared("select store, generation, sequence, chain, bytes from head").get();
    if (row === undefined) throw this.damaged("its head is gone");
    return row;
  }

  /** Tests that a head is in the present history. */
  private has(head: Head, newest: Head): boolean {
    if (head.generation !== newest.generation || head.sequence > newest.sequence) return false;
    return head.sequence === newest.sequence
      ? head.fingerprint === newest.fingerprint
      : base64UrlOf(this.chainAt(head.sequence, newest.generation)) === head.fingerprint;
  }

  private chainAt(sequence: number, generation: number): Uint8Array {
    if (sequence === 0) return firstLink(sha256, this.id, generation);
    const row = this.prepared("select chain from event where sequence = ?").get(sequence);
    if (row === undefined) throw this.damaged(`event ${sequence} is missing`);
    return bytesIn(row, "chain");
  }

  private checkChain(after: number, newest: Head, events: readonly Published[]): void {
    let chain = this.chainAt(after, newest.generation);
    for (const { mark, record } of events) chain = nextLink(sha256, chain, mark, record);
    if (base64UrlOf(chain) !== newest.fingerprint)
      throw this.damaged("its events do not have the fingerprint that its head says");
  }

  /** True for a new chunk. An existing chunk is compared, and a damaged one is written again. */
  private holds(hash: string, kind: ChunkKind, bytes: Uint8Array): boolean {
    const key = bytesOfBase64Url(hash);
    const insert = this.prepared("insert into chunk values (?, ?, ?) on conflict (hash) do nothing");
    if (insert.run(key, kind, bytes).changes > 0) return true;
    const stored = this.prepared("select kind, bytes from chunk where hash = ?").get(key);
    if (stored?.kind !== kind || !(stored.bytes instanceof Uint8Array) || !equalBytes(stored.bytes, bytes))
      this.prepared("update chunk set kind = ?, bytes = ? where hash = ?").run(kind, bytes, key);
    return false;
  }

  /** After a failure: whether the event was published all the same, as its mark says. */
  private whatHappened(error: unknown, { sequence }: Head, mark: Uint8Array): Head {
    let row: Readonly<Record<string, SqliteValue>> | undefined;
    try {
      row = this.prepared("select mark from event where sequence = ?").get(sequence + 1);
    } catch {}
    if (row?.mark instanceof Uint8Array && equalBytes(row.mark, mark)) return this.head();
    throw error;
  }

  private within<T>(begin: string, doing: "read" | "write", work: () => T): T {
    if (this.depth > 0) return work();
    return this.guarded(doing, () => {
      this.depth++;
      try {
        this.prepared(begin).run();
        const result = work();
        this.prepared("commit").run();
        return result;
      } catch (error) {
        try {
          this.database.exec("rollback");
        } catch {
          // SQLite has rolled back by itself.
        }
        throw error;
      } finally {
        this.depth--;
      }
    });
  }

  private guarded<T>(doing: "read" | "write", work: () => T): T {
    if (this.isClosed) throw memoryError("SXP5001", { where: this.where, reason: "it was closed" });
    return guarded(this.where, doing, work);
  }

  private prepared(sql: string): SqliteStatement {
    return getOrMake(this.statements, sql, () => this.database.prepare(sql));
  }

  private damaged(problem: string): Error {
    return memoryError("SXP5002", { file: this.where, problem });
  }
}

type Row = Readonly<Record<string, SqliteValue>>;

function headOf(row: Row): Head {
  const { generation, sequence, bytes } = row;
  if (!isCount(generation) || !isCount(sequence) || !isCount(bytes)) throw notMade("head");
  return { generation, sequence, bytes, fingerprint: base64UrlOf(bytesIn(row, "chain")) };
}
