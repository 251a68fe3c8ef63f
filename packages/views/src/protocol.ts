import type { Change, RunView } from "@semantic-xpath/inspect";
import type { QueryValue } from "@semantic-xpath/runtime";
import type { ViewName } from "./viewTable.js";

/** Messages between a panel and the editor around it. Everything is plain JSON. */

export type { ViewName };

/** Questions about the facts of a run's tree. */
export type FactsMethod = "facts" | "recall";

/** A run in the history of a panel. */
export interface RunEntry {
  /** Given by the one who keeps the runs. */
  readonly id: string;
  /** The query's name, or the beginning of its text. */
  readonly title: string;
  readonly query: string;
  readonly scorer: string;
  readonly count: number;
  /** Value of a query that gives one. */
  readonly value?: QueryValue;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type HostMessage =
  /** Shows a run: the newest is the last of `runs`. Without a view, the page keeps its state. */
  | {
      readonly type: "show";
      readonly runs: readonly RunEntry[];
      readonly run: string;
      readonly view?: ViewName | undefined;
      /** Selected in the view. */
      readonly node?: number | undefined;
      /** True after a command: the view takes the focus. */
      readonly isFocused?: boolean;
    }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  /** A run is going on; `wanted` 0: not known. */
  | { readonly type: "progress"; readonly title: string; readonly pairs: number; readonly wanted: number }
  /** A run ended without a result. */
  | { readonly type: "problem"; readonly title: string; readonly message: string }
  /** Debugging: the nodes of the sequence at which the stepper is; null: the session has ended. */
  | { readonly type: "step"; readonly run: string | null; readonly text: string; readonly nodes: readonly number[] };

export type PanelMessage =
  | { readonly type: "ready" }
  /** Answered by `answer` or `failed` with the same id. */
  | {
      readonly type: "ask";
      readonly id: number;
      readonly run: string;
      readonly method: keyof RunView | FactsMethod;
      readonly params: unknown;
      /** The question is for `redacted(view)`: the panel's redaction switch is on. Absent: no. */
      readonly redacted?: boolean;
    }
  /** Answered like a question, with a `Comparison`. */
  | {
      readonly type: "compare";
      readonly id: number;
      readonly before: string;
      readonly after: string;
      readonly redacted?: boolean;
    }
  /** Shows the data file at a node; `isFocused`: and goes there. */
  | { readonly type: "reveal"; readonly run: string; readonly node: number; readonly isFocused: boolean }
  /** Selects a part of the query in its file: UTF-16 units of the text that was run. */
  | { readonly type: "revealQuery"; readonly run: string; readonly start: number; readonly end: number }
  | { readonly type: "copy"; readonly text: string; readonly what: string }
  | {
      readonly type: "export";
      readonly run: string;
      readonly format: "html" | "json" | "csv" | "mermaid";
      readonly redacted: boolean;
    }
  /** Writes a suggested change into the query's file. */
  | { readonly type: "apply"; readonly run: string; readonly change: Change }
  | { readonly type: "rerun"; readonly run: string }
  | { readonly type: "forget"; readonly run: string }
  | { readonly type: "cancel" };

/** Data of an output of a notebook. */
export interface NotebookRun {
  readonly run: string;
  /** Number of results, or of what a value was computed from. */
  readonly count: number;
  /** The result as text, for when the run is not kept any more. */
  readonly text: string;
}

/** Messages of an output of a notebook to the editor: those of a panel, and a request to show a run in the panel. */
export type RendererMessage =
  | PanelMessage
  | { readonly type: "open"; readonly run: string; readonly view: ViewName; readonly node: number | null };
