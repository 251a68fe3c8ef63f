import { inspect } from "@semantic-xpath/inspect";
import { type Memory, type MemoryEvent, prepareQuery } from "@semantic-xpath/memory";
import { suggest } from "@semantic-xpath/parser";
import { faultSentence, faultsOfValue, type ValueFault } from "@semantic-xpath/planner";
import { type Budget, compile, lexicalScorer, type RunOptions, type Scorer } from "@semantic-xpath/runtime";
import type { RunEntry } from "@semantic-xpath/views";
import { PARAMS } from "../params.js";
import type { Studio, StudioEvent, StudioQuestions, StudioState } from "../protocol.js";
import { Chats, type ChatsOptions } from "./chats.js";
import { KeptRuns, type ViewQuestion } from "./keptRuns.js";
import { QUESTIONS, type Question } from "./questions.js";
import { Replays } from "./replay.js";
import { studioError } from "./studioError.js";
import { taskViews } from "./versions.js";

export interface StudioOptions {
  /** Has one task at the least. It stays the caller's to close. */
  readonly memory: Memory;
  /** Title of the page: the folder, or the file. */
  readonly title: string;
  /** Default: the first task. */
  readonly task?: string;
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  /** As one would write it. Default: `lexical`. */
  readonly scorerName?: string;
  /** Allows changes. Default true. */
  readonly canWrite?: boolean;
  /** True if the memory outlives the studio. Default false. */
  readonly isKept?: boolean;
  /** Readers of requests and writers of answers beside the translator, and bounds of conversations. Default: none. */
  readonly conversation?: Omit<ChatsOptions["conversation"], "memory" | "scorer" | "author" | "onFault">;
  /** Store of conversations. Default: as long as the studio runs. */
  readonly conversations?: ChatsOptions["store"];
  /** The language model's name, for the page. Default: none. */
  readonly model?: string;
  /** Gets what was thrown in a turn where the fault is ours. */
  readonly onFault?: (error: unknown) => void;
  /** Author of manual edits. Default: `person`. */
  readonly author?: string;
  /** Budget of each run. Default: ten seconds, and the budgets of the runtime. */
  readonly budget?: Partial<Budget>;
}

/** Options of a run of the editor. */
interface Running {
  readonly signal?: AbortSignal | undefined;
  /** The ticket of events of its progress. Default: the run sends none. */
  readonly ticket?: string | undefined;
}

const PROGRESS_MILLISECONDS = 250;

const RUN_BUDGET: Partial<Budget> = { maxMilliseconds: 10_000 };

/** The session behind the page, wherever that is: it answers the questions of the protocol over a memory, its runs and its conversations. */
export class StudioSession implements Studio {
  readonly memory: Memory;
  readonly runs: KeptRuns;
  readonly chats: Chats;
  readonly replays = new Replays(this);
  readonly scorer: Scorer;
  readonly author: string;
  readonly budget: Partial<Budget>;
  readonly canWrite: boolean;
  private readonly listeners = new Set<(event: StudioEvent) => void>();
  private readonly endWatching: () => void;
  private made = 0;
  /** Never rejects. */
  private preparing: Promise<void> = Promise.resolve();

  constructor(private readonly options: StudioOptions) {
    this.memory = options.memory;
    this.scorer = options.scorer ?? lexicalScorer();
    this.author = options.author ?? "person";
    this.canWrite = options.canWrite ?? true;
    this.budget = { ...RUN_BUDGET, ...options.budget };
    const ran = (): void => this.tell({ type: "runs", runs: this.runEntries() });
    this.runs = new KeptRuns(ran);
    const { memory, scorer, author } = this;
    const { onFault, task, scorerName = "lexical", conversations: store } = options;
    this.chats = new Chats({
      conversation: { ...options.conversation, memory, scorer, author, ...(onFault !== undefined && { onFault }) },
      store,
      task,
      scorerName,
      ran,
      tell: (event) => this.tell(event),
    });
    this.endWatching = this.memory.watch((event) => this.hear(event));
  }

