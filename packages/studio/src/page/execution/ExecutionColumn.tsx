import type { RunEntry } from "@semantic-xpath/views";
import { Causes, Execution, hasRun, Results, Stats, Tabs, useAnswer, useRun } from "@semantic-xpath/views/components";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { TaskView } from "../../protocol.js";
import { lazily } from "../parts/lazily.js";
import { RunScope, type ScopeProps } from "../RunScope.js";
import { listedRun, type Page, versionOf } from "../usePage.js";
import { type MountEditor, QueryEditor } from "./QueryEditor.js";
import { Replay } from "./Replay.js";
import type { Replayed } from "./useReplay.js";

const Charts = lazily("the chart", async () => (await import("@semantic-xpath/views/charts")).Charts);

const TABS = [
  { key: "results", label: "Results" },
  { key: "chart", label: "Chart" },
  { key: "steps", label: "Steps" },
  { key: "replay", label: "Over time" },
] as const;

export type ExecutionTab = (typeof TABS)[number]["key"];

interface ExecutionColumnProps {
  readonly page: Page;
  readonly scope: Omit<ScopeProps, "children">;
  readonly tab: ExecutionTab;
  readonly onTab: (tab: ExecutionTab) => void;
  /** The requested operator. */
  readonly operator: number | null;
  readonly onOperator: (operator: number | null) => void;
  readonly loadEditor: (() => Promise<MountEditor>) | undefined;
  readonly task: TaskView | null;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onRun: (text: string) => void;
  readonly onPath: (path: string) => void;
}

/** A place for queries of one's own, and below it what is shown: its results, how they were found, and how they were in other versions. */
export function ExecutionColumn({
  page,
  scope,
  tab,
  onTab,
  operator,
  onOperator,
  task,
  onPath,
  ...editor
}: ExecutionColumnProps) {
  const version = versionOf(page.shown);
  const [isWanted, want] = useState(false);
  const data = useAnswer(!isWanted || task === null ? null : () => page.ask("data", { task: task.name, version }), [
    isWanted,
    task?.name,
    version ?? task?.head,
  ]);
  const replayed = replayedOf(page, task);
  return (
    <>
      <div class="column-head">
        <h2 class="visually-hidden">Execution</h2>
        <RunChoice page={page} />
      </div>
      <QueryEditor
        {...editor}
        data={data.state === "ready" ? data.value : null}
        isWanted={isWanted}
        onWanted={() => want(true)}
        running={page.running}
      />
      <Tabs name="Execution" tabs={TABS} chosen={tab} onChoose={onTab} />
      <div id={`panel-${tab}`} class="column-body" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab !== "replay" ? (
          <RunScope {...scope}>
            <OfRun tab={tab} operator={operator} onOperator={onOperator} />
          </RunScope>
        ) : replayed === null || task === null ? (
          <NoReplay />
        ) : (
          <Replay page={page} replayed={replayed} version={version ?? task.head} onPath={onPath} />
        )}
      </div>
    </>
  );
}

/** The query that is shown, over the history of its task; null: none is shown. */
function replayedOf({ shown, state }: Page, task: TaskView | null): Replayed | null {
  if (shown?.kind !== "run" || task === null) return null;
  const listed = listedRun(shown)!;
  const query = shown.replay?.query ?? state?.runs.find(({ id }) => id === listed)?.query;
  return query === undefined ? null : { query, task: task.name, head: task.head, of: listed };
}

const NoReplay = () => (
  <div class="empty">
    <h3>A query over the history</h3>
    <p class="quiet">
      Ask something, or run a query: here you move through the versions of the memory, and see at each of them what
      entered and left the result, and why.
    </p>
  </div>
);

function OfRun({
  tab,
  operator,
  onOperator,
}: Pick<ExecutionColumnProps, "operator" | "onOperator"> & { readonly tab: Exclude<ExecutionTab, "replay"> }) {
  const { overview } = useRun();
  if (!hasRun(overview))
    return (
      <div class="empty">
        <h3>No query is shown</h3>
        <p class="quiet">
          Ask something, or write a query above: here you see what it finds, what each step looked at, what it dropped
          and why, and how scores were made.
        </p>
      </div>
    );
  const parts: Readonly<Record<typeof tab, () => ComponentChildren>> = {
    results: () => <Results hasPane={false} />,
    chart: () => <Charts />,
    steps: () => <Execution wish={operator} onWish={onOperator} hasPane={false} />,
  };
  return (
    <>
      <div class="run-head">
        <Stats />
        <Causes causes={overview.causes} />
      </div>
      {parts[tab]()}
    </>
  );
}

/** The last runs, the newest first. */
function RunChoice({ page: { state, shown, show, conversation } }: { readonly page: Page }) {
  const runs = state?.runs ?? [];
  const run = listedRun(shown) ?? "";
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
