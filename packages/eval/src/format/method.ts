import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Tokenizer } from "../measure/tokenizer.js";
import type { Dialogue, DialogueSession } from "./shapes.js";

/** The data that questions are about: a tree, or a dialogue without its facts and questions. */
export type Source = TreeSource | DialogueSource;

export interface TreeSource {
  readonly kind: "tree";
  readonly tree: Tree;
  /** null: none is declared. */
  readonly schema: Schema | null;
  /** The clock of queries: a moment with its zone. Without one in the suite, midnight of the day of the run. */
  readonly now: string;
  readonly history: SourceHistory;
  /** Paths of the data, and of its schema and mapping (or their names); null: a memory, or a tree that an earlier turn changed. */
  readonly files: { readonly data: string; readonly schema?: string; readonly mapping?: string } | null;
  /** Names the content: two sources with the same digest are the same. */
  readonly digest: string;
}

/** Tasks and versions of the memory that has the data. */
export interface SourceHistory {
  readonly task: string;
  readonly tasks: readonly { readonly name: string; readonly title: string }[];
  /** Versions of the task, the newest first, with the time and reason of each. */
  readonly versions: readonly { readonly number: number; readonly time: string; readonly reason: string | null }[];
}

export interface DialogueSource {
  readonly kind: "dialogue";
  readonly id: string;
  readonly speakers: readonly string[];
  readonly sessions: readonly DialogueSession[];
  /** Facts of a perfect reader. For methods with `readsGold`; null for all others. */
  readonly facts: Dialogue["facts"] | null;
  readonly digest: string;
}

/** Input of a method. Kind, cluster and gold are hidden. */
export interface Question {
  /** The words of the request; null for a case with a query alone. */
  readonly request: string | null;
  /** The query of the case. Only for methods with `readsGold`; null for all others. */
  readonly query: string | null;
  /** The day of the question; null without one. */
  readonly asOf: string | null;
  /** The earlier turns of the conversation, the newest first, with the references that were right and the query or update that was. */
  readonly earlier: readonly EarlierTurn[];
}

export interface EarlierTurn {
  readonly request: string;
  readonly references: readonly string[];
  /** The query or the update; null without one. */
  readonly text: string | null;
}

export interface AskOptions {
  /** The most tokens that may be handed over, by `tokenizer`; Infinity: as much as the method likes. What is beyond is cut. */
  readonly tokens: number;
  readonly tokenizer: Tokenizer;
  readonly signal?: AbortSignal;
}

/** One thing that is handed over, the best first. */
export interface Item {
  /** Sources: paths of nodes, or ids of turns. Each beyond three costs a token. */
  readonly sources: readonly string[];
  /** As a model would be shown it: this is what costs tokens. */
  readonly text: string;
  /** Confidence of the method, in [0, 1]; absent without one. */
  readonly weight?: number;
}

export interface Usage {
  /** Calls of a language model. */
  readonly calls: number;
  /** Tokens as the model counts them, or estimated without its count. */
  readonly input: number;
  readonly output: number;
  /** Calls of a scorer, and pairs of text and condition. */
  readonly scorerCalls: number;
  readonly scorerPairs: number;
}

/** The figure of parts that building could not make: with one above 0 results are not kept, since a failure may pass. */
export const FAILED_EPISODES = "failed episodes";

/**
 * Numbers of building, which are added up over sources: `calls`, `input` and `output` of models, `messages` that were read, `failed episodes`, and others
 * that a method makes, such as `facts`.
 */
export type BuildFigures = Readonly<Record<string, number>>;

export interface Answer {
  readonly items: readonly Item[];
  /** Value of a query that gives one. */
  readonly value?: unknown;
  /** Reading of the request, if there is one: the text of the query or update. */
  readonly query?: string;
  readonly update?: string;
  /** Something to be done with versions or tasks. */
  readonly action?: Readonly<Record<string, unknown>>;
  /** The whole source is handed over: `items` is empty then. Tokens, and how many nodes or turns that is. */
  readonly everything?: { readonly tokens: number; readonly entries: number };
  /** Instead of an answer: a question back, or nothing but talk. */
  readonly instead?: "question" | "talk";
  readonly usage?: Partial<Usage>;
}

/**
 * A way to answer questions about data: a retriever, a reader of English, a memory. `build` is called once for a source, `ask` for each question; `State`
 * is what it keeps between. An adapter keeps no other state: asked again it answers the same.
 *
 * @example
 * const first: Method = retriever("first", (source) => (source.kind === "tree" ? [{ sources: ["/*"], text: "the root" }] : []));
 */
export interface Method<State = unknown> {
  /** Name, version and settings, with those of its scorer and models: the key under which answers are kept. */
  readonly id: string;
  /** The name in tables. */
  readonly name: string;
  /** True if it sees gold queries and facts: an upper bound, or a played model. */
  readonly readsGold?: boolean;
  /** True if its answer depends on `tokens`, so that it is called for each budget. Default: budgets are cut from one answer. */
  readonly readsBudget?: boolean;
  /** True if `items` are a ranking of all entries, so that its end has no meaning. Default: they are the answer of the method. */
  readonly ranks?: boolean;
  /** Why it can't answer a question about this source, in a sentence; null: it can. Such cases are not counted for it. */
  cannot?(source: Source, question: Question): string | null;
  build(source: Source, options: { readonly signal?: AbortSignal }): Promise<State>;
  ask(state: State, question: Question, options: AskOptions): Promise<Answer>;
  /** Effort and result of building; absent without figures. Sums over all sources are part of a run. */
  built?(state: State): BuildFigures;
}

/** A method of one function. */
export function retriever(
  name: string,
  retrieve: (source: Source, question: Question, options: AskOptions) => readonly Item[] | Promise<readonly Item[]>,
  version = "1",
): Method<Source> {
  return {
    id: `${name}@${version}`,
    name,
    build: async (source) => source,
    ask: async (source, question, options) => ({ items: await retrieve(source, question, options) }),
  };
}
