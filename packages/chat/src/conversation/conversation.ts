import type { RunView } from "@semantic-xpath/inspect";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { ChatEvent } from "../events.js";
import { branchedBefore, placeWithin } from "./branching.js";
import { ChatError, chatError, failureOf } from "./chatError.js";
import { choiceOf } from "./choice.js";
import { branchOf, headOf } from "./context.js";
import { type ConversationOptions, firstTask, hostOf } from "./conversationOptions.js";
import { costOf } from "./cost.js";
import { EventStream } from "./eventStream.js";
import { type ConversationRecord, type Place, recordOf, type TurnRecord, turnsUpTo } from "./record.js";
import { type ConversationStore, memoryConversations } from "./store.js";
import { goOn, takeTurn } from "./takeTurn.js";
import { Turn, type TurnHost } from "./turn.js";

/** Events of one turn. Leaving the loop cancels the turn. */
export type TurnEvents = AsyncIterableIterator<ChatEvent> & { readonly turn: string };

interface TurnOptions {
  readonly signal?: AbortSignal;
}

/**
 * A conversation about a memory. Requests become queries and updates, every change is a version that names its turn, and later requests can refer to
 * earlier results. One turn runs at a time. A turn that is cancelled, or fails, has changed nothing.
 *
 * @example for await (const event of conversation.send("what is on day 2?")) if (event.type === "text") print(event.text);
 */
export class Conversation {
  readonly id: string;
  /** Unreadable parts of the record. */
  readonly problems: readonly Diagnostic[];
  private readonly host: TurnHost;
  private readonly store: ConversationStore;
  private readonly all: Map<string, TurnRecord>;
  private readonly about: Omit<ConversationRecord, "turns">;
  private place: Place;
  private head: string | null;
  private running: { readonly turn: string; readonly stop: AbortController } | null = null;
  /** The version that was seen last. */
  private seen: number;
  /** The stamp of the store after the last read or write. */
  private stamp: number;

  /** A new conversation, or the one that the store has of the id. Throws SXP5012 for a task that is not there. */
  constructor(private readonly options: ConversationOptions) {
    const { memory, id = newId(), store = memoryConversations() } = options;
    this.id = id;
    this.store = store;
    const stored = store.read(id);
    const record = stored === null ? null : recordOf(stored.entries);
    this.problems = stored?.problems ?? [];
    this.host = hostOf(options, record?.turns ?? []);
    this.about = record === null ? this.begun() : withoutTurns(record);
    this.all = new Map((record?.turns ?? []).map((turn) => [turn.id, turn]));
    const last = this.recovered(record?.turns.at(-1) ?? null);
    this.head = last?.id ?? null;
    this.place = this.possible(last?.after ?? this.about.place);
    this.seen = headOf(memory, this.place).number;
    if (record === null) this.store.append(id, { kind: "conversation", ...this.about });
    this.stamp = store.stamp(id);
  }

  /** The task that it is about. */
  get task(): string {
    return this.place.task;
  }

  /** The branch of the task that it writes to. */
  get branch(): string {
    return branchOf(this.place);
  }

  /** The newest version there. */
  get version(): number {
    return headOf(this.options.memory, this.place).number;
  }

  /** The first request, shortened. */
  get title(): string {
    const first = this.all.values().next().value?.request ?? "";
    return first.length <= 60 ? first : `${first.slice(0, 59)}…`;
  }

  /** The turns that led to where it is, the oldest first; those that were retried are not in it. */
  get turns(): readonly TurnRecord[] {
    return turnsUpTo(this.all, this.head);
  }

  /** All turns, those that were retried included. */
  record(): ConversationRecord {
    return { ...this.about, turns: [...this.all.values()] };
  }

  /** A turn that waits for a choice. */
  get waiting(): TurnRecord | null {
    const last = this.head === null ? null : (this.all.get(this.head) ?? null);
    return last?.pending == null ? null : last;
  }

  /** Makes ready for the next request, so that it is read at once: for hosts, in the time in which a person types. */
  async prepare(): Promise<void> {
    const head = headOf(this.options.memory, this.place);
    await this.host.translator.prepare?.({ tree: head.tree(), schema: head.schema });
  }

  /**
   * Begins a turn. While a turn waits, a request that names one of its choices (`yes`, `2`, `the second one`) makes that choice. Throws a
   * `ChatError`: SXP5143 while a turn is running, SXP5141 beyond the limit of turns.
   */
  send(request: string, options: TurnOptions = {}): TurnEvents {
    this.checkIdle();
    this.lookForMore();
    const { waiting } = this;
    const choice = waiting === null ? null : choiceOf(request, lastQuestion(waiting));
    if (waiting !== null && choice !== null) return this.choose(waiting.id, choice, options);
    return this.begin(request, this.head, this.place, options);
  }

