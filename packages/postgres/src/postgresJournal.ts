import {
  bytesIn,
  type Chunk,
  type ChunkKind,
  memoryError,
  notMade,
  type RemoteHead,
  type RemoteJournal,
  type RemoteNews,
  type RemoteStep,
  textIn,
} from "@semantic-xpath/memory";
import { ask, CHANNEL, type Connection, listenOn, type Row } from "./client.js";
import { type CommitOptions, Commits } from "./commits.js";
import { pruneConversations } from "./conversations.js";
import { codeOf, isLost } from "./errors.js";
import { checkVersion } from "./schema.js";

export interface PostgresJournalOptions extends CommitOptions {
  /** True: `prune` and `compact` run `vacuum` on the tables. Default true. */
  readonly vacuum?: boolean;
}

/** Head, events and chunks after a place, as one statement sees them. */
const PULL = `with head as (select * from sxp_store where store = $1),
since as (select store, generation, case when generation = $2 then $3::bigint else 0 end as after, sequence as upto from head)
select 'head' as what, sequence, id as name, null as kind, generation, bytes as size, chain as a, null::bytea as b, null::bytea as c, null::bytea as d,
  (select max(version) from sxp_schema) as version from head where store = $1
union all
select 'event', e.sequence, null, null, null, null, e.chain, e.mark, e.record, e.chunks, null
  from sxp_event e join since s on e.store = s.store and e.generation = s.generation and e.sequence > s.after and e.sequence <= s.upto where e.store = $1
union all
select 'chunk', c.sequence, c.hash, c.kind, null, null, null, null, c.bytes, null, null
  from sxp_chunk c join since s on c.store = s.store and c.generation = s.generation and c.sequence > s.after and c.sequence <= s.upto where c.store = $1`;

/** The new head, where the store has the expected one. */
const WON = `update sxp_store set id = $5, generation = $6, sequence = $7, chain = $8, bytes = $9
  where store = $1 and generation = $2 and sequence = $3 and chain = $4 returning store`;

/** A new store. What was left of a deleted one goes. */
const CREATE = `with won as (
  insert into sxp_store (store, id, generation, sequence, chain, bytes) values ($1, $2, $3, 0, $4, 0) on conflict do nothing returning store
), events as (delete from sxp_event where store = $1 and exists (select from won)
), chunks as (delete from sxp_chunk where store = $1 and exists (select from won)
), derived as (delete from sxp_derived where store = $1 and exists (select from won)
), conversations as (delete from sxp_conversation where store = $1 and exists (select from won))
select store from won where store = $1`;

/** Maximum bytes of the chunks of an event that lie in its row: a row is read whole. */
const MAX_INLINE = 2 ** 20;

const selectWon = (notify: boolean): string =>
  `select store${notify ? `, pg_notify('${CHANNEL}', store)` : ""} from won where store = $1`;

/** Events and chunks lie in one parameter, one after the other: $10. They are where the arrays say. */
const append = (replaces: boolean, notify: boolean): string => `with won as (${WON}),
${
  replaces
    ? `old_events as (delete from sxp_event where store = $1 and generation = $2 and exists (select from won)),
old_chunks as (delete from sxp_chunk where store = $1 and generation = $2 and exists (select from won)),
derived as (delete from sxp_derived where store = $1 and exists (select from won)),
`
    : ""
}events as (insert into sxp_event (store, generation, sequence, mark, chain, record)
  select store, $6, e.sequence, substring($10::bytea from e.at for 8), substring($10::bytea from e.at + 8 for 32), substring($10::bytea from e.at + 40 for e.size)
  from won, unnest($11::integer[], $12::integer[], $13::integer[]) e(sequence, at, size)),
chunks as (insert into sxp_chunk (store, generation, sequence, hash, kind, bytes)
  select store, $6, c.sequence, c.hash, c.kind, substring($10::bytea from c.at for c.size)
  from won, unnest($14::integer[], $15::text[], $16::text[], $17::integer[], $18::integer[]) c(sequence, hash, kind, at, size))
${selectWon(notify)}`;

