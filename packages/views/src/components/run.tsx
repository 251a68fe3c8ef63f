import type { NodeState, RunOverview, RunView } from "@semantic-xpath/inspect";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Host } from "../host/host.js";
import { counted, scorerName, valueLine } from "../model/text.js";
import type { RunEntry, ViewName } from "../protocol.js";

/** State of the tree of a run. */
export interface MemoryState {
  /** null: never opened. */
  open: Uint8Array | null;
  /** Open nodes before a reload. */
  openNodes: readonly number[] | null;
  states: ReadonlySet<NodeState>;
  scroll: number;
}

/** State of the views of a run. Written in place: it is read when a view is drawn again. */
export interface ViewStates {
  readonly memory: MemoryState;
  /** The selected row of the results, from 0. */
  resultAt: number;
  openOperators: ReadonlySet<number>;
}

/** Initial state of the views of a run; `memory`: the stored state of its tree. */
export const newViewStates = (memory: Partial<MemoryState> | null = null): ViewStates => ({
  memory: { open: null, openNodes: null, states: new Set(), scroll: 0, ...memory },
  resultAt: 0,
  openOperators: new Set(),
});

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
  const context = useContext(RunContext);
  if (context === null) throw new Error("a component of a run is outside of one");
  return context;
}

/** False while a debugger steps through the query: the data are there, and nothing has come of them yet. */
export const hasRun = ({ operators }: RunOverview): boolean => operators.length > 0;

/** The operator as the plan names it: `#4 Relevance node =~ "park"`. 0 is the cut after the plan. */
export function operatorText({ plan }: RunOverview, id: number): string {
  if (id === 0) return "the cut after the plan";
  const row = plan.operators.find((operator) => operator.id === id);
  return row === undefined ? `#${id}` : `#${id} ${row.kind} ${row.text}`;
}

interface RunSelectProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly runs: readonly RunEntry[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** A choice of runs, the newest first: the time distinguishes runs of the same query. */
export function RunSelect({ label, isLabelShown = false, runs, chosen, onChoose }: RunSelectProps) {
  return (
    <label class="runs">
      <span class={isLabelShown ? "quiet" : "visually-hidden"}>{label}</span>
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {runs.toReversed().map(({ id, title, count, value, scorer, at }) => (
          <option key={id} value={id}>
            {`${clock(at)}  ${title}  (${value === undefined ? `${counted(count, "result")}, ${scorerName(scorer)}` : valueLine(value)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

const clock = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
