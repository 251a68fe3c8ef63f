import type { Change, Comparison, RunView } from "@semantic-xpath/inspect";
import type { RunEntry, ViewName } from "../protocol.js";

/** What surrounds the components: an editor's panel or a page. They ask it for runs, and tell it what somebody wants. */
export interface Host {
  view(run: string, redacted: boolean): RunView;
  compare(before: string, after: string, redacted: boolean): Promise<Comparison>;
  /** What it can do; buttons for the rest are left out. */
  readonly can: {
    readonly reveal: boolean;
    readonly apply: boolean;
    readonly rerun: boolean;
    readonly forget: boolean;
    readonly redact: boolean;
    readonly compare: boolean;
    readonly exportAs: readonly ExportFormat[];
  };
  /** A command that answers what this host cannot; null where none is known. */
  elsewhere(path: string, question: "why" | "why-not"): string | null;
  reveal(run: string, node: number): void;
  revealQuery(run: string, start: number, end: number): void;
  copy(text: string, what: string): void;
  exportAs(run: string, format: ExportFormat, redacted: boolean): void;
  apply(run: string, change: Change): void;
  rerun(run: string): void;
  forget(run: string): void;
  cancel(): void;
  /** What was kept of the components' state before a reload, and to keep it. */
  restore(): KeptState | null;
  keep(state: KeptState): void;
}

export type ExportFormat = "html" | "json" | "mermaid";

/** What the host shows at the moment. */
export interface Shown {
  readonly runs: readonly RunEntry[];
  readonly run: string | null;
  readonly progress: { readonly title: string; readonly pairs: number; readonly wanted: number } | null;
  readonly problem: { readonly title: string; readonly message: string } | null;
  readonly step: { readonly run: string | null; readonly text: string; readonly nodes: readonly number[] } | null;
  /** A wish to show a view, and a node in it. `at` tells one wish from the same wish again. */
  readonly wish: { readonly view: ViewName; readonly node: number | null; readonly at: number } | null;
}

/** What outlives a reload of a panel: plain JSON. */
export interface KeptState {
  readonly tab: ViewName;
  readonly run: string | null;
  readonly redacted: boolean;
  readonly node: number | null;
  /** The last wish of the host, which it says again after a reload. */
  readonly wish: string | null;
  readonly memory: { readonly openNodes: readonly number[]; readonly scroll: number } | null;
}