  /** Goes on with a turn that waits. Throws a `ChatError`: SXP5144 where it does not, or has no such choice; SXP5143 while a turn goes on. */
  choose(turn: string, choice: number, { signal }: TurnOptions = {}): TurnEvents {
    this.checkIdle();
    this.lookForMore();
    const record = this.turnOf(turn);
    const choices = lastQuestion(record);
    const { pending } = record;
    if (pending === null || this.head !== turn) throw chatError("SXP5144", { turn, problem: "it does not wait" });
    const text = choices[choice];
    if (text === undefined) throw chatError("SXP5144", { turn, problem: `it has no choice ${choice}` });
    const next = { ...record, pending: null, state: "answered" as const };
    return this.start(next, signal, async (going) => {
      going.emit({ type: "chosen", choice, text });
      await goOn(going, pending, choice);
    });
  }

  /** Ends a turn that goes on, or waits; nothing happens to others. What it had not written does not happen. */
  cancel(turn: string): void {
    if (this.running?.turn === turn) this.running.stop.abort(CANCELLED);
    const record = this.all.get(turn);
    if (this.running !== null || record?.pending == null) return;
    const done: ChatEvent = { turn, type: "done", state: "cancelled" };
    this.keep({ ...record, pending: null, state: "cancelled", events: [...record.events, done] });
  }

  /**
   * Makes the request of a turn once more, from where the conversation was before it. That turn and those after it stay in the record, and what they wrote in the
   * memory; the conversation goes on without them, on branches that begin before it where they wrote something.
   */
  async retry(turn: string, options: TurnOptions = {}): Promise<TurnEvents> {
    this.checkIdle();
    this.lookForMore();
    const record = this.turnOf(turn);
    const place = await branchedBefore(this.options.memory, this.turns, record);
    return this.begin(record.request, record.parent, place, options);
  }

  /**
   * An earlier request in other words: a conversation of its own, that has the turns before it, on branches of the memory as in `retry`. This one stays as it is.
   */
  async rewrite(
    turn: string,
    request: string,
    options: TurnOptions = {},
  ): Promise<{ readonly conversation: Conversation; readonly events: TurnEvents }> {
    this.checkIdle();
    this.lookForMore();
    const record = this.turnOf(turn);
    const place = await branchedBefore(this.options.memory, this.turns, record);
    const id = newId();
    const from = { conversation: this.id, turn };
    const about = { format: 1, id, created: this.now(), place: this.about.place, from } as const;
    this.store.append(id, { kind: "conversation", ...about });
    for (const each of turnsUpTo(this.all, record.parent)) this.store.append(id, { kind: "turn", turn: each });
    const conversation = new Conversation({ ...this.options, store: this.store, id });
    return { conversation, events: conversation.begin(request, record.parent, place, options) };
  }

  /** The run of an id in `retrieved`, for memory and execution views. Runs that are no longer kept are run again; null for an unknown id. */
  runOf(run: string): Promise<RunView | null> {
    const { scorer, limits } = this.host;
    const budget = { maxMilliseconds: limits.queryMilliseconds };
    return this.host.runs.view(run, this.all.values(), { scorer, budget });
  }

  private begin(request: string, parent: string | null, wanted: Place, { signal }: TurnOptions): TurnEvents {
    const { turns: limit } = this.host.limits;
    if (this.all.size >= limit) throw chatError("SXP5141", { limit });
    const { memory } = this.options;
    // A memory on a server is looked at again when the turn goes on.
    if (memory.journal.remote === undefined) memory.refresh();
    const place = this.possible(wanted);
    const record: TurnRecord = {
      id: `${this.id}.${this.all.size + 1}`,
      parent,
      request,
      at: this.now(),
      before: place,
      version: headOf(memory, place).number,
      after: place,
      events: [],
      state: "answered",
      pending: null,
      found: null,
      text: null,
      wrote: [],
      spent: 0,
    };
    return this.start(record, signal, async (turn) => {
      turn.emit({ type: "began", request });
      if (record.version !== this.seen) turn.emit({ type: "moved", task: place.task, version: record.version });
      await takeTurn(turn);
    });
  }

  private start(record: TurnRecord, signal: AbortSignal | undefined, work: (turn: Turn) => Promise<void>): TurnEvents {
    this.checkIdle();
    const stop = new AbortController();
    this.running = { turn: record.id, stop };
    const stream = new EventStream<ChatEvent>(() => stop.abort(CANCELLED));
    void this.carryOut(record, { stop, signal, stream, work });
    return Object.assign(stream, { turn: record.id });
  }

  private async carryOut(record: TurnRecord, { stop, signal, stream, work }: Going): Promise<void> {
    const limit = this.host.limits.turnMilliseconds;
    const timer = Number.isFinite(limit)
      ? setTimeout(() => stop.abort(chatError("SXP5142", { seconds: Math.round(limit / 1000) })), limit)
      : undefined;
    const all = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
    const earlier = turnsUpTo(this.all, record.parent);
    const turn = new Turn(this.host, record, earlier, all, (event) => stream.push(event));
    try {
      this.keep({ ...record, state: "failed" });
      all.throwIfAborted();
      await work(turn);
    } catch (error) {
      this.failed(turn, error);
    }
    clearTimeout(timer);
    await this.finish(turn);
    stream.end();
  }

