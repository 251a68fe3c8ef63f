import { suggest } from "@semantic-xpath/parser";
import { misuse, type Session } from "../session/session.js";

/** A command of the prompt, as data: help, completion and what runs all come from it. */
export interface ReplCommand {
  /** Without the colon. */
  readonly name: string;
  /** What follows the name, as shown: `N|PATH`. Empty if nothing does. */
  readonly usage: string;
  readonly group: "ask" | "debug" | "set" | "files" | "session";
  /** A sentence without full stop, for lists. */
  readonly summary: string;
  /** What the help of the command says below the synopsis. */
  readonly details: string;
  readonly examples: readonly ReplExample[];
  readonly completes: Completes;
  /** Does it; rejects with a `Stop` that says what is wrong. `rest` is what follows the name, trimmed. */
  readonly run: (session: Session, rest: string) => Promise<void> | void;
}

interface ReplExample {
  readonly line: string;
  readonly says: string;
  /** What has to be typed before, such as `:step` before `:next`. */
  readonly after?: readonly string[];
}

/** What can follow a command. */
export type Completes =
  | { readonly kind: "nothing" }
  | { readonly kind: "query" }
  /** A path or an expression that is evaluated on the present nodes. */
  | { readonly kind: "watch" }
  | { readonly kind: "scorer" }
  /** A node: the number of a result, or a path. */
  | { readonly kind: "node" }
  | { readonly kind: "files"; readonly endings: readonly string[] }
  | { readonly kind: "words"; readonly words: (session: Session) => readonly Word[] }
  /** A word, then a file. */
  | { readonly kind: "wordThenFile"; readonly words: (session: Session) => readonly Word[] }
  /** A word, or a file with one of the endings. */
  | {
      readonly kind: "wordOrFile";
      readonly words: (session: Session) => readonly Word[];
      readonly endings: readonly string[];
    }
  /** A name, an equals sign, and a query. */
  | { readonly kind: "definition" };

export interface Word {
  readonly word: string;
  readonly says: string;
}

export const NOTHING: Completes = { kind: "nothing" };
/** The number of a run. */
export const RUNS: Completes = {
  kind: "words",
  words: ({ runs }) => runs.map(({ number, asked }) => ({ word: String(number), says: asked })),
};
export const words = (...list: readonly (readonly [string, string])[]): Completes => ({
  kind: "words",
  words: () => list.map(([word, says]) => ({ word, says })),
});

/** Keeps a command's literal types out of the table. */
export const replCommand = (command: ReplCommand): ReplCommand => command;

/** The command with a name, or the only one that begins with it. */
export async function commandNamed(written: string, commands: readonly ReplCommand[]): Promise<ReplCommand> {
  const exact = commands.find(({ name }) => name === written);
  if (exact !== undefined) return exact;
  const begun = written === "" ? [] : commands.filter(({ name }) => name.startsWith(written));
  if (begun.length === 1) return begun[0]!;
  if (begun.length > 1) {
    const names = begun.map(({ name }) => `:${name}`);
    throw misuse(`":${written}" may be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}.`);
  }
  const [near] = suggest(
    written,
    commands.map(({ name }) => name),
  );
  throw misuse(
    `There is no command ":${written}".${near === undefined ? "" : ` Did you mean :${near}?`} :help lists them.`,
  );
}
