import {
  Button,
  counted,
  type FactsSource,
  Memory,
  NodePane,
  Tabs,
  useAnswer,
  useRun,
} from "@semantic-xpath/views/components";
import { useMemo, useRef, useState } from "preact/hooks";
import type { TaskView } from "../../protocol.js";
import { lazily } from "../parts/lazily.js";
import { Plain } from "../parts/Plain.js";
import { RunScope, type ScopeProps } from "../RunScope.js";
import { type Page, undoNewest, versionOf } from "../usePage.js";
import { EditByHand } from "./EditByHand.js";
import { Types } from "./Types.js";
import { Versions } from "./Versions.js";

const Facts = lazily("the facts", async () => (await import("@semantic-xpath/views/facts")).Facts);

export type MemoryTab = "tree" | "types" | "facts" | "versions" | "edit";

interface MemoryColumnProps {
  readonly page: Page;
  readonly scope: Omit<ScopeProps, "children">;
  readonly tab: MemoryTab;
  readonly onTab: (tab: MemoryTab) => void;
  /** The task that is looked at. */
  readonly task: TaskView | null;
  /** The requested version of the history. */
  readonly version: number | null;
  readonly onVersion: (version: number) => void;
  readonly onPath: (path: string) => void;
  /** Runs a query. */
  readonly onQuery: (query: string) => void;
  readonly announce: (text: string) => void;
}

/** Memory: the tree with the heat of the shown run, its versions, and manual changes. */
export function MemoryColumn({
  page,
  scope,
  tab: wanted,
  onTab,
  task,
  version,
  onVersion,
  onPath,
  onQuery,
  announce,
}: MemoryColumnProps) {
  const { state } = page;
  const canWrite = state?.canWrite ?? false;
  const facts = useFacts(page, task);
  const tab = wanted === "facts" && facts === null ? "tree" : wanted;
  const tabs = [
    { key: "tree" as const, label: "Tree" },
    { key: "types" as const, label: "Types" },
    ...(facts === null ? [] : [{ key: "facts" as const, label: "Facts" }]),
    { key: "versions" as const, label: "Versions", count: task === null ? undefined : String(task.versionCount) },
    ...(canWrite ? [{ key: "edit" as const, label: "Edit" }] : []),
  ];
  return (
    <>
      <div class="column-head">
        <h2 class="visually-hidden">Memory</h2>
        <TaskSelect page={page} task={task} />
        <span class="toolbar-end">
          {task !== null && canWrite && <Undo page={page} task={task} announce={announce} />}
        </span>
      </div>
      <Tabs name="Memory" tabs={tabs} chosen={tab} onChoose={onTab} />
      <div id={`panel-${tab}`} class="column-body" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "tree" && (
          <>
            <WhatIsShown page={page} task={task} />
            <RunScope {...scope}>
              <TreeAndNode />
            </RunScope>
          </>
        )}
        {tab === "types" && task !== null && <Types page={page} task={task} onQuery={onQuery} />}
        {tab === "facts" && facts !== null && (
          <RunScope {...scope}>
            <Facts source={facts} />
          </RunScope>
        )}
        {tab === "versions" && task !== null && (
          <Versions
            page={page}
            task={task}
            chosen={version ?? task.head}
            onChoose={onVersion}
            onPath={onPath}
            onTree={(number) => {
              page.show({ kind: "tree", task: task.name, version: number });
              onTab("tree");
            }}
            announce={announce}
          />
        )}
        {tab === "edit" && task !== null && (
          <EditByHand page={page} scope={scope} task={task} onPath={onPath} announce={announce} />
        )}
        {tab !== "tree" && task === null && <p class="quiet pad">There is no task yet.</p>}
      </div>
    </>
  );
}

/** The facts of the version that is shown; null: it holds none, or that is not known yet. */
function useFacts({ ask, shown }: Page, task: TaskView | null): FactsSource | null {
  const version = versionOf(shown);
  const name = task?.name ?? null;
  const key = `${name} ${version ?? task?.head}`;
  const source = useMemo<FactsSource | null>(
    () =>
      name === null
        ? null
        : {
            key,
            facts: (asked) => ask("facts", { task: name, version, ...asked }),
            recall: (asked) => ask("recall", { task: name, version, ...asked }),
          },
    [ask, key],
  );
  const answer = useAnswer(source && (() => source.facts({ filter: "", count: 0 })), [key]);
  // While another version is asked for, the last answer stands.
  const holds = useRef(false);
  if (answer.state !== "waiting") holds.current = answer.state === "ready" && answer.value !== null;
  return holds.current ? source : null;
}

function TreeAndNode() {
  const { states, node } = useRun();
  return (
    <div class="tree-and-node">
      <Memory state={states.memory} current={NO_NODES} onChange={NOTHING} hasPane={false} />
      <NodePane node={node} from="memory" />
    </div>
  );
}

const NO_NODES: readonly number[] = [];
const NOTHING = (): void => {};

function TaskSelect({ page: { state, show }, task }: { readonly page: Page; readonly task: TaskView | null }) {
  if (state === null || task === null) return <span class="quiet">Memory</span>;
  return (
    <label class="task-select">
      <span class="visually-hidden">Task</span>
      <select
        value={task.name}
        onChange={(event) => show({ kind: "tree", task: event.currentTarget.value, version: null })}
      >
        {state.tasks.map(({ name, title, nodes }) => (
          <option key={name} value={name}>
            {`${title || name} (${counted(nodes, "node")})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Name of the shown tree, and the way back to the newest. */
function WhatIsShown({ page, task }: { readonly page: Page; readonly task: TaskView | null }) {
  const { shown, show, conversation, state } = page;
  if (shown === null || task === null || (shown.kind === "tree" && (shown.version ?? task.head) === task.head))
    return null;
  const turn = shown.kind === "run" ? conversation?.turns.find(({ id }) => id === shown.turn) : undefined;
  const version = versionOf(shown);
  const run = shown.kind === "run" ? state?.runs.find(({ id }) => id === shown.run) : undefined;
  return (
    <div class="strip row shown-strip">
      <span class="clip">
        {shown.kind === "tree" ? (
          <>
            Version <b class="num">{shown.version}</b> of {task.head}: as it was
          </>
        ) : (
          <>
            <span class="quiet">What </span>
            <Plain
              text={
                turn?.request ?? run?.title ?? (shown.kind === "run" ? shown.replay?.query : undefined) ?? "a query"
              }
            />
            <span class="quiet"> found{version !== null && ` in version ${version} of ${task.head}`}</span>
          </>
        )}
      </span>
      <span class="toolbar-end">
        <Button
          label="Show what is now"
          onPress={() => {
            show({ kind: "tree", task: task.name, version: null });
            document.querySelector<HTMLElement>("#panel-memory [role=tree]")?.focus();
          }}
        />
      </span>
    </div>
  );
}

interface UndoProps {
  readonly page: Page;
  readonly task: TaskView;
  readonly announce: (text: string) => void;
}

/** Takes back the newest change. */
function Undo({ page, task, announce }: UndoProps) {
  const [isBusy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    await undoNewest(page, task, announce);
    setBusy(false);
  };
  return <Button label="Undo" disabled={isBusy || task.head < 2} onPress={() => void undo()} />;
}
