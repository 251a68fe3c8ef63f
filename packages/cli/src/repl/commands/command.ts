import type { Session } from "../session/session.js";

/** A command of the prompt, as data: help, completion and what runs all come from it. */
export interface ReplCommand {
  /** Without the colon. */
  readonly name: string;
  /** Arguments after the name, as shown: `N|PATH`. By default none. */
  readonly usage?: string;
  /** A sentence without full stop, for lists. */
  readonly summary: string;
  /** Help of the command below the synopsis. */
  readonly details: string;
  /** Each: what it shows, then the lines to type, of which the last is the command's own. */
  readonly examples: readonly (readonly [says: string, ...lines: string[]])[];
  /** Language of the argument: a query; one after a name and a sign; an expression on the present nodes. */
  readonly takes?: "query" | "definition" | "watch";
  /** Words that may follow what is typed after the name. */
  readonly words?: (session: Session, typed: string) => readonly Word[];
  /** Start of words in the argument. Default: its beginning. */
  readonly wordsFrom?: (typed: string) => number;
  /** Files that may follow; null: none after what is typed. */
  readonly files?: (typed: string) => FilesAt | null;
  /** Runs the command; rejects with a `Stop` that describes the mistake. `rest` is the argument, trimmed. */
  readonly run: (session: Session, rest: string) => Promise<void> | void;
}

/** Commands under the titles of the help. */
export type Groups = readonly (readonly [title: string, commands: readonly ReplCommand[]])[];

export interface Word {
  readonly word: string;
  readonly says: string;
}

/** Start of a path in the argument, and possible endings of its file; without endings: any. */
interface FilesAt {
  readonly from: number;
  readonly endings: readonly string[];
}

export const filesWith =
  (...endings: readonly string[]): (() => FilesAt) =>
  () => ({ from: 0, endings });

/** The numbers of the runs. */
export const runWords = ({ runs }: Session): readonly Word[] =>
  runs.map(({ number, asked }) => ({ word: String(number), says: asked }));

/** Fixed words, each with its description. */
export const wordsOf =
  (all: Readonly<Record<string, string>>): (() => readonly Word[]) =>
  () =>
    Object.entries(all).map(([word, says]) => ({ word, says }));
