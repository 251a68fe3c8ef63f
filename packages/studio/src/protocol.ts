import type { ChatEvent } from "@semantic-xpath/chat";
import type { FactsView, Opened } from "@semantic-xpath/conversation";
import type { Comparison } from "@semantic-xpath/inspect";
import type { QueryValue } from "@semantic-xpath/runtime";
import type { RunEntry } from "@semantic-xpath/views";
import type { Params } from "./params.js";

/**
 * Protocol of the page and its server: plain JSON. The server carries it as one POST for each question and one stream of events; the playground, in
 * which the studio is a worker, as messages.
 */
export interface Studio {
  /** Answers a question of the page. Rejects with a message that can be shown. */
  ask<K extends keyof StudioQuestions>(
    method: K,
    params: Parameters<StudioQuestions[K]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<StudioQuestions[K]>>;
  /** Calls `listener` with each event until what it returns is called. */
  listen(listener: (event: StudioEvent) => void): () => void;
}

/** The questions, by name, each with one object of parameters and an answer. */
export interface StudioQuestions {
  state(params: Params<"state">): StudioState;
  /** Begins a turn; its events follow. The answer is the turn's id. */
  send(params: Params<"send">): { readonly turn: string };
  /** Answers the question of a turn that waits. */
  choose(params: Params<"choose">): null;
  cancel(params: Params<"cancel">): null;
  retry(params: Params<"retry">): { readonly turn: string };
  /** An earlier request in other words: the conversation and the memory branch there. */
  rewrite(params: Params<"rewrite">): {
    readonly conversation: string;
    readonly turn: string;
  };
  /** Null: the one that was last written to; where there is none, a new one. */
  conversation(params: Params<"conversation">): ConversationView;
  /** A new conversation, about a task; null: the first. */
  begin(params: Params<"begin">): { readonly conversation: string };
  /**
   * A question to the view of a run or of a version: as the panels ask it, a page of at most 5 000 rows. With `redacted` the answer has no content of
   * the data.
   */
  view(params: Params<"view">): unknown;
  /** Differences of two runs. */
  compare(params: Params<"compare">): Comparison;
  /**
   * Runs a query of the editor. Without a task on the whole store, as `/Memory/Task/Version/…`; without a version on the newest. Events of its
   * progress have the ticket, if there is one.
   */
  run(params: Params<"run">): { readonly run: string };
  /**
   * Runs a query on a version (null: the newest of `main`) and on those before it along first parents, the newest first: on at most 50, and on
   * fewer if that takes more than a second.
   */
  replay(params: Params<"replay">): ReplayView;
  /** The run on one version, and why its result differs from that on the version before. */
  replayStep(params: Params<"replayStep">): ReplayStepView;
  forget(params: Params<"forget">): null;
  /** The view of a version as a tree to browse: an id for `view`. */
  browse(params: Params<"browse">): { readonly run: string };
  /** A version as a file with its schema, for the editor's language server. */
  data(params: Params<"data">): DataText;
  /** Summaries of the types of a version (`typeSummaries` of the readers): of the types with most nodes, with the first attributes of each. */
  types(params: Params<"types">): TypesView;
  /** Versions of a task before one (null: the newest), the oldest first: a page of those that `TaskView.versions` left out. */
  versions(params: Params<"versions">): {
    readonly versions: readonly VersionView[];
  };
  /** Facts of a memory of conversations in a version: see `factsView`. null without any. */
  facts(params: Params<"facts">): FactsView | null;
  /** The answer of a memory of conversations to a question, and what it comes from: see `openedBy`. */
  recall(params: Params<"recall">): Opened;
  diff(params: Params<"diff">): DiffView;
  /** An edit by hand, as text of an update. */
  update(params: Params<"update">): UpdateView;
  /**
   * Takes back the newest change of a task that was not taken back yet, as a version. Of what came before `ifVersion` the page has seen all: if
   * another version is the newest by now, it is refused (SXP5010).
   */
  undo(params: Params<"undo">): UpdateView;
  restore(params: Params<"restore">): UpdateView;
  /** A branch that begins at a version. */
  branch(params: Params<"branch">): null;
  /**
   * Preview of merging a version into a branch; with `head` it is merged, if that is still the newest version of the branch. `sides`: the winning
   * side of each conflict, by its id.
   */
  merge(params: Params<"merge">): MergeView;
  /** A file that was dropped: a new task. */
  importFile(params: Params<"importFile">): { readonly task: string };
  /** The conversation as one HTML page. */
  exportConversation(params: Params<"exportConversation">): { readonly name: string; readonly html: string };
}

export type StudioEvent =
  | { readonly type: "chat"; readonly conversation: string; readonly event: ChatEvent }
  /** Something was written, by this page, another one or another process. Version 0: the task is gone; task "": all may be other than it was. */
  | { readonly type: "memory"; readonly task: string; readonly version: number }
  /** Events were missed, or the studio was restarted: what was asked before may be old. */
  | { readonly type: "reset" }
  | { readonly type: "runs"; readonly runs: readonly RunEntry[] }
  /** Pairs that the scorer has scored, of those that are wanted so far. */
  | { readonly type: "progress"; readonly ticket: string; readonly pairs: number; readonly wanted: number };

export interface StudioState {
  readonly title: string;
  /** The model's name; null: the translator alone. */
  readonly model: string | null;
  readonly tasks: readonly TaskView[];
  readonly task: string;
  readonly conversations: readonly { readonly id: string; readonly title: string; readonly turns: number }[];
  readonly runs: readonly RunEntry[];
  readonly canWrite: boolean;
  /** True if writes are kept when the studio ends. */
  readonly isKept: boolean;
}

export interface TaskView {
  readonly name: string;
  readonly title: string;
  /** The newest version of `main`, and how many nodes it has. */
  readonly head: number;
  readonly nodes: number;
  /** `main` first; conversations write to others after an earlier request was put otherwise. */
  readonly branches: readonly { readonly name: string; readonly head: number }[];
  /** Number of versions; `versions` has the newest of them, the oldest first. */
  readonly versionCount: number;
  readonly versions: readonly VersionView[];
}

export interface TypesView {
  readonly types: readonly TypeView[];
  /** Number of types, with those that are not here. */
  readonly total: number;
}

export interface TypeView {
  readonly name: string;
  readonly count: number;
  /** Nodes with text of their own. */
  readonly texts: number;
  readonly attributes: readonly AttributeView[];
  /** Number of attributes, with those that are not here. */
  readonly total: number;
}

export interface AttributeView {
  readonly name: string;
  /** Its type in words. */
  readonly type: string;
  /** True where a query writes its values without quotes. */
  readonly isPlain: boolean;
  readonly present: number;
  readonly distinct: number;
  readonly values: readonly { readonly text: string; readonly uses: number }[];
  readonly range: readonly [least: string, greatest: string] | null;
}

export interface VersionView {
  readonly number: number;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly time: string;
  readonly author: string | null;
  readonly reason: string | null;
  /** The turn that made it. */
  readonly turn: string | null;
  readonly changes: number;
}

export interface ConversationView {
  readonly id: string;
  readonly title: string;
  /** Its task, and the branch that it writes to. */
  readonly task: string;
  readonly branch: string;
  /** The turn that goes on, and the one that waits for a choice. */
  readonly running: string | null;
  readonly waiting: string | null;
  /** Number of earlier turns that are not here. */
  readonly omitted: number;
  /** Each with all that happened in it so far; pieces of an answer that follow each other are one. */
  readonly turns: readonly {
    readonly id: string;
    readonly request: string;
    readonly at: string;
    readonly events: readonly ChatEvent[];
  }[];
}

export interface ReplayView {
  /** Number of versions from the requested one to the first. */
  readonly total: number;
  readonly steps: readonly ReplayStep[];
  /** The version that the next answer begins with; null: all are here. */
  readonly next: number | null;
}

/** The answer of a query in a version. */
export interface ReplayStep {
  readonly version: VersionView;
  /** The version that it was made of, with which it is compared; null: it is the first. */
  readonly before: number | null;
  /** Number of results, or of contributors to a value; null: the query can't run on this version. */
  readonly count: number | null;
  /** The value of a query that gives one. */
  readonly value?: QueryValue;
  /** Nodes that the result before did not have, and that only it had. */
  readonly entered: number;
  readonly left: number;
  /** True if nodes, their order or the value differ from those before. */
  readonly isChanged: boolean;
  /** Why the query can't run; null: it can. */
  readonly problem: string | null;
}

export interface ReplayStepView {
  /** For `view`; null: the query can't run, see `problem`. */
  readonly run: string | null;
  readonly before: number | null;
  readonly problem: string | null;
  /** Why it can't run on the version before; null: it can, or there is none. */
  readonly beforeProblem: string | null;
  /** Differences between the two results, in words. */
  readonly sentences: readonly string[];
  /** Nodes that entered and left, then those with another place: the first 200. */
  readonly moves: readonly ReplayMove[];
  readonly omitted: number;
}

export interface ReplayMove {
  readonly kind: "entered" | "left" | "moved";
  /** In the version; of what it does not have, in the version before. */
  readonly path: string;
  readonly label: string;
  /** True if the version before does not have it; true if this one does not. */
  readonly isNew: boolean;
  readonly isGone: boolean;
  /** Ranks from 1 and weights in (0, 1]; null if the node is not in that result. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
  readonly weightBefore: number | null;
  readonly weightAfter: number | null;
  /** The reason why one of the two results does not have it; null if its version does not have it either. */
  readonly whyNot: string | null;
  /** Changes of the version in it, above it or below it, in words. */
  readonly changes: readonly string[];
}

export interface DiffView {
  readonly from: number;
  readonly to: number;
  /** Lines as `renderDiff` gives them, each with its sign. */
  readonly lines: readonly { readonly sign: "+" | "-" | " "; readonly text: string; readonly path: string | null }[];
  readonly changes: readonly string[];
}

export interface MergeView {
  /** As in a `StepOutcome`. */
  readonly status: "ready" | "conflict" | "unchanged" | "applied" | "outdated";
  readonly message: string;
  /** The newest version of the branch, for which this holds. */
  readonly head: number;
  readonly version: number | null;
  readonly lines: DiffView["lines"];
  readonly conflicts: readonly {
    readonly id: string;
    readonly path: string;
    readonly text: string;
    readonly ours: string | null;
    readonly theirs: string | null;
  }[];
}

/** A tree in a format that its name ends with, and the text of its schema. */
export interface DataText {
  readonly name: string;
  readonly text: string;
  readonly schema: string | null;
}

export interface UpdateView {
  readonly status: string;
  readonly version: number | null;
  readonly lines: DiffView["lines"];
  readonly message: string;
}
