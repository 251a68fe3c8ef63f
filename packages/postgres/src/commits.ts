import { textIn } from "@semantic-xpath/memory";
import { ask, CHANNEL, type Connection } from "./client.js";
import { codeOf } from "./errors.js";

export interface CommitOptions {
  /**
   * True: each step notifies processes that watch. By default these look from time to time, since commits that notify wait for each other on the whole server.
   */
  readonly notify?: boolean;
  /**
   * Most commits in one statement, each of another store; 8 by default. Those that come within one turn of the event loop are sent together. 1 is for databases
   * that keep stores on several machines.
   */
  readonly together?: number;
}

/** Store, expected generation, sequence and chain, next chain and bytes, mark, record, and chunks of a commit. */
type Values = readonly [string, number, number, Uint8Array, Uint8Array, number, Uint8Array, Uint8Array, Uint8Array];

interface Commit {
  readonly values: Values;
  readonly done: (isMade: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** Maximum bytes of records and chunks of commits that are sent together. */
const MAX_BYTES = 2 ** 20;

/** A commit: one event whose chunks lie in its row. It costs the server and the client two thirds of what `append` does. */
const ALONE = `with won as (update sxp_store set sequence = sequence + 1, chain = $5, bytes = $6
  where store = $1 and generation = $2 and sequence = $3 and chain = $4 returning store, generation, sequence)
insert into sxp_event (store, generation, sequence, mark, chain, record, chunks)
select store, generation, sequence, $7, $5, $8, $9 from won returning store`;

const TYPES = ["text", "bigint", "bigint", "bytea", "bytea", "bigint", "bytea", "bytea", "bytea"];

/** Commits of several stores. A store with a locked head is left out, so that no commit waits for another store. */
function commitsOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => TYPES.map((type, i) => `$${9 * row + i + 1}::${type}`));
  return `with own(store, generation, sequence, expected, chain, bytes, mark, record, chunks) as (values (${rows.join("), (")})),
free as (select own.* from sxp_store s join own on s.store = own.store
  where s.generation = own.generation and s.sequence = own.sequence and s.chain = own.expected for update of s skip locked),
won as (update sxp_store s set sequence = s.sequence + 1, chain = free.chain, bytes = free.bytes from free where s.store = free.store
  returning s.store, s.generation, s.sequence, s.chain, free.mark, free.record, free.chunks)
insert into sxp_event (store, generation, sequence, mark, chain, record, chunks)
select store, generation, sequence, mark, chain, record, chunks from won returning store`;
}

/** By the number of commits. */
const statements = ["", ALONE];

function statementOf(count: number): string {
  statements[count] ??= commitsOf(count);
  return statements[count];
}

/** Sends commits. Each has the outcome that it has alone: what was not made beside others is sent alone. */
export class Commits {
  private waiting: Commit[] = [];
  /** Stores whose last commit got no answer beside others: the next one goes alone. */
  private readonly apart = new Set<string>();
  private readonly most: number;

  constructor(
    private readonly connection: Connection,
    private readonly options: CommitOptions,
  ) {
    this.most = options.together ?? 8;
  }

  /** False where the store has another head than the expected one. */
  append(values: Values): Promise<boolean> {
    return new Promise((done, failed) => {
      const count = this.waiting.push({ values, done, failed });
      // The server works on a full group while this process makes the commits of the next one.
      if (count === this.most) this.sendAll();
      else if (count === 1) setImmediate(() => this.sendAll());
    });
  }

  private sendAll(): void {
    const { waiting } = this;
    this.waiting = [];
    let [group, bytes] = [new Map<string, Commit>(), 0];
    for (const commit of waiting) {
      const [store, , , , , , , record, chunks] = commit.values;
      if (this.apart.delete(store)) {
        void this.send([commit]);
        continue;
      }
      const size = record.length + chunks.length;
      if (group.has(store) || bytes + size > MAX_BYTES) {
        void this.send([...group.values()]);
        [group, bytes] = [new Map(), 0];
      }
      group.set(store, commit);
      bytes += size;
    }
    void this.send([...group.values()]);
  }

  private async send(group: readonly Commit[]): Promise<void> {
    const count = group.length;
    if (count === 0) return;
    try {
      const [ending, returned] = this.options.notify ? ["_notify", `, pg_notify('${CHANNEL}', store)`] : ["", ""];
      const text = statementOf(count) + returned;
      const values = group.flatMap((commit) => commit.values);
      const rows = await ask(this.connection, text, values, `sxp_append${count}${ending}`);
      const won = new Set(rows.map((row) => textIn(row, "store")));
      for (const commit of group) {
        const isMade = won.has(commit.values[0]);
        if (isMade || count === 1) commit.done(isMade);
        else void this.send([commit]);
      }
    } catch (error) {
      const isAnswered = codeOf(error) !== "SXP5023";
      for (const commit of group)
        if (isAnswered && count > 1) void this.send([commit]);
        else {
          if (count > 1) this.apart.add(commit.values[0]);
          commit.failed(error);
        }
    }
  }
}
