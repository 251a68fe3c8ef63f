import type { RunOverview, RunView } from "@semantic-xpath/inspect";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Host } from "../host/host.js";
import type { ViewName } from "../protocol.js";
import type { MemoryState } from "./memory/memoryState.js";

/** How somebody left the views of a run. Written in place: it is read when a view is drawn again. */
export interface ViewStates {
  readonly memory: MemoryState;
  /** The selected row of the results, from 0. */
  resultAt: number;
  openOperators: ReadonlySet<number>;
}

/** The run that is shown, and ways to the other views. */
export interface ShownRun {
  readonly host: Host;
  readonly run: string;
  readonly view: RunView;
  readonly overview: RunOverview;
  readonly redacted: boolean;
  /** The selected node of all views; null: none. */
  readonly node: number | null;
  readonly states: ViewStates;
  readonly go: (to: { readonly tab?: ViewName; readonly node?: number | null; readonly operator?: number }) => void;
}

export const RunContext = createContext<ShownRun | null>(null);

export function useRun(): ShownRun {
  const shown = useContext(RunContext);
  if (shown === null) throw new Error("a component of a run stands outside of one");
  return shown;
}

/** The operator as the plan names it: `#4 Relevance node =~ "park"`. 0 is the cut behind the plan. */
export function operatorText({ plan }: RunOverview, id: number): string {
  if (id === 0) return "the cut behind the plan";
  const row = plan.operators.find((operator) => operator.id === id);
  return row === undefined ? `#${id}` : `#${id} ${row.kind} ${row.text}`;
}
