import { createHash } from "node:crypto";
import type { Journal } from "@semantic-xpath/memory";
import type { DerivedEntry, DerivedStore, ScoreCache } from "@semantic-xpath/scorers";
import { derivedScores } from "@semantic-xpath/scorers/node";
import { ask, type Connection } from "./client.js";

/** Bytes of an entry beside its own: key, seal, time and what a page needs. */
const ENTRY_BYTES = 80;
/** Seconds for which a use is not written down again. */
const USE = 3600;
/** Milliseconds for which the readers of one query share the loaded entries. Afterwards an index is held by its reader. */
const SHARED = 2000;

const LOAD = `select kind, key, seal, used, bytes from sxp_derived where store = $1 and (kind like 'scores/%') = $2`;

const TOUCH = `update sxp_derived set used = $2 where store = $1 and key = any($3::text[])`;

/**
 * Puts entries in the place of those of the same key, if the store is still in the generation that they were computed from: pruned content does not come back.
 * The least recently used entries make room.
 */
const PUT = `with gone as (delete from sxp_derived where store = $1 and key <> all($4::text[]) and (kind, key) in (
  select kind, key from (
    select kind, key, sum(length(bytes) + ${ENTRY_BYTES}) over (order by used desc, kind, key rows unbounded preceding) as newer
    from sxp_derived where store = $1) counted
  where newer > $8))
insert into sxp_derived (store, kind, key, seal, used, bytes)
  select $1, $2, e.key, e.seal, $3::bigint, e.bytes from unnest($4::text[], $5::bytea[], $6::bytea[]) e(key, seal, bytes)
  where exists (select from sxp_store where store = $1 and generation = $7)
on conflict (store, kind, key) do update set seal = excluded.seal, used = excluded.used, bytes = excluded.bytes`;

/**
 * Derived data of a store, such as its index of words, in a table of the server: a worker that opens the store does not compute it again. One statement loads it
 * when it is first needed. Writes are not awaited. Damaged entries and failed calls count as missing entries.
 */
export class DerivedRows {
  private shared: Promise<DerivedStore> | null = null;
  /** The last write that was begun, for tests. */
  written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly store: string,
    private readonly journal: Pick<Journal, "head">,
    private readonly maxBytes: number,
  ) {}

  /** Everything but scores. */
  open(): Promise<DerivedStore> {
    if (this.shared === null) {
      this.shared = this.load(false);
      const timer = setTimeout(() => {
        this.shared = null;
      }, SHARED);
      timer.unref();
    }
    return this.shared;
  }

  /** Scores, loaded when the first one is looked for. */
  openScores(): ScoreCache {
    let scores: Promise<ScoreCache> | null = null;
    const opened = (): Promise<ScoreCache> => {
      scores ??= this.load(true).then(derivedScores);
      return scores;
    };
    return {
      get: async (scorer, condition, texts) => (await opened()).get(scorer, condition, texts),
      set: async (scorer, condition, texts, values) => (await opened()).set(scorer, condition, texts, values),
    };
  }

  private async load(isScores: boolean): Promise<DerivedStore> {
    const { generation } = this.journal.head();
    const rows = await ask(this.connection, LOAD, [this.store, isScores]).catch(() => []);
    const entries = new Map<string, Uint8Array>();
    const late = new Set<string>();
    for (const { kind, key, seal, used, bytes } of rows) {
      const name = `${key}`;
      if (!(bytes instanceof Uint8Array) || !(seal instanceof Uint8Array)) continue;
      if (!Buffer.from(sealOf(`${kind}`, name, bytes)).equals(seal)) continue;
      entries.set(name, bytes);
      if (Number(used) < seconds() - USE) late.add(name);
    }
    const touched: string[] = [];
    return {
      get: (kind, sources) => {
        const keys = sources.map((source) => keyOf(kind, source));
        for (const key of keys) if (late.delete(key)) touched.push(key);
        if (touched.length > 0) this.send(TOUCH, [this.store, seconds(), touched.splice(0)]);
        return keys.map((key) => entries.get(key) ?? null);
      },
      put: (kind, given) => {
        const fitting = given.filter(({ bytes }) => bytes.length + ENTRY_BYTES <= this.maxBytes);
        for (const { source, bytes } of fitting) entries.set(keyOf(kind, source), bytes);
        if (fitting.length > 0) this.put(kind, fitting, generation);
      },
      evict: () => {},
    };
  }

  private put(kind: string, entries: readonly DerivedEntry[], generation: number): void {
    const keys = entries.map(({ source }) => keyOf(kind, source));
    const seals = entries.map(({ bytes }, i) => sealOf(kind, keys[i]!, bytes));
    const room = this.maxBytes - entries.reduce((sum, { bytes }) => sum + bytes.length + ENTRY_BYTES, 0);
    const values = entries.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    this.send(PUT, [this.store, kind, seconds(), keys, seals, values, generation, room]);
  }

  /** Is not awaited: a failure loses time and no data. */
  private send(statement: string, values: unknown[]): void {
    this.written = this.written.then(() => ask(this.connection, statement, values)).catch(() => {});
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Strings as UTF-16 units, which a lone surrogate is too. */
const keyOf = (kind: string, source: string): string =>
  createHash("sha256").update(`key:${kind.length}:${kind}`).update(source, "utf16le").digest("base64url").slice(0, 22);

const sealOf = (kind: string, key: string, bytes: Uint8Array): Buffer =>
  createHash("sha256").update(`seal:${kind}\0${key}\0`).update(bytes).digest().subarray(0, 16);
