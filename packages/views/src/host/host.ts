import type { Comparison, RunView } from "@semantic-xpath/inspect";
import type { FactsSource } from "../model/factsSource.js";
import type { HostMessage, PanelMessage, RunEntry, ViewName } from "../protocol.js";

/** What somebody wants done, beside seeing a run. */
export type Action = Exclude<PanelMessage, { type: "ready" | "ask" | "compare" }>;

type ExportFormat = Extract<Action, { type: "export" }>["format"];

/** What surrounds the components: an editor's panel or a page. They request runs from it, and send it what somebody wants done. */
export interface Host {
  view(run: string, redacted: boolean): RunView;
  /** Who answers about the facts of a run's tree. Absent: nobody does. */
  facts?(run: string): FactsSource;
  compare(before: string, after: string, redacted: boolean): Promise<Comparison>;
  /** What it can do; buttons for the rest are left out. */
  readonly can: ReadonlySet<Action["type"] | "compare" | "redact">;
  readonly exports: readonly ExportFormat[];
  /** A command that answers what this host can not; null if none is known. */
  commandFor(path: string, question: "why" | "why-not"): string | null;
  /** Does nothing if it is not among what it can do. */
  send(action: Action): void;
  /** What was kept of the components' state before a reload, and to keep it. */
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

/** What the host shows at the moment. */
export interface Shown {
  readonly runs: readonly RunEntry[];
  readonly run: string | null;
  readonly progress: Body<"progress"> | null;
  readonly problem: Body<"problem"> | null;
  readonly step: Body<"step"> | null;
  readonly wish: Wish | null;
}

export const NOTHING_SHOWN: Shown = { runs: [], run: null, progress: null, problem: null, step: null, wish: null };

/** What outlives a reload of a panel: plain JSON. */
export interface KeptState {
  readonly tab: ViewName;
  readonly redacted: boolean;
  readonly node: number | null;
  readonly memory: { readonly openNodes: readonly number[]; readonly scroll: number } | null;
}
