import type { ShownRun } from "@semantic-xpath/views/components";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { TaskView } from "../protocol.js";
import type { ExecutionTab } from "./execution/ExecutionColumn.js";
import type { MemoryTab } from "./memory/MemoryColumn.js";
import type { Page } from "./usePage.js";

export type Column = "conversation" | "memory" | "execution";

/** Parts of the page in view, with the selected node, operator and version. */
export function useShownParts(page: Page) {
  const { shown } = page;
  const columns = useColumns();
  const { setColumn } = columns;
  const [memoryTab, setMemoryTab] = useState<MemoryTab>("tree");
  const [executionTab, setExecutionTab] = useState<ExecutionTab>("results");
  const [node, setNode] = useState<number | null>(null);
  const [operator, setOperator] = useState<number | null>(null);
  const [version, setVersion] = useState<number | null>(null);
  const [query, setQuery] = useState("");
  /** A path that is selected once the view that has it is there. */
  const [path, wishPath] = useState<string | null>(null);
  const task = useShownTask(page);
  const key = shown === null ? "" : JSON.stringify(shown);
  const lastKey = useRef(key);
  if (lastKey.current !== key) {
    lastKey.current = key;
    setNode(null);
    setOperator(null);
  }
  useEffect(() => setVersion(null), [task?.name]);

  const toColumn = useCallback((to: Column, tab?: MemoryTab | ExecutionTab, first?: string) => {
    setColumn(to);
    if (to === "memory" && tab !== undefined) setMemoryTab(tab as MemoryTab);
    if (to === "execution" && tab !== undefined) setExecutionTab(tab as ExecutionTab);
    // The column may have to be drawn first.
    requestAnimationFrame(() => focusIn(to, first));
  }, []);
  const go = useCallback<ShownRun["go"]>((to) => {
    if (to.node !== undefined) setNode(to.node);
    if (to.operator !== undefined) setOperator(to.operator);
    if (to.tab === "memory") {
      setMemoryTab("tree");
      setColumn("memory");
    } else if (to.tab !== undefined) {
      setExecutionTab(to.tab === "results" || to.tab === "chart" ? to.tab : "steps");
      setColumn("execution");
    }
  }, []);
  return {
    ...columns,
    toColumn,
    memoryTab,
    setMemoryTab,
    executionTab,
    setExecutionTab,
    node,
    operator,
    setOperator,
    version,
    setVersion,
    query,
    setQuery,
    path,
    wishPath,
    task,
    go,
  };
}

function useColumns() {
  const [column, setColumnOnly] = useState<Column>("conversation");
  /** The last one of memory and execution in view: with some room it is beside the conversation. */
  const [side, setSide] = useState<Exclude<Column, "conversation">>("memory");
  const setColumn = useCallback((to: Column) => {
    setColumnOnly(to);
    if (to !== "conversation") setSide(to);
  }, []);
  return { column, side, setColumn };
}

function useShownTask({ state, shown, conversation }: Page): TaskView | null {
  /** A run that no turn made is of the task that was shown before it. */
  const last = useRef<string | null>(null);
  if (shown?.kind === "tree") last.current = shown.task;
  else if (shown?.replay !== undefined) last.current = shown.replay.task;
  else if (shown?.turn != null) last.current = conversation?.task ?? null;
  const name = last.current ?? conversation?.task ?? state?.task;
  return state?.tasks.find((task) => task.name === name) ?? state?.tasks[0] ?? null;
}

/** Focuses a part of a column: `selector`, its field, its list, its tab, or the column itself. */
function focusIn(column: Column, selector?: string): void {
  const room = document.getElementById(`panel-${column}`);
  const firsts = selector !== undefined ? [selector] : column === "conversation" ? ["#request"] : LISTS;
  const first = firsts.map((one) => room?.querySelector<HTMLElement>(one)).find((found) => found != null);
  (first ?? room)?.focus();
}

const LISTS = [
  "[role=tree]",
  "[role=listbox]",
  "[role=grid]",
  ".execution",
  "#update-text",
  "[role=tab][aria-selected=true]",
];
