import type { Session } from "../session/session.js";

/** A command of the prompt, as data: help, completion and what runs all come from it. */
export interface ReplCommand {
  /** Without the colon. */
  readonly name: string;
  /** What follows the name, as shown: `N|PATH`. By default nothing does. */
  readonly usage?: string;
  /** A sentence without full stop, for lists. */
  readonly summary: string;
  /** What the help of the command says below the synopsis. */
  readonly details: string;
  /** Each: what it shows, then the lines to type, of which the last is the command's own. */
  readonly examples: readonly (readonly [says: string, ...lines: string[]])[];
  /** What the text that follows is, if it has a language: a query; one after a name and a sign; what is evaluated on the present nodes. */
  readonly takes?: "query" | "definition" | "watch";
  /** Words that may follow what is typed after the name. */
  readonly words?: (session: Session, typed: string) => readonly Word[];
  /** Where words begin in what is typed. Default: at its start. */
  readonly wordsFrom?: (typed: string) => number;
  /** Files that may follow; null: none after what is typed. */
  readonly files?: (typed: string) => FilesAt | null;
  /** Does it; rejects with a `Stop` that says what is wrong. `rest` is what follows the name, trimmed. */
  readonly run: (session: Session, rest: string) => Promise<void> | void;
}

/** Commands under the titles of the help. */
export type Groups = readonly (readonly [title: string, commands: readonly ReplCommand[]])[];

export interface Word {
  readonly word: string;
  readonly says: string;
}

/** Where a path begins in what is typed, and how its file may end; no endings: anyhow. */
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

/** Words that are always the same, each with what it says. */
export const wordsOf =
  (all: Readonly<Record<string, string>>): (() => readonly Word[]) =>
  () =>
    Object.entries(all).map(([word, says]) => ({ word, says }));