  ask<K extends keyof StudioQuestions>(
    method: K,
    params: Parameters<StudioQuestions[K]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<StudioQuestions[K]>> {
    return this.answer(method, params, signal) as Promise<ReturnType<StudioQuestions[K]>>;
  }

  /** Answers a question from outside, whose type is unknown. */
  async answer(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const question = questionNamed(method);
    if (question.right === "write" && !this.canWrite) throw studioError("SXP5162", { question: method });
    const faults = faultsOfValue(params, PARAMS[method as keyof StudioQuestions], "its parameters");
    if (faults.length > 0)
      throw studioError("SXP5161", { question: method, problems: faults.slice(0, MAX_PROBLEMS).map(problemOf) });
    return question.answer(this, params, signal);
  }

  listen(listener: (event: StudioEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Ends what goes on. The memory stays open. */
  close(): void {
    this.chats.close();
    this.endWatching();
    this.listeners.clear();
  }

  state(): StudioState {
    const tasks = this.memory.tasks();
    const { title, task, isKept = false } = this.options;
    return {
      title,
      model: this.options.model ?? null,
      tasks: taskViews(tasks),
      task: task !== undefined && this.memory.hasTask(task) ? task : (tasks[0]?.name ?? ""),
      conversations: this.chats.list(),
      runs: this.runEntries(),
      canWrite: this.canWrite,
      isKept,
    };
  }

  /** Runs a query and keeps the run. Rejects as `Memory.query` does. */
  async run(
    query: string,
    task: string | null,
    version: number | null,
    { signal, ticket }: Running = {},
  ): Promise<string> {
    const { ran } = await prepareQuery(this.memory, query, {
      ...(task !== null && { task }),
      ...(version !== null && { version }),
      scorer: this.scorer,
      budget: this.budget,
      now: this.memory.now().toISOString(),
      ...(signal !== undefined && { signal }),
      ...(ticket !== undefined && { onProgress: this.progressOf(ticket) }),
    });
    const inspection = await inspect(ran.query, ran.tree, ran.options);
    const id = `q${++this.made}`;
    const dataName = task === null ? this.options.title : nameOf(task, version);
    const scorer = this.options.scorerName ?? "lexical";
    this.runs.keep(id, inspection, { scorer, dataName, at: this.memory.now().getTime() });
    return id;
  }

  /** Tells the pages of the progress of a run, a few times in a second. */
  private progressOf(ticket: string): NonNullable<RunOptions["onProgress"]> {
    let next = PROGRESS_MILLISECONDS;
    return ({ pairs, wanted, milliseconds }) => {
      if (milliseconds < next) return;
      next = milliseconds + PROGRESS_MILLISECONDS;
      this.tell({ type: "progress", ticket, pairs, wanted });
    };
  }

  /** The tree of a version, under an id that is the same whenever it is asked for. */
  async browse(task: string, version: number | null, signal?: AbortSignal): Promise<string> {
    const taskOfMemory = this.memory.task(task);
    const { number } = version === null ? taskOfMemory.head() : taskOfMemory.version(version);
    const id = `v${taskOfMemory.id}-${number}`;
    await this.openTree(id, signal);
    return id;
  }

  /** Builds the tree that a page shows first, so that no page waits for it. A page that requests it earlier shares it. */
  prepare(): Promise<void> {
    this.preparing = this.layOutFirst().catch(() => {
      // A request for the tree receives the reason why it can't be shown.
    });
    return this.preparing;
  }

  private async layOutFirst(): Promise<void> {
    const first = this.memory.task(this.state().task);
    const run = `v${first.id}-${first.head().number}`;
    await this.layOut(run);
    await this.runs.ask({ run, method: "tree", params: {} });
    await this.runs.ask({ run, method: "contents", params: { from: 1, count: 1, characters: 1 } });
  }

  async view(question: ViewQuestion, signal?: AbortSignal): Promise<unknown> {
    await this.openTree(question.run, signal);
    if (this.runs.has(question.run)) return this.runs.ask(question, signal);
    const response = await this.chats.ask(question);
    if (response === null) throw studioError("SXP5163", {});
    return response.answer;
  }

  /** Oldest first. */
  private runEntries(): readonly RunEntry[] {
    return [...this.runs.list(), ...this.chats.entries()].sort((a, b) => a.at - b.at);
  }

  private async openTree(id: string, signal?: AbortSignal): Promise<void> {
    await this.preparing;
    await this.layOut(id, signal);
  }

  /** Lays out the tree of a version that is not kept, or not any more. */
  private async layOut(id: string, signal?: AbortSignal): Promise<void> {
    const [, task, number] = /^v(\d{1,9})-(\d{1,9})$/.exec(id) ?? [];
    if (task === undefined || this.runs.has(id)) return;
    const taskOfMemory = this.memory.taskById(Number(task));
    const version = taskOfMemory.version(Number(number));
    const { query } = compile("/*", { schema: version.schema });
    const options = signal === undefined ? {} : { signal };
    this.runs.keepUnlisted(
      id,
      await inspect(query!, version.tree(), options),
      nameOf(taskOfMemory.name, version.number),
    );
  }

  tell(event: StudioEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  private hear(event: MemoryEvent): void {
    switch (event.kind) {
      case "settings":
        break;
      case "prune":
        this.replays.forget();
        this.tell({ type: "memory", task: "", version: 0 });
        break;
      case "problem":
        this.tell({ type: "memory", task: "", version: 0 });
        break;
      case "commit":
        this.tell({ type: "memory", task: event.task, version: event.version });
        break;
      default: {
        const { task } = event;
        const version = this.memory.hasTask(task) ? this.memory.task(task).head().number : 0;
        this.tell({ type: "memory", task, version });
      }
    }
  }
}

const nameOf = (task: string, version: number | null): string =>
  version === null ? task : `${task}, version ${version}`;

function questionNamed(name: string): Question<unknown, unknown> {
  if (!Object.hasOwn(QUESTIONS, name))
    throw studioError("SXP5160", {
      name: name.slice(0, 60),
      suggestions: suggest(name.slice(0, 60), Object.keys(QUESTIONS)),
    });
  return QUESTIONS[name as keyof StudioQuestions] as Question<unknown, unknown>;
}

/** Problems of a question that its refusal lists. */
const MAX_PROBLEMS = 5;

function problemOf(fault: ValueFault): string {
  if (fault.kind === "Member" && fault.path.length === 0) return `it has no parameter "${fault.name.slice(0, 40)}"`;
  return `${fault.path.length === 0 ? fault.where : `"${fault.where.slice(0, 80)}"`} ${faultSentence(fault)}`;
}
