import {
  type ChatEvent,
  Conversation,
  type ConversationOptions,
  type ConversationStore,
  memoryConversations,
  type TurnEvents,
  type TurnRecord,
} from "@semantic-xpath/chat";
import { askView, type RunView, redacted } from "@semantic-xpath/inspect";
import { shortened } from "@semantic-xpath/values";
import type { RunEntry } from "@semantic-xpath/views";
import type { ConversationView, StudioEvent, StudioState } from "../protocol.js";
import { PAGE_ROWS, TITLE_LENGTH, type ViewQuestion } from "./keptRuns.js";
import { studioError } from "./studioError.js";

/** Subject and services of the conversations of a studio. */
export interface ChatsOptions {
  /** All but what each conversation has of its own. */
  readonly conversation: Omit<ConversationOptions, "store" | "id" | "task">;
  /** Store of conversations. Default: as long as the studio runs. */
  readonly store?: ConversationStore | undefined;
  /** The task that the first one is about. */
  readonly task?: string | undefined;
  /** As the list of runs names the scorer. */
  readonly scorerName: string;
  readonly tell: (event: StudioEvent) => void;
  /** Called when a turn has run a query. */
  readonly ran: () => void;
}

/** Conversations in the list, and turns of one, that a page gets; runs in the list of runs. */
const MAX_LISTED = 50;
const MAX_TURNS = 100;
const MAX_RUNS = 50;
const ID = /^[0-9A-Za-z]{1,40}$/;

/** The conversations of a studio: each turn goes on by itself, and what happens in it is reported to all pages. */
export class Chats {
  private readonly store: ConversationStore;
  private readonly opened = new Map<string, Conversation>();
  /** By the turn that goes on: what happened in it. */
  private readonly live = new Map<string, ChatEvent[]>();
  private readonly runs = new Map<string, { readonly entry: RunEntry; readonly conversation: Conversation }>();

  constructor(private readonly options: ChatsOptions) {
    this.store = options.store ?? memoryConversations();
  }

  /** The one that was last written to first. */
  list(): StudioState["conversations"] {
    const ids = this.store.list().slice(0, MAX_LISTED);
    return ids.map((id) => {
      const { title, turns } = this.get(id);
      return { id, title, turns: turns.length };
    });
  }

  /** Oldest first. */
  entries(): readonly RunEntry[] {
    return [...this.runs.values()].map(({ entry }) => entry);
  }

  view(wanted: string | null): ConversationView {
    const conversation = this.get(wanted ?? this.store.list()[0] ?? this.begin(null));
    const { id, title, task, branch, turns, waiting } = conversation;
    const visibleTurns = turns.slice(-MAX_TURNS);
    return {
      id,
      title,
      task,
      branch,
      running: visibleTurns.findLast((turn) => this.live.has(turn.id))?.id ?? null,
      waiting: waiting?.id ?? null,
      omitted: turns.length - visibleTurns.length,
      turns: visibleTurns.map((turn) => ({
        id: turn.id,
        request: turn.request,
        at: turn.at,
        events: joinedText(this.live.get(turn.id) ?? turn.events),
      })),
    };
  }

  begin(task: string | null): string {
    const taskName = task ?? this.options.task;
    const conversation = this.made(taskName === undefined ? {} : { task: taskName });
    this.opened.set(conversation.id, conversation);
    return conversation.id;
  }

  send(id: string, request: string): string {
    const conversation = this.get(id);
    return this.follow(conversation, conversation.send(request));
  }

  choose(id: string, turn: string, choice: number): null {
    const conversation = this.get(id);
    // Once the choice is made the turn waits no more.
    const before = conversation.waiting;
    this.follow(conversation, conversation.choose(turn, choice), before);
    return null;
  }

  cancel(id: string, turn: string): null {
    const conversation = this.get(id);
    const isWaiting = conversation.waiting?.id === turn && !this.live.has(turn);
    conversation.cancel(turn);
    // A turn that only waited is heard by no other listener.
    if (isWaiting)
      this.options.tell({ type: "chat", conversation: id, event: { turn, type: "done", state: "cancelled" } });
    return null;
  }

