import { memoryError } from "@semantic-xpath/memory";
import { ask, type Connection, connectionOf, type PoolOptions, type SqlClient } from "./client.js";

/** Conversations that are loaded: those that were last written to. */
const MOST = 100;
/** UTF-16 units of the texts of one conversation; what is beyond them is refused. */
const MAX_SIZE = 1 << 26;
/** Attempts at a text whose number others take first. */
const ATTEMPTS = 8;

const LOAD = `with last as (
  select conversation, max(written) as at from sxp_conversation where store = $1 group by conversation order by at desc limit ${MOST})
select c.conversation, c.entry from sxp_conversation c join last l on l.conversation = c.conversation where c.store = $1
  order by l.at, c.conversation, c.number`;

const APPEND = `insert into sxp_conversation (store, conversation, number, entry)
  select $1::text, $2::text, coalesce(max(number), 0) + 1, $3::text from sxp_conversation where store = $1 and conversation = $2
  having exists (select from sxp_store where store = $1)
  on conflict do nothing returning store`;

const REMOVE = "delete from sxp_conversation where store = $1 and conversation = $2";

const PRUNE = `delete from sxp_conversation where store = $1
  and exists (select from unnest($2::text[]) t(quote) where position(t.quote in entry) > 0)`;

export interface ConversationOptions extends PoolOptions {
  readonly store: string;
}

/** Conversations about a store, in a table of its server: see `rowConversations` of the chat package. */
export interface ConversationTable {
  readonly conversations: ReadonlyMap<string, readonly string[]>;
  /** Begins to write. Throws SXP5005 where a conversation would be too long. */
  append(id: string, text: string): void;
  remove(id: string): void;
  /** When all that was begun is written. Rejects, once, with what was not. */
  settled(): Promise<void>;
  /** Ends the connections that were opened here, after what was begun. */
  close(): Promise<void>;
}

/**
 * Loads the 100 conversations that were last written to. Writes follow each other.
 *
 * @example const rows = await openConversations("postgres://localhost/agents", { store: "trips" })
 */
export async function openConversations(
  place: string | SqlClient,
  { store, ...options }: ConversationOptions,
): Promise<ConversationTable> {
  const connection = await connectionOf(place, { connections: 1, ...options });
  try {
    return new Rows(connection, store, await ask(connection, LOAD, [store]));
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Deletes the texts of conversations in which one of the quotes occurs. */
export async function pruneConversations(
  connection: Connection,
  store: string,
  quotes: readonly string[],
): Promise<void> {
  if (quotes.length > 0) await ask(connection, PRUNE, [store, quotes]);
}

class Rows implements ConversationTable {
  readonly conversations = new Map<string, string[]>();
  private written: Promise<void> = Promise.resolve();
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly store: string,
    rows: readonly Readonly<Record<string, unknown>>[],
  ) {
    for (const { conversation, entry } of rows) {
      const texts = this.conversations.get(`${conversation}`) ?? [];
      texts.push(`${entry}`);
      this.conversations.set(`${conversation}`, texts);
    }
  }

  append(id: string, text: string): void {
    const texts = this.conversations.get(id) ?? [];
    const size = texts.reduce((sum, { length }) => sum + length, text.length);
    if (size > MAX_SIZE) throw memoryError("SXP5005", { reason: `the conversation ${id} would be too long` });
    this.conversations.delete(id);
    this.conversations.set(id, [...texts, text]);
    this.begin(() => this.insert(id, text));
  }

  remove(id: string): void {
    this.conversations.delete(id);
    this.begin(() => ask(this.connection, REMOVE, [this.store, id]));
  }

  async settled(): Promise<void> {
    await this.written;
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure.error;
  }

  async close(): Promise<void> {
    await this.written;
    await this.connection.end();
  }

  private begin(write: () => Promise<unknown>): void {
    this.written = this.written.then(write).then(
      () => {},
      (error: unknown) => {
        this.failure = { error };
      },
    );
  }

  private async insert(id: string, text: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      if ((await ask(this.connection, APPEND, [this.store, id, text])).length === 1) return;
    throw memoryError("SXP5001", { where: this.connection.where, reason: "there is no such store" });
  }
}
