import type { Comparison, RunView } from "@semantic-xpath/inspect";
import type { FactsSource } from "../model/factsSource.js";
import type { HostMessage, PanelMessage, RunEntry, ViewName } from "../protocol.js";

/** Action of the user, beside viewing a run. */
export type Action = Exclude<PanelMessage, { type: "ready" | "ask" | "compare" }>;

type ExportFormat = Extract<Action, { type: "export" }>["format"];

/** Environment of the components: an editor's panel or a page. They request runs from it, and send it the user's actions. */
export interface Host {
  view(run: string, redacted: boolean): RunView;
  /** Source of the facts of a run's tree. Absent: none. */
  facts?(run: string): FactsSource;
  compare(before: string, after: string, redacted: boolean): Promise<Comparison>;
  /** Supported actions; buttons for the others are left out. */
  readonly can: ReadonlySet<Action["type"] | "compare" | "redact">;
  readonly exports: readonly ExportFormat[];
  /** A command that answers what this host can not; null if none is known. */
  commandFor(path: string, question: "why" | "why-not"): string | null;
  /** Does nothing if it is not among what it can do. */
  send(action: Action): void;
  /** Stored state of the components before a reload, and its storage. */
  restore(): KeptState | null;
  keep(state: KeptState): void;
}

type Body<K extends HostMessage["type"]> = Omit<Extract<HostMessage, { type: K }>, "type">;

/** A wish to show a view, and a node in it. `at` distinguishes a wish from the same wish again. */
interface Wish {
  readonly view: ViewName;
  readonly node: number | null;
  readonly isFocused: boolean;
  readonly at: number;
}

/** Present content of the host. */
export interface Shown {
  readonly runs: readonly RunEntry[];
  readonly run: string | null;
  readonly progress: Body<"progress"> | null;
  readonly problem: Body<"problem"> | null;
  readonly step: Body<"step"> | null;
  readonly wish: Wish | null;
}

export const NOTHING_SHOWN: Shown = { runs: [], run: null, progress: null, problem: null, step: null, wish: null };

/** State that outlives a reload of a panel: plain JSON. */
export interface KeptState {
  readonly tab: ViewName;
  readonly redacted: boolean;
  readonly node: number | null;
  readonly memory: { readonly openNodes: readonly number[]; readonly scroll: number } | null;
}