  async retry(id: string, turn: string): Promise<string> {
    const conversation = this.get(id);
    return this.follow(conversation, await conversation.retry(turn));
  }

  async rewrite(
    id: string,
    turn: string,
    request: string,
  ): Promise<{ readonly conversation: string; readonly turn: string }> {
    const { conversation, events } = await this.get(id).rewrite(turn, request);
    this.opened.set(conversation.id, conversation);
    return { conversation: conversation.id, turn: this.follow(conversation, events) };
  }

  /** Answers a question about a run of a turn; null for an unknown run. */
  async ask({
    run,
    method,
    params,
    redacted: bars = false,
  }: ViewQuestion): Promise<{ readonly answer: unknown } | null> {
    const view = await this.runOf(run);
    return view === null ? null : { answer: await askView(bars ? redacted(view) : view, method, params, PAGE_ROWS) };
  }

  async exported(id: string): Promise<{ readonly name: string; readonly html: string }> {
    const conversation = this.get(id);
    const { exportHtml } = await import("./exportHtml.js");
    const html = await exportHtml(conversation, (run) => conversation.runOf(run).catch(() => null));
    return { name: `conversation-${id}.html`, html };
  }

  /** Ends the turns that go on. */
  close(): void {
    for (const conversation of this.opened.values())
      for (const { id } of conversation.turns.slice(-1)) if (this.live.has(id)) conversation.cancel(id);
  }

  private async runOf(run: string): Promise<RunView | null> {
    const owner = this.runs.get(run)?.conversation;
    if (owner !== undefined) return owner.runOf(run);
    for (const conversation of this.opened.values()) {
      const view = await conversation.runOf(run);
      if (view !== null) return view;
    }
    return null;
  }

  private get(id: string): Conversation {
    const existing = this.opened.get(id);
    if (existing !== undefined) return existing;
    if (!ID.test(id) || this.store.read(id) === null) throw studioError("SXP5167", {});
    const conversation = this.made({ id });
    this.opened.set(id, conversation);
    return conversation;
  }

  private made(own: Pick<ConversationOptions, "id" | "task">): Conversation {
    const conversation = new Conversation({ ...this.options.conversation, ...own, store: this.store });
    prepareSoon(conversation);
    return conversation;
  }

  /** Tells what happens in a turn until it ends or waits. */
  private follow(conversation: Conversation, events: TurnEvents, before: TurnRecord | null = null): string {
    const { turn } = events;
    const happened = [...(before?.events ?? [])];
    this.live.set(turn, happened);
    void this.tellAll(conversation, events, happened).finally(() => {
      this.live.delete(turn);
      prepareSoon(conversation);
    });
    return turn;
  }

  private async tellAll(conversation: Conversation, events: TurnEvents, happened: ChatEvent[]): Promise<void> {
    for await (const event of events) {
      happened.push(event);
      if (event.type === "retrieved") this.keepRun(conversation, event);
      this.options.tell({ type: "chat", conversation: conversation.id, event });
    }
  }

  private keepRun(conversation: Conversation, event: ChatEvent & { readonly type: "retrieved" }): void {
    const { run: id, query, found, value } = event;
    const entry: RunEntry = {
      id,
      title: shortened(query, TITLE_LENGTH),
      query,
      scorer: this.options.scorerName,
      count: found,
      ...(value !== undefined && { value: value as NonNullable<RunEntry["value"]> }),
      at: this.options.conversation.memory.now().getTime(),
    };
    this.runs.set(id, { entry, conversation });
    for (const old of this.runs.keys()) {
      if (this.runs.size <= MAX_RUNS) break;
      this.runs.delete(old);
    }
    this.options.ran();
  }
}

/** An answer that came in pieces is one text. */
function joinedText(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}

/** Between two requests, while a person reads and types. What goes wrong here goes wrong again in the turn, which says so. */
function prepareSoon(conversation: Conversation): void {
  setTimeout(() => void conversation.prepare().catch(() => {}), 0);
}
