import type { ModelUsage } from "@semantic-xpath/llm";
import type { Memory, Provenance, Version } from "@semantic-xpath/memory";
import type { RunOptions, Scorer } from "@semantic-xpath/runtime";
import type { NodeId, Tree } from "@semantic-xpath/tree";
import type { ChatEvent, TurnState } from "../events.js";
import type { AnswerWriter, RequestReader } from "../readers.js";
import type { About } from "../translate/about.js";
import { branchOf, headOf, memoryContext, turnContext } from "./context.js";
import type { ChatLimits } from "./limits.js";
import type { AskedAbout, Pending, Place, TurnRecord } from "./record.js";
import type { Runs } from "./runs.js";

/** The state that the turns of a conversation share. */
export interface TurnHost {
  readonly memory: Memory;
  readonly scorer: Scorer;
  readonly translator: RequestReader;
  readonly modelReader: RequestReader | null;
  readonly writer: AnswerWriter | null;
  readonly leads: "translator" | "model";
  readonly limits: ChatLimits;
  readonly author: string | null;
  readonly runs: Runs;
}

/** An event without the turn that it is of. */
type TurnEvent = ChatEvent extends infer E ? (E extends ChatEvent ? Omit<E, "turn"> : never) : never;

/** A turn while it goes on: its record so far, and what it has used. */
export class Turn {
  readonly events: ChatEvent[];
  place: Place;
  state: TurnState = "answered";
  pending: Pending | null = null;
  found: TurnRecord["found"] = null;
  text: string | null = null;
  readonly wrote: { readonly task: string; readonly version: number }[];
  readonly calls: { readonly purpose: string; readonly input: number; readonly output: number }[] = [];
  /** The nodes that were handed on, for the cost. */
  retrieved = 0;
  handed: { readonly tree: Tree; readonly nodes: readonly NodeId[] } | null = null;
  private runCount: number;

  constructor(
    readonly host: TurnHost,
    readonly record: TurnRecord,
    /** The turns before it, the oldest first. */
    readonly earlier: readonly TurnRecord[],
    readonly signal: AbortSignal,
    private readonly onEvent: (event: ChatEvent) => void,
  ) {
    this.events = [...record.events];
    this.place = record.after;
    this.found = record.found;
    this.text = record.text;
    this.wrote = [...record.wrote];
    this.runCount = record.events.filter(({ type }) => type === "retrieved").length;
  }

  emit(event: TurnEvent): void {
    const stamped = { turn: this.record.id, ...event } as ChatEvent;
    this.events.push(stamped);
    this.onEvent(stamped);
  }

  say(text: string): void {
    this.emit({ type: "text", text });
  }

  /** Waits for a person: the turn ends here, and goes on with a choice. */
  ask(pending: Pending | null, question: string, choices: readonly string[], more: AskMore = {}): void {
    this.pending = pending;
    this.state = "waiting";
    this.emit({ type: "question", question, choices, dryRun: more.dryRun ?? null, losses: more.losses ?? 0 });
  }

  nextRun(): string {
    this.runCount++;
    return `${this.record.id}.${this.runCount}`;
  }

  get branch(): string {
    return branchOf(this.place);
  }

  head(): Version {
    return headOf(this.host.memory, this.place);
  }

  /** The newest version of a task on its branch of the conversation, as a question is about it. */
  askedAbout(task: string = this.place.task): AskedAbout {
    const branch = branchOf({ ...this.place, task });
    const { number, time } = this.host.memory.task(task).head(branch);
    return { task, branch, version: number, time };
  }

  get provenance(): Provenance {
    const { author } = this.host;
    return { ...(author !== null && { author }), reason: this.record.request, turn: this.record.id };
  }

  /** The context of a request in the current state of the memory. */
  about(): About {
    const { memory, scorer, author } = this.host;
    const head = this.head();
    return {
      ...(author !== null && { user: author }),
      tree: head.tree(),
      schema: head.schema,
      now: this.record.at,
      scorer,
      context: turnContext(this.earlier, this.place.task, head),
      memory: memoryContext(memory, this.place),
    };
  }

  runOptions(): RunOptions & { readonly scorer: Scorer } {
    const { scorer, limits } = this.host;
    const budget = { maxMilliseconds: limits.queryMilliseconds };
    return { scorer, budget, now: this.record.at, validAt: "now", signal: this.signal };
  }

  readonly onUsage = (purpose: string, { input, output }: ModelUsage): void => {
    this.calls.push({ purpose, input, output });
  };

  get spent(): number {
    return this.calls.reduce((sum, { input, output }) => sum + input + output, this.record.spent);
  }

  ended(): TurnRecord {
    const { place: after, events, state, pending, found, text, wrote, spent } = this;
    return { ...this.record, after, events: [...events], state, pending, found, text, wrote: [...wrote], spent };
  }
}

interface AskMore {
  readonly dryRun?: (ChatEvent & { readonly type: "question" })["dryRun"];
  readonly losses?: number;
}
