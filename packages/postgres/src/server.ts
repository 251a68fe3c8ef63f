import { hash } from "node:crypto";
import { deflateRaw, inflateRawSync } from "node:zlib";
import {
  createMirror,
  type DoctorOptions,
  type DoctorReport,
  examineRemote,
  Memory,
  MemoryError,
  type MemoryOptions,
  type MirrorJournal,
  type MirrorOptions,
  openMirror,
} from "@semantic-xpath/memory";
import { type Connection, connectionOf, type PoolOptions, type SqlClient } from "./client.js";
import { DerivedRows } from "./derived.js";
import { PostgresJournal, type PostgresJournalOptions } from "./postgresJournal.js";
import { checkTables, makeTables } from "./schema.js";

export interface ServerOptions extends PostgresJournalOptions, PoolOptions {}

export interface StoreOptions extends MemoryOptions, Pick<MirrorOptions, "poll" | "pause"> {
  /** Bytes of derived data on the server; the least recently used goes first. 0: none. Default 64 MiB. */
  readonly derivedBytes?: number;
}

const PLATFORM: MirrorOptions = {
  sha256: (pieces) => new Uint8Array(hash("sha256", Buffer.concat(pieces), "buffer")),
  packing: {
    deflate: (bytes, done) => deflateRaw(bytes, { level: 3 }, (error, packed) => error === null && done(packed)),
    inflate: inflateRawSync,
  },
};

/**
 * The memories of a database: a URL for `pg`, or a client that a caller has, such as a `Pool` or a PGlite. One for a process: its memories share the
 * connections.
 *
 * @example
 * const server = await openServer("postgres://localhost/agents");
 * const memory = await server.open("tenant-17");
 */
export async function openServer(place: string | SqlClient, options: ServerOptions = {}): Promise<Server> {
  return new Server(await connectionOf(place, options), options);
}

export class Server {
  readonly journal: PostgresJournal;

  constructor(
    private readonly connection: Connection,
    options: ServerOptions,
  ) {
    this.journal = new PostgresJournal(connection, options);
  }

  get where(): string {
    return this.connection.where;
  }

  /** Makes the tables where they are missing. Several may do so at once. Rejects with SXP5004 for those of a newer version. */
  init(): Promise<void> {
    return makeTables(this.connection);
  }

  /** Rejects with a `MemoryError`: SXP5001 where there is no such store, SXP5002 where it is damaged. */
  async open(store: string, options: StoreOptions = {}): Promise<Memory> {
    return this.memoryOf(store, await openMirror(this.journal, store, { ...options, ...PLATFORM }), options);
  }

  /** Makes an empty store. Rejects with SXP5008 where there is one of the name. */
  async create(store: string, options: StoreOptions = {}): Promise<Memory> {
    const { retention, quotas, ...rest } = options;
    const memory = this.memoryOf(store, await createMirror(this.journal, store, { ...options, ...PLATFORM }), rest);
    if (retention !== undefined || quotas !== undefined)
      await memory.transactionAsync(() => {
        if (retention !== undefined) memory.retention = retention;
        if (quotas !== undefined) memory.quotas = quotas;
      });
    return memory;
  }

  private memoryOf(store: string, journal: MirrorJournal, options: StoreOptions): Memory {
    const { derivedBytes = 2 ** 26 } = options;
    if (derivedBytes === 0) return Memory.open(journal, options);
    const rows = new DerivedRows(this.connection, store, journal, derivedBytes);
    const derived = () => rows.open();
    return Memory.open(journal, { derived, openScores: () => rows.openScores(), ...options });
  }

  /** `doctorAsync` of a store, also of one so damaged that it can't be opened. */
  examine(store: string, options: DoctorOptions = {}): Promise<DoctorReport> {
    return examineRemote(this.journal, store, { ...options, ...PLATFORM });
  }

  /** The journal of a store, for `copyJournal`. It is made if it is missing. */
  async openJournal(store: string): Promise<MirrorJournal> {
    try {
      return await openMirror(this.journal, store, PLATFORM);
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== "SXP5001") throw error;
      await this.init();
      return createMirror(this.journal, store, PLATFORM);
    }
  }

  /** Rejects with SXP5023 if the server can't be reached, SXP5001 and SXP5004 for other tables than those of today. */
  check(): Promise<void> {
    return checkTables(this.connection);
  }

  /** Names of stores after one, in the order of their code points; at most 1 000 by default. */
  stores(after: string | null = null, limit = 1000): Promise<readonly string[]> {
    return this.journal.stores(after, limit);
  }

  /** Deletes a store with all that is in it. False where there is none. What copies and backups of the server hold stays. */
  drop(store: string): Promise<boolean> {
    return this.journal.drop(store);
  }

  /** Ends the connections that were opened here. */
  close(): Promise<void> {
    return this.connection.end();
  }
}

/** The store of a memory, and options for its connection. */
export interface PostgresMemoryOptions extends ServerOptions, StoreOptions {
  readonly store: string;
}

/**
 * Opens one memory of a database. Its connections end with it, where they were opened here. Rejects with a `MemoryError`: SXP5001 where there is none, SXP5002
 * where it is damaged, SXP5023 where no answer comes.
 *
 * @example const memory = await openMemory("postgres://localhost/agents", { store: "trips" })
 */
export const openMemory = (place: string | SqlClient, options: PostgresMemoryOptions): Promise<Memory> =>
  withServer(place, options, (server) => server.open(options.store, options));

/** Makes an empty memory, and the tables where they are missing. Rejects with SXP5008 where there is one. */
export const createMemory = (place: string | SqlClient, options: PostgresMemoryOptions): Promise<Memory> =>
  withServer(place, options, async (server) => {
    await server.init();
    return server.create(options.store, options);
  });

async function withServer(
  place: string | SqlClient,
  options: ServerOptions,
  open: (server: Server) => Promise<Memory>,
): Promise<Memory> {
  const server = await openServer(place, options);
  try {
    const memory = await open(server);
    const { journal } = memory;
    const close = journal.close.bind(journal);
    Object.assign(journal, {
      close() {
        close();
        void server.close();
      },
    });
    return memory;
  } catch (error) {
    await server.close();
    throw error;
  }
}
