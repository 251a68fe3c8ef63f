import type { Schema } from "@semantic-xpath/planner";
import type { Scorer } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";

/** The context of a request: data, schema and earlier turns. */
export interface About {
  readonly tree: Tree;
  /** Absent: what can be inferred from the tree. */
  readonly schema?: Schema | null;
  /** The clock, for `today`, `next Friday`: an instant with its zone's offset as in `2026-06-01T09:00:00-04:00`. */
  readonly now?: string;
  /** The person who makes requests of a memory of conversations: "my" is theirs. Default: the only person who talks there. */
  readonly user?: string;
  /** Judges how near words are to the texts of nodes. Default: the lexical scorer. */
  readonly scorer?: Scorer;
  /** Results of earlier turns, for `that one`, `it`, `there`, `the second one`. Absent: none. */
  readonly context?: TurnContext;
  /** Versions and tasks of the memory, for `switch to`, `the earlier plan`. Absent: there are no versions. */
  readonly memory?: MemoryContext;
}

export interface TurnContext {
  /** Paths of what the last turns found or changed, the newest turn first, each in its order. */
  readonly found: readonly (readonly string[])[];
  /** The requests themselves, the newest first, with what each became. */
  readonly requests: readonly { readonly request: string; readonly text: string | null }[];
}

export interface MemoryContext {
  readonly task: string;
  readonly tasks: readonly { readonly name: string; readonly title: string }[];
  /** Versions of the current task, the newest first: a summary of the change, and the time. */
  readonly versions: readonly { readonly number: number; readonly time: string; readonly reason: string | null }[];
}
