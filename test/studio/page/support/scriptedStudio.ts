import type { ChatEvent } from "@semantic-xpath/chat";
import type { Reading } from "@semantic-xpath/chat/translate";
import type { ConversationView, StudioQuestions } from "@semantic-xpath/studio";
import { type StudioOptions, StudioSession } from "@semantic-xpath/studio/session";

type Turn = { readonly id: string; readonly request: string; readonly at: string; readonly events: ChatEvent[] };
type Rest<E> = E extends ChatEvent ? Omit<E, "turn"> : never;
export type Said = Rest<ChatEvent>;

/** What a scripted turn can do: say an event, and wait for what the test does. */
export interface Script {
  say(event: Said): void;
  readonly studio: ScriptedStudio;
  /** Resolves when somebody chooses. */
  chosen(): Promise<number>;
  readonly signal: AbortSignal;
}

type Scripts = Readonly<Record<string, (script: Script) => void | Promise<void>>>;

/** A studio over a real memory whose conversations are scripted: a request is answered by the script of its text. */
export class ScriptedStudio extends StudioSession {
  readonly conversations = new Map<string, Turn[]>([["c1", []]]);
  readonly said: { readonly method: string; readonly params: unknown }[] = [];
  private readonly waiting = new Map<string, (choice: number) => void>();
  private readonly ends = new Map<string, AbortController>();
  private turns = 0;

  constructor(
    options: StudioOptions,
    private readonly scripts: Scripts = {},
  ) {
    super(options);
  }

  override async answer(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const answer = CHAT[method as keyof typeof CHAT];
    this.said.push({ method, params });
    if (answer !== undefined) return answer(this, params as never);
    const value = await super.answer(method, params, signal);
    if (method !== "state") return value;
    const conversations = [...this.conversations].map(([id, turns]) => ({
      id,
      title: turns[0]?.request ?? "",
      turns: turns.length,
    }));
    return { ...(value as object), conversations };
  }

  conversation(id: string): ConversationView {
    const turns = this.conversations.get(id)!;
    const last = turns.at(-1);
    const end = last?.events.at(-1);
    const isOver = end?.type === "done" || end?.type === "failed";
    return {
      id,
      title: turns[0]?.request ?? "",
      task: this.state().task,
      branch: "main",
      running: last === undefined || isOver ? null : last.id,
      waiting: end?.type === "done" && end.state === "waiting" ? last!.id : null,
      omitted: 0,
      turns,
    };
  }

  begin(conversation: string, request: string, id = `t${++this.turns}`): string {
    const turn: Turn = { id, request, at: this.memory.now().toISOString(), events: [] };
    const turns = this.conversations.get(conversation)!;
    const at = turns.findIndex((other) => other.id === id);
    if (at < 0) turns.push(turn);
    else turns[at] = turn;
    const ending = new AbortController();
    this.ends.set(id, ending);
    const say = (event: Said): void => {
      const whole = { turn: id, ...event } as ChatEvent;
      turn.events.push(whole);
      this.tell({ type: "chat", conversation, event: whole });
    };
    say({ type: "began", request });
    const chosen = (): Promise<number> => new Promise((resolve) => this.waiting.set(id, resolve));
    const script = this.scripts[request] ?? (({ say: end }: Script) => end({ type: "done", state: "answered" }));
    void (async () => script({ say, studio: this, chosen, signal: ending.signal }))();
    return id;
  }

  choose(turn: string, choice: number): null {
    this.waiting.get(turn)?.(choice);
    return null;
  }

  cancel(turn: string): null {
    this.ends.get(turn)?.abort();
    return null;
  }
}

type Answers = {
  readonly [K in keyof StudioQuestions]?: (
    studio: ScriptedStudio,
    params: Parameters<StudioQuestions[K]>[0],
  ) => unknown;
};

const CHAT: Answers = {
  conversation: (studio, { conversation }) => studio.conversation(conversation ?? "c1"),
  begin(studio) {
    const id = `c${studio.conversations.size + 1}`;
    studio.conversations.set(id, []);
    return { conversation: id };
  },
  send: (studio, { conversation, request }) => ({ turn: studio.begin(conversation, request) }),
  choose: (studio, { turn, choice }) => studio.choose(turn, choice),
  cancel: (studio, { turn }) => studio.cancel(turn),
  retry: (studio, { conversation, turn }) => {
    const { request } = studio.conversations.get(conversation)!.find(({ id }) => id === turn)!;
    return { turn: studio.begin(conversation, request, turn) };
  },
  rewrite(studio, { request }) {
    const id = `c${studio.conversations.size + 1}`;
    studio.conversations.set(id, []);
    return { conversation: id, turn: studio.begin(id, request) };
  },
  exportConversation: (_, { conversation }) => ({
    name: `${conversation}.html`,
    html: "<!doctype html><title>Export</title>",
  }),
};

/** A reading as a query, as a translator gives it. */
export const queryReading = (query: string, said: string, more: Partial<Reading> = {}): Reading =>
  ({ kind: "query", query, said, isHistory: false, confidence: 0.9, parts: [], ...more }) as Reading;

/** Looks for a query, and says what it found, as a conversation does. */
export async function retrieve({ say, studio }: Script, query: string, count = 8): Promise<readonly string[]> {
  const task = studio.state().task;
  const run = await studio.run(query, task, null);
  const { rows, total } = (await studio.view({ run, method: "results", params: { from: 0, count } })) as {
    readonly total: number;
    readonly rows: readonly {
      readonly path: string;
      readonly weight: number;
      readonly attributes: readonly { readonly value: string }[];
      readonly text: string;
    }[];
  };
  const nodes = rows.map(({ path, weight, attributes, text }) => ({
    path,
    key: null,
    weight,
    text: attributes[0]?.value ?? text,
  }));
  say({ type: "retrieved", run, query, task, version: null, nodes, found: total });
  return nodes.map(({ text }) => text);
}