  /** A turn that wrote has done what it was for; any other one has done nothing. */
  private failed(turn: Turn, error: unknown): void {
    turn.pending = null;
    const wrote = turn.wrote.length > turn.record.wrote.length;
    const isCancelled = turn.signal.aborted && !(turn.signal.reason instanceof ChatError);
    turn.state = wrote ? "changed" : isCancelled ? "cancelled" : "failed";
    if (isCancelled) return;
    const reason = turn.signal.aborted ? turn.signal.reason : error;
    const { code, message } = failureOf(reason);
    if (code === "SXP5150") this.options.onFault?.(error);
    turn.emit({ type: "failed", code, message });
  }

  private async finish(turn: Turn): Promise<void> {
    try {
      turn.emit({ type: "cost", cost: await costOf(turn) });
    } catch (error) {
      this.options.onFault?.(error);
    }
    turn.emit({ type: "done", state: turn.state });
    this.running = null;
    this.place = turn.place;
    this.seen = this.newestVersion();
    this.keep(turn.ended());
  }

  /** The newest version where the conversation is; 0 where others have deleted the task or branch. */
  private newestVersion(): number {
    const { memory } = this.options;
    const { task } = this.place;
    if (!memory.hasTask(task)) return 0;
    return (
      memory
        .task(task)
        .branches()
        .find(({ name }) => name === this.branch)?.head ?? 0
    );
  }

  /** Kept as it is now; where that fails the conversation goes on, and says so in the turn. */
  private keep(turn: TurnRecord): void {
    this.all.set(turn.id, turn);
    this.head = turn.id;
    try {
      this.store.append(this.id, { kind: "turn", turn });
      this.stamp = this.store.stamp(this.id);
    } catch (error) {
      const { code, message } = failureOf(error);
      this.all.set(turn.id, { ...turn, events: [...turn.events, { turn: turn.id, type: "note", code, message }] });
    }
  }

  /** Turns that another process, or another page, has added to this conversation. */
  private lookForMore(): void {
    if (this.store.stamp(this.id) === this.stamp) return;
    const record = recordOf(this.store.read(this.id)?.entries ?? []);
    for (const turn of record?.turns ?? []) this.all.set(turn.id, turn);
    const last = record?.turns.at(-1);
    if (last !== undefined) {
      this.head = last.id;
      this.place = this.possible(last.after);
    }
    this.stamp = this.store.stamp(this.id);
  }

  /** A turn during which the process ended, completed from the versions in the memory. */
  private recovered(last: TurnRecord | null): TurnRecord | null {
    if (last === null || last.events.some(({ type }) => type === "done")) return last;
    const { memory } = this.options;
    const wrote = memory
      .tasks()
      .flatMap((task) => task.log({ turn: last.id }).map(({ number: version }) => ({ task: task.name, version })))
      .filter(({ task, version }) => !last.wrote.some((each) => each.task === task && each.version === version));
    const { code, message } = chatError("SXP5148", {}).diagnostic;
    const state = wrote.length > 0 ? "changed" : "failed";
    const turn = last.id;
    const events: ChatEvent[] = [
      ...last.events,
      { turn, type: "failed", code, message },
      { turn, type: "done", state },
    ];
    const record: TurnRecord = { ...last, wrote: [...last.wrote, ...wrote], state, pending: null, events };
    this.all.set(record.id, record);
    return record;
  }

  private possible(place: Place): Place {
    return placeWithin(this.options.memory, place, () => firstTask(this.options));
  }

  private begun(): Omit<ConversationRecord, "turns"> {
    const place = { task: firstTask(this.options), branches: [] };
    return { format: 1, id: this.id, created: this.now(), place, from: null };
  }

  private turnOf(id: string): TurnRecord {
    const turn = this.all.get(id);
    if (turn === undefined) throw chatError("SXP5144", { turn: id, problem: "there is no such turn" });
    return turn;
  }

  private now(): string {
    return this.options.now?.() ?? localTime(new Date());
  }

  private checkIdle(): void {
    if (this.running !== null) throw chatError("SXP5143", { turn: this.running.turn });
  }
}

interface Going {
  readonly stop: AbortController;
  readonly signal: AbortSignal | undefined;
  readonly stream: EventStream<ChatEvent>;
  readonly work: (turn: Turn) => Promise<void>;
}

const CANCELLED = new DOMException("The turn was cancelled", "AbortError");

const withoutTurns = ({ turns: _, ...about }: ConversationRecord): Omit<ConversationRecord, "turns"> => about;

function lastQuestion({ events }: TurnRecord): readonly string[] {
  const question = events.findLast(({ type }) => type === "question");
  return question?.type === "question" ? question.choices : [];
}

/** Ten letters and digits. */
function newId(): string {
  const letters = crypto.getRandomValues(new Uint8Array(10));
  return [...letters].map((byte) => (byte % 36).toString(36)).join("");
}

/** An instant as the clock on the wall says it, with the offset of its zone: `2026-06-01T09:00:00-04:00`. */
function localTime(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
}