const DROP = `delete from sxp_store where store = $1 returning store`;
/** Removes rows of a store without a head, also those of a step that met the deletion. */
const SWEEP = `with events as (delete from sxp_event where store = $1 and not exists (select from sxp_store where store = $1)),
derived as (delete from sxp_derived where store = $1 and not exists (select from sxp_store where store = $1)),
conversations as (delete from sxp_conversation where store = $1 and not exists (select from sxp_store where store = $1))
delete from sxp_chunk where store = $1 and not exists (select from sxp_store where store = $1)`;

/** Journals in the tables of a database. Every statement names the store that it is about, and each call sends one. */
export class PostgresJournal implements RemoteJournal {
  readonly where: string;
  private readonly listeners = new Set<{ readonly store: string; readonly heard: () => void }>();
  private listening: Promise<(() => void) | null> | null = null;
  private readonly commits: Commits;

  constructor(
    private readonly connection: Connection,
    private readonly options: PostgresJournalOptions = {},
  ) {
    this.where = connection.where;
    this.commits = new Commits(connection, options);
  }

  async pull(store: string, after: Pick<RemoteHead, "generation" | "sequence"> | null): Promise<RemoteNews> {
    const rows = await ask(this.connection, PULL, [store, after?.generation ?? 0, after?.sequence ?? 0], "sxp_pull");
    const [first] = rows;
    if (first === undefined) return { head: null, events: [], chunks: [] };
    try {
      return this.newsOf(rows);
    } catch (error) {
      if (codeOf(error) !== "ERR_ROW") throw error;
      throw memoryError("SXP5002", { file: `${this.where}#${store}`, problem: (error as Error).message });
    }
  }

  private newsOf(rows: readonly Row[]): RemoteNews {
    let head: RemoteHead | null = null;
    const events: { sequence: number; mark: Uint8Array; record: Uint8Array; chain: Uint8Array }[] = [];
    const chunks: [string, Chunk][] = [];
    for (const row of rows)
      if (row.what === "event") {
        events.push({
          sequence: numberIn(row, "sequence"),
          mark: bytesIn(row, "b"),
          record: bytesIn(row, "c"),
          chain: bytesIn(row, "a"),
        });
        chunks.push(...chunksIn(row));
      } else if (row.what === "chunk")
        chunks.push([textIn(row, "name"), { kind: kindIn(row), bytes: bytesIn(row, "c") }]);
      else {
        checkVersion(Number(row.version ?? 0), this.where);
        head = {
          id: textIn(row, "name"),
          generation: numberIn(row, "generation"),
          sequence: numberIn(row, "sequence"),
          chain: bytesIn(row, "a"),
          bytes: numberIn(row, "size"),
        };
      }
    events.sort((one, other) => one.sequence - other.sequence);
    return { head, events, chunks };
  }

  async append(store: string, { expected, next, events, replaces = false }: RemoteStep): Promise<boolean> {
    try {
      if (expected === null) {
        const values = [store, next.id, next.generation, next.chain];
        return (await ask(this.connection, CREATE, values)).length === 1;
      }
      const { generation, sequence, chain } = expected;
      const about = [store, generation, sequence, chain] as const;
      const [only] = events;
      const inline = replaces || events.length > 1 ? null : inlined(only!.chunks);
      if (inline !== null)
        return await this.commits.append([...about, next.chain, next.bytes, only!.mark, only!.record, inline]);
      const to = [next.id, next.generation, next.sequence, next.chain, next.bytes];
      const text = append(replaces, this.options.notify === true);
      return (await ask(this.connection, text, [...about, ...to, ...packed(events)])).length === 1;
    } catch (error) {
      if (isLost(error)) return false;
      throw error;
    }
  }

  async stores(after: string | null, limit: number): Promise<readonly string[]> {
    const rows = await ask(this.connection, "select store from sxp_store where store > $1 order by store limit $2", [
      after ?? "",
      limit,
    ]);
    return rows.map((row) => textIn(row, "store"));
  }

  async drop(store: string): Promise<boolean> {
    const gone = await ask(this.connection, DROP, [store]);
    await ask(this.connection, SWEEP, [store]);
    return gone.length === 1;
  }

  forget(store: string, quotes: readonly string[]): Promise<void> {
    return pruneConversations(this.connection, store, quotes);
  }

