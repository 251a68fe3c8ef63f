import type { RunEntry } from "@semantic-xpath/views";
import {
  Causes,
  Execution,
  hasRun,
  QueryText,
  Results,
  Stats,
  Tabs,
  useAnswer,
  useRun,
} from "@semantic-xpath/views/components";
import type { TaskView } from "../../protocol.js";
import { RunScope, type ScopeProps } from "../RunScope.js";
import type { Page } from "../usePage.js";
import { type MountEditor, QueryEditor } from "./QueryEditor.js";

export type ExecutionTab = "results" | "steps" | "query";

interface ExecutionColumnProps {
  readonly page: Page;
  readonly scope: Omit<ScopeProps, "children">;
  readonly tab: ExecutionTab;
  readonly onTab: (tab: ExecutionTab) => void;
  /** The operator that somebody wants to see. */
  readonly operator: number | null;
  readonly onOperator: (operator: number | null) => void;
  readonly loadEditor: (() => Promise<MountEditor>) | undefined;
  readonly task: TaskView | null;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onRun: (text: string) => void;
}

const TABS = [
  { key: "steps", label: "Steps" },
  { key: "results", label: "Results" },
  { key: "query", label: "Query" },
] as const;

/** How what is shown was found: each step, the results, and a place for queries of one's own. */
export function ExecutionColumn({
  page,
  scope,
  tab,
  onTab,
  operator,
  onOperator,
  task,
  ...editor
}: ExecutionColumnProps) {
  const version = page.shown?.kind === "tree" ? page.shown.version : null;
  const data = useAnswer(
    tab !== "query" || task === null ? null : () => page.ask("data", { task: task.name, version }),
    [tab === "query", task?.name, version ?? task?.head],
  );
  return (
    <>
      <div class="column-head">
        <h2 class="visually-hidden">Execution</h2>
        <RunChoice page={page} />
      </div>
      <Tabs name="Execution" tabs={TABS} chosen={tab} onChoose={onTab} />
      <div id={`panel-${tab}`} class="column-body" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab !== "query" && (
          <RunScope {...scope}>
            <OfRun tab={tab} operator={operator} onOperator={onOperator} />
          </RunScope>
        )}
        {/* It stays as somebody left it, with its cursor and its undo. */}
        <div class="column-body" hidden={tab !== "query"}>
          <QueryEditor {...editor} data={data.state === "ready" ? data.value : null} isShown={tab === "query"} />
        </div>
      </div>
    </>
  );
}

function OfRun({ tab, operator, onOperator }: Pick<ExecutionColumnProps, "tab" | "operator" | "onOperator">) {
  const { overview } = useRun();
  if (!hasRun(overview))
    return (
      <div class="empty">
        <h3>No query is shown</h3>
        <p class="quiet">
          Ask something, or write a query: here you see what each step looked at, what it dropped and why, and how
          scores were made.
        </p>
      </div>
    );
  return (
    <>
      <div class="run-head">
        <QueryText />
        <Stats />
        <Causes causes={overview.causes} />
      </div>
      {tab === "steps" ? (
        <Execution wish={operator} onWish={onOperator} hasPane={false} />
      ) : (
        <Results hasPane={false} />
      )}
    </>
  );
}

/** The last runs, the newest first. */
function RunChoice({ page: { state, shown, show, conversation } }: { readonly page: Page }) {
  const runs = state?.runs ?? [];
  const run = shown?.kind === "run" ? shown.run : "";
  const turnOf = (id: string): string | null =>
    conversation?.turns.find(({ retrieved }) => retrieved?.run === id)?.id ?? null;
  if (runs.length === 0) return <span class="quiet">Execution</span>;
  return (
    <label class="task-select">
      <span class="visually-hidden">Run</span>
      <select
        value={run}
        onChange={(event) => {
          const id = event.currentTarget.value;
          if (id !== "") show({ kind: "run", run: id, turn: turnOf(id) });
        }}
      >
        <option value="">{run === "" ? "No run is shown" : "Runs"}</option>
        {runs.toReversed().map((entry) => (
          <option key={entry.id} value={entry.id}>
            {lineOf(entry)}
          </option>
        ))}
      </select>
    </label>
  );
}

const lineOf = ({ title, at, count }: RunEntry): string =>
  `${new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false })}  ${title}  (${count})`;
