import type { Memory } from "@semantic-xpath/memory";
import type { SessionInput } from "../dialogue.js";
import type { Formation } from "../formation.js";
import { rulesFormation } from "../formations/rules/rulesFormation.js";
import { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import type { Fact } from "../lifecycle/statement.js";
import { fullRecall } from "../recall/fullRecall.js";
import { type RankOptions, rankTurns } from "../recall/rankTurns.js";
import { DEFAULT_TOKENS, type Recall, type RecallOptions, recall } from "../recall/recall.js";
import { TurnIndex } from "../recall/turnIndex.js";
import { type WhyNot, whyNot } from "../recall/whyNot.js";
import { readState } from "../tree/readState.js";
import { TreeWriter } from "../tree/treeWriter.js";
import { type Chunk, chunksOf, formEpisodes } from "./formEpisode.js";

export interface ConversationOptions {
  /** Default: `rulesFormation()`. */
  readonly formation?: Formation;
  /** The task that holds the memory; it is made with the first turns. Default: "conversation". */
  readonly task?: string;
  /** Author of the writes, in the history of the store. Default: the id of the formation. */
  readonly author?: string;
  /** The turn of a chat that writes, in the history of the store. Default: none. */
  readonly turn?: string;
}

/** Episodes of one version, where no model is called: at least this number, and this share of the sessions, since a version costs more in a larger tree. */
const EPISODES_OF_A_WRITE = 16;
const SHARE_OF_A_WRITE = 1 / 32;

/** An unformed chunk, and the episodes of its session before it. */
interface Pending {
  readonly session: string;
  readonly chunk: Chunk;
  readonly kept: Episode[];
}

/** Counts of one call of `add`. */
export interface BuildReport {
  readonly turns: number;
  /** Episodes that were formed; those that were there already are not. */
  readonly episodes: number;
  readonly facts: number;
  readonly failed: readonly { readonly episode: string; readonly reason: string }[];
}

/**
 * A memory of conversations in a task of a store.
 *
 * @example const talk = openConversation(memory, { formation: rulesFormation() });
 * await talk.add([{ id: "S1", date: "2026-03-14", turns: [{ id: "1", speaker: "Ana", text: "I live in Porto." }] }]);
 */
export class Conversation {
  private readonly writer: TreeWriter;
  private held: ConversationState;
  private readonly formation: Formation;
  private readonly author: string;
  private readonly turn: string | null;
  private index: TurnIndex | null = null;
  /** Builds run one after the other. */
  private building: Promise<unknown> = Promise.resolve();

  constructor(memory: Memory, options: ConversationOptions = {}) {
    const { formation = rulesFormation(), task = "conversation", author = formation.id, turn = null } = options;
    this.formation = formation;
    this.author = author;
    this.turn = turn;
    this.writer = new TreeWriter(memory, task);
    this.writer.load();
    const { task: existing } = this.writer;
    this.held = existing === null ? new ConversationState() : readState(existing.head().tree());
  }

  /** All facts by slots and subjects. */
  get state(): ConversationState {
    return this.held;
  }

  /**
   * Adds sessions, or turns to sessions that are there; turns that are there already are ignored. Every episode of a model is written as it is formed, so a build
   * that was killed goes on where it stopped without a second call; without a model some are written at once. An episode that failed is tried again with the next call that names its session.
   */
  add(sessions: readonly SessionInput[], options: { readonly signal?: AbortSignal } = {}): Promise<BuildReport> {
    return this.inTurn(() => this.build(sessions, options));
  }

  /** Forms again every episode that another formation made, or that failed. The versions before it stay in the history. */
  rebuild(options: { readonly signal?: AbortSignal } = {}): Promise<BuildReport> {
    const sessions = () => this.state.orderedSessions().map(({ id, date }) => ({ id, date, turns: [] }));
    return this.inTurn(() => this.build(sessions(), options));
  }

  /** Answers a question from the facts: tight by default, so nothing is handed over beside the answer. */
  recall(question: string, options: RecallOptions = {}): Recall {
    this.index ??= new TurnIndex(this.state);
    return recall(this.state, this.index.refresh(), question, options);
  }

  /** Tight recall, followed by turns up to the budget, by their relevance: also if no fact answers. */
  async recallFull(question: string, options: RecallOptions & RankOptions = {}): Promise<Recall> {
    const { task } = this.writer;
    const tight = this.recall(question, options);
    if (task === null) return tight;
    const ranked = await rankTurns(task.head().tree(), this.state, question, options);
    return fullRecall(this.state, tight, ranked, { tokens: options.tokens ?? DEFAULT_TOKENS });
  }

  /** Explains why facts, by an id or by their words, are not in an answer. */
  whyNot(wanted: string, answer: Recall): readonly WhyNot[] {
    return whyNot(this.state, answer, wanted);
  }

  /** Episodes without facts because their formation failed. */
  failures(): readonly Episode[] {
    return [...this.state.sessions.values()].flatMap(({ episodes }) =>
      episodes.filter(({ failure }) => failure !== null),
    );
  }

  /** Gives a fact another value. Throws a RangeError for an unknown id. */
  correct(fact: string, value: string, by: CorrectionBy = {}): Promise<Fact> {
    return this.change(fact, "correct", value, by);
  }

  /** Takes a fact out of all answers; the turn that states it stays. */
  forget(fact: string, by: CorrectionBy = {}): Promise<Fact> {
    return this.change(fact, "forget", "", by);
  }

  /**
   * Makes a slot or a subject another name of a second one, also for what is still to come: `merge("ana#job", "ana#work")`, `merge("ana/tom", "ana/brother")`.
   * Throws a RangeError for an id that is neither.
   */
  async merge(
    from: string,
    into: string,
    { author = "person", time = new Date().toISOString() }: CorrectionBy = {},
  ): Promise<void> {
    if (this.state.mergedInto(from) === into) return;
    const isSlots = from.includes("#");
    for (const id of [from, into])
      if (id.includes("#") !== isSlots || (isSlots ? this.state.slot(id) === null : !this.state.hasSubject(id)))
        throw new RangeError(`There is no ${isSlots ? "slot" : "subject"} "${id}"`);
    await this.inTurn(async () => {
      const id = `c${this.state.allCorrections().length + 1}`;
      this.state.addCorrection({ id, fact: from, action: "merge", text: into, time, author });
      await this.write([], [], author, `merge ${from} into ${into}`);
    });
  }

  private async change(fact: string, action: "correct" | "forget", text: string, by: CorrectionBy): Promise<Fact> {
    const { author = "person", time = new Date().toISOString() } = by;
    const id = this.state.factOf(fact)?.statement.id;
    if (id === undefined) throw new RangeError(`There is no fact "${fact}"`);
    return this.inTurn(async () => {
      const correction = { id: `c${this.state.allCorrections().length + 1}`, fact: id, action, text, time, author };
      this.state.addCorrection(correction);
      await this.write([], [], author, `${action} ${id}`);
      return this.state.factOf(id)!;
    });
  }

  private async build(
    sessions: readonly SessionInput[],
    options: { readonly signal?: AbortSignal },
  ): Promise<BuildReport> {
    let [turns, formed, facts] = [0, 0, 0];
    const failed: { episode: string; reason: string }[] = [];
    let pending: Pending[] = [];
    let unwritten: { readonly ids: readonly string[]; readonly episodes: readonly Episode[] }[] = [];
    const leastOfAWrite = () => Math.max(EPISODES_OF_A_WRITE, this.state.sessions.size * SHARE_OF_A_WRITE);
    const write = async () => {
      const [ids, episodes] = [unwritten.flatMap((each) => each.ids), unwritten.flatMap((each) => each.episodes)];
      unwritten = [];
      if (episodes.length > 0)
        await this.write([...new Set(ids)], episodes, this.author, `form ${episodes.map(({ id }) => id).join(", ")}`);
    };
    const form = async () => {
      const [group, wanted] = [pending, pending.map(({ chunk }) => chunk)];
      pending = [];
      if (group.length === 0) return;
      options.signal?.throwIfAborted();
      const episodes = await formEpisodes(wanted, this.formation, this.state.known(), options);
      for (const [i, { kept }] of group.entries()) kept.push(episodes[i]!);
      const ids = [...new Set(group.map(({ session }) => session))];
      for (const id of ids) this.state.setEpisodes(id, group.find(({ session }) => session === id)!.kept);
      unwritten.push({ ids, episodes });
      if (isFree !== true || unwritten.reduce((sum, each) => sum + each.episodes.length, 0) >= leastOfAWrite())
        await write();
      formed += episodes.length;
      for (const { id, statements, failure } of episodes) {
        facts += statements.filter(({ problem }) => problem === null).length;
        if (failure !== null) failed.push({ episode: id, reason: failure });
      }
    };
    const { batch, isAcrossSessions = false, isFree } = this.formation;
    const countOf = (chunks: readonly { readonly chunk: Chunk }[]) =>
      chunks.reduce((sum, { chunk }) => sum + chunk.turns.length, 0);
    try {
      for (const input of sessions) {
        if (countOf(pending) + input.turns.length > batch) await form();
        const before = this.state.session(input.id)?.turns.length ?? 0;
        const { session } = this.state.addTurns(input);
        turns += session.turns.length - before;
        const record = this.state.sessions.get(input.id)!;
        const existing = new Map(
          record.episodes.filter(({ failure }) => failure === null).map((each) => [each.digest, each]),
        );
        const chunks = await chunksOf(session, this.formation, options);
        const keptEpisodes: Episode[] = [];
        for (const chunk of chunks) {
          const same = existing.get(chunk.digest);
          if (same === undefined) break;
          keptEpisodes.push(same);
        }
        if (keptEpisodes.length === chunks.length && record.episodes.length === keptEpisodes.length) continue;
        this.state.setEpisodes(input.id, keptEpisodes);
        for (const chunk of chunks.slice(keptEpisodes.length)) {
          if (countOf(pending) + chunk.turns.length > batch) await form();
          pending.push({ session: input.id, chunk, kept: keptEpisodes });
          if (!isAcrossSessions) await form();
        }
      }
      await form();
    } finally {
      // Also what was formed before a call was given up.
      await write();
    }
    return { turns, episodes: formed, facts, failed };
  }

  private write(
    sessions: readonly string[],
    episodes: readonly Episode[],
    author: string,
    reason: string,
  ): Promise<void> {
    const formation = sessions.length > 0 ? this.formation.id : null;
    const step = { sessions, formation, episodes, author, reason, turn: this.turn };
    return this.writer.write(this.state, this.state.takeTouched(), step);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.building.then(work, work);
    this.building = next.catch(() => undefined);
    return next;
  }
}

export interface CorrectionBy {
  readonly author?: string;
  /** ISO 8601. Default: now. */
  readonly time?: string;
}

/** Opens the memory of conversations of a task, or prepares a new one. Throws a `MemoryError` if the store cannot be read. */
export const openConversation = (memory: Memory, options: ConversationOptions = {}): Conversation =>
  new Conversation(memory, options);

/** Names of the tasks of a memory that hold conversations. */
export const conversationTasks = (memory: Memory): readonly string[] =>
  memory.tasks().flatMap(({ name }) => (holdsConversations(memory, name) ? [name] : []));

function holdsConversations(memory: Memory, task: string): boolean {
  const { segments } = memory.task(task).head();
  return segments.size > 0 && segments.typeOf(1) === "Memory" && segments.rowAt(1).attributes.has("formation");
}