  async compact(): Promise<boolean> {
    if (this.options.vacuum === false) return false;
    try {
      for (const table of ["sxp_event", "sxp_chunk", "sxp_derived", "sxp_conversation"])
        await ask(this.connection, `vacuum ${table}`);
      return true;
    } catch {
      return false;
    }
  }

  /** Shares one connection between all stores. Null if steps do not notify. */
  async listen(store: string, heard: () => void): Promise<(() => void) | null> {
    if (this.options.notify !== true) return null;
    const listener = { store, heard };
    this.listeners.add(listener);
    this.listening ??= listenOn(this.connection, (name) => this.tell(name));
    await this.listening.catch(() => null);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.endListening();
    };
  }

  private tell(name: string): void {
    for (const { store, heard } of this.listeners) if (store === name) heard();
  }

  private endListening(): void {
    void this.listening?.then(
      (end) => end?.(),
      () => {},
    );
    this.listening = null;
  }
}

const KINDS: readonly ChunkKind[] = ["manifest", "segment", "blob"];
/** Letters of a hash, and bytes of what is before the content of a chunk: its kind, its hash and its length. */
const [LETTERS, BEFORE] = [43, 1 + 43 + 4];

/** Chunks as one run of bytes; null if they are too long for a row. */
function inlined(chunks: RemoteStep["events"][number]["chunks"]): Buffer | null {
  let length = 0;
  for (const { bytes } of chunks.values()) length += BEFORE + bytes.length;
  if (length > MAX_INLINE) return null;
  const run = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [hash, { kind, bytes }] of chunks) {
    run[at] = KINDS.indexOf(kind);
    run.write(hash, at + 1, LETTERS, "latin1");
    run.writeUInt32BE(bytes.length, at + 1 + LETTERS);
    run.set(bytes, at + BEFORE);
    at += BEFORE + bytes.length;
  }
  return run;
}

/** The chunks in a row of an event. Bytes that no memory wrote become a chunk without a hash, which every reader refuses. */
function chunksIn(row: Row): [string, Chunk][] {
  const chunks: [string, Chunk][] = [];
  if (row.d === null) return chunks;
  const { buffer, byteOffset, length } = bytesIn(row, "d");
  const run = Buffer.from(buffer, byteOffset, length);
  for (let at = 0; at < length; ) {
    const end = at + BEFORE > length ? Number.NaN : at + BEFORE + run.readUInt32BE(at + 1 + LETTERS);
    const kind = KINDS[run[at]!];
    if (kind === undefined || !(end <= length))
      return [...chunks, [`of event ${row.sequence}`, { kind: "blob", bytes: run }]];
    chunks.push([run.toString("latin1", at + 1, at + 1 + LETTERS), { kind, bytes: run.subarray(at + BEFORE, end) }]);
    at = end;
  }
  return chunks;
}

/** Events and chunks as one run of bytes, and where each of them lies in it, from 1. */
function packed(events: RemoteStep["events"]): unknown[] {
  const parts: Uint8Array[] = [];
  let at = 1;
  const put = (...bytes: readonly Uint8Array[]): number => {
    const start = at;
    for (const part of bytes) {
      parts.push(part);
      at += part.length;
    }
    return start;
  };
  const [sequences, starts, sizes]: number[][] = [[], [], []];
  const [of, hashes, kinds, chunkStarts, chunkSizes]: [number[], string[], string[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  for (const { sequence, mark, chain, record, chunks } of events) {
    sequences!.push(sequence);
    starts!.push(put(mark, chain, record));
    sizes!.push(record.length);
    for (const [hash, { kind, bytes }] of chunks) {
      of.push(sequence);
      hashes.push(hash);
      kinds.push(kind);
      chunkStarts.push(put(bytes));
      chunkSizes.push(bytes.length);
    }
  }
  return [Buffer.concat(parts), sequences, starts, sizes, of, hashes, kinds, chunkStarts, chunkSizes];
}

function numberIn(row: Row, column: string): number {
  const value = Number(row[column]);
  if (!Number.isSafeInteger(value) || value < 0 || row[column] === null) throw notMade(column);
  return value;
}

function kindIn(row: Row): ChunkKind {
  const kind = textIn(row, "kind") as ChunkKind;
  if (!KINDS.includes(kind)) throw notMade("kind");
  return kind;
}
