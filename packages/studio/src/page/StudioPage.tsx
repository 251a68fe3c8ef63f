import type { RunView } from "@semantic-xpath/inspect";
import { Announcement, Button, Notice, save, Tabs } from "@semantic-xpath/views/components";
import { type RefObject, render } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Studio } from "../protocol.js";
import { Conversation } from "./conversation/Conversation.js";
import type { TurnActions } from "./conversation/Turn.js";
import { ExecutionColumn, type ExecutionTab } from "./execution/ExecutionColumn.js";
import { type MountEditor, QUERY_FIELD } from "./execution/QueryEditor.js";
import { MemoryColumn } from "./memory/MemoryColumn.js";
import { safeName } from "./model/safeText.js";
import { Shortcuts } from "./parts/Shortcuts.js";
import { type ScopeProps, useHost } from "./RunScope.js";
import { useDrop } from "./useDrop.js";
import { useKeptFocus, useShortcuts } from "./useFocus.js";
import { listedRun, type Page, undoNewest, usePage, versionOf } from "./usePage.js";
import { useRoom } from "./useRoom.js";
import { type Column, useShownParts } from "./useShownParts.js";
import { useShownView } from "./useShownView.js";

export interface StudioPageProps {
  readonly studio: Studio;
  /** Loads the editor of queries. Absent: a plain field. */
  readonly loadEditor?: () => Promise<MountEditor>;
  /** A query to begin with, of the studio's first task. */
  readonly begin?: { readonly query: string; readonly tab: ExecutionTab };
  /** Called when another run is shown (null: none), or another part of it; over time it stays the run that is followed. */
  readonly onShown?: (shown: { readonly run: string | null; readonly tab: ExecutionTab }) => void;
}

const COLUMNS = [
  { key: "conversation", label: "Conversation" },
  { key: "memory", label: "Memory" },
  { key: "execution", label: "Execution" },
] as const satisfies readonly { readonly key: Column; readonly label: string }[];

/** Draws the page into an element. Returns what takes it away again. */
export function mountStudio(element: HTMLElement, props: StudioPageProps): () => void {
  render(<StudioPage {...props} />, element);
  return () => render(null, element);
}

/** The page: conversation, memory and execution side by side, or as tabs if there is little room. */
export function StudioPage({ studio, loadEditor, begin, onShown }: StudioPageProps) {
  const [said, setSaid] = useState("");
  const [spoken, speak] = useState("");
  const page = usePage(studio, useCallback(speak, []));
  const announce = useCallback((text: string) => {
    setSaid(text);
    speak(text);
  }, []);
  const parts = useShownParts(page);
  const room = useRoom();
  const composer = useRef<HTMLTextAreaElement>(null);
  const [isHelpShown, showHelp] = useState(false);
  const runQuery = useRunQuery(page, parts, begin);
  const shownRun = listedRun(page.shown);
  useEffect(() => onShown?.({ run: shownRun, tab: parts.executionTab }), [shownRun, parts.executionTab]);
  const host = useHost(announce, runQuery);
  const { shownView, problem } = useShownView(page, parts);
  const scope = { host, shown: page.shown, shownView, problem, node: parts.node, go: parts.go };
  const actions = useTurnActions(page, parts, shownView?.view ?? null, runQuery);
  const isDragged = useDrop((file) => void page.importFile(file));
  useKeptFocus();
  useShortcuts({
    composer,
    toColumn: parts.toColumn,
    help: () => showHelp(true),
    undo: () => void undo(page, parts.task, announce),
    turn: (by) => stepTurn(page, actions, by),
  });
  return (
    <div class="studio" data-column={parts.column} data-side={parts.side}>
      <Top page={page} onHelp={() => showHelp(true)} />
      {page.problem !== null && <Problem page={page} />}
      {room < 3 && (
        <nav class="column-tabs" aria-label="Parts of the page">
          <Tabs
            name="Parts of the page"
            tabs={room === 1 ? COLUMNS : COLUMNS.slice(1)}
            chosen={room === 1 ? parts.column : parts.side}
            onChoose={parts.setColumn}
          />
        </nav>
      )}
      <Columns {...{ page, parts, scope, actions, composer, loadEditor, announce, runQuery }} />
      {isDragged && <div class="drop-room">Drop the file: it becomes a task of its own</div>}
      {isHelpShown && <Shortcuts onClose={() => showHelp(false)} />}
      <Announcement text={safeName(said)} onEnd={() => setSaid("")} />
      <div class="visually-hidden" role="status" aria-live="polite">
        {safeName(spoken)}
      </div>
    </div>
  );
}

interface ColumnsProps {
  readonly page: Page;
  readonly parts: Parts;
  readonly scope: Omit<ScopeProps, "children">;
  readonly actions: TurnActions;
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  readonly loadEditor: StudioPageProps["loadEditor"];
  readonly announce: (text: string) => void;
  readonly runQuery: (text: string) => void;
}

function Columns({ page, parts, scope, actions, composer, loadEditor, announce, runQuery }: ColumnsProps) {
  const exportConversation = async (): Promise<void> => {
    const { conversation } = page;
    if (conversation === null) return;
    const exported = await page.attempt(() => page.ask("exportConversation", { conversation: conversation.id }));
    if (exported !== null) save(exported.html, exported.name);
  };
  return (
    <main class="columns">
      <section id="panel-conversation" class="column" aria-label="Conversation" tabIndex={-1}>
        <Conversation
          page={page}
          taskName={parts.task?.name ?? null}
          view={scope.shownView?.view ?? null}
          turnActions={actions}
          composer={composer}
          onExport={() => void exportConversation()}
        />
      </section>
      <section id="panel-memory" class="column" aria-label="Memory" tabIndex={-1}>
        <MemoryColumn
          page={page}
          scope={scope}
          tab={parts.memoryTab}
          onTab={parts.setMemoryTab}
          task={parts.task}
          version={parts.version}
          onVersion={parts.setVersion}
          onPath={actions.toPath}
          onQuery={(query) => {
            parts.setColumn("execution");
            runQuery(query);
          }}
          announce={announce}
        />
      </section>
      <section id="panel-execution" class="column" aria-label="Execution" tabIndex={-1}>
        <ExecutionColumn
          page={page}
          scope={scope}
          tab={parts.executionTab}
          onTab={parts.setExecutionTab}
          operator={parts.operator}
          onOperator={parts.setOperator}
          loadEditor={loadEditor}
          task={parts.task}
          query={parts.query}
          onQuery={parts.setQuery}
          onRun={runQuery}
          onPath={actions.toPath}
        />
      </section>
    </main>
  );
}

/** Runs a query on what is shown. One that is asked for before the page knows its tasks, such as the one that it begins with, waits for them. */
function useRunQuery(page: Page, parts: Parts, begin: StudioPageProps["begin"]): (text: string) => void {
  const { setQuery, setColumn, setExecutionTab, task } = parts;
  const isReady = page.state !== null && page.shown !== null;
  const waiting = useRef(begin ?? null);
  const run = (query: string): Promise<string | null> => page.run(query, task?.name ?? null, versionOf(page.shown));
  useEffect(() => {
    const wish = waiting.current;
    if (!isReady || wish === null) return;
    waiting.current = null;
    setQuery(wish.query);
    setColumn("execution");
    setExecutionTab(wish.tab);
    void run(wish.query);
  }, [isReady]);
  return useCallback(
    (query: string) => {
      setQuery(query);
      if (query.trim() === "") return;
      if (isReady) void run(query).then((answered) => answered && setExecutionTab("results"));
      else waiting.current = { query, tab: "results" };
    },
    [page.run, task?.name, page.shown, isReady],
  );
}

/** Subject of the page, and its general actions. */
function Top({ page, onHelp }: { readonly page: Page; readonly onHelp: () => void }) {
  const { state } = page;
  const file = useRef<HTMLInputElement>(null);
  return (
    <header class="top">
      <h1 class="clip">{state?.title ?? "Studio"}</h1>
      {state !== null && !state.canWrite && <span class="tag">read only</span>}
      {state !== null && !state.isKept && <span class="tag">kept until you leave</span>}
      <span class="toolbar-end">
        {(state?.canWrite ?? false) && (
          <>
            <Button label="Import" onPress={() => file.current?.click()} />
            <input
              ref={file}
              type="file"
              hidden
              aria-label="A file to import"
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                event.currentTarget.value = "";
                if (chosen !== undefined) void page.importFile(chosen);
              }}
            />
          </>
        )}
        <Button label="Keys" onPress={onHelp} />
      </span>
    </header>
  );
}

/** A failure, with possible next steps. */
const Problem = ({ page: { problem, dismiss } }: { readonly page: Page }) => (
  <div class="page-problem">
    <Notice kind="error">
      <p class="problem">{problem?.message}</p>
      <div class="buttons">
        {problem?.again != null && <Button label="Try again" onPress={problem.again} />}
        <Button label="Dismiss" onPress={dismiss} />
      </div>
    </Notice>
  </div>
);

type Parts = ReturnType<typeof useShownParts>;

/** Targets of the buttons of a turn. */
function useTurnActions(page: Page, parts: Parts, view: RunView | null, runQuery: (text: string) => void): TurnActions {
  const { conversation } = page;
  const inConversation = (act: (id: string) => void): void => {
    if (conversation !== null) act(conversation.id);
  };
  const showRun: (turn: Parameters<TurnActions["toExecution"]>[0]) => void = (turn) => {
    if (turn.retrieved !== null) page.show({ kind: "run", run: turn.retrieved.run, turn: turn.id });
  };
  return {
    choose: (turn, choice) => inConversation((id) => void page.choose(id, turn, choice)),
    retry: (turn) => inConversation((id) => void page.retry(id, turn)),
    rewrite: (turn, request) => inConversation((id) => void page.rewrite(id, turn, request)),
    runQuery,
    editQuery: (query) => {
      parts.setQuery(query);
      parts.toColumn("execution", undefined, `#${QUERY_FIELD}`);
    },
    toMemory: (turn, path) => {
      showRun(turn);
      parts.wishPath(path ?? turn.retrieved?.nodes[0]?.path ?? null);
      parts.toColumn("memory", "tree");
    },
    toExecution: (turn) => {
      showRun(turn);
      parts.toColumn("execution", "steps");
    },
    toVersion: (task, version) => {
      if (parts.task?.name !== task) page.show({ kind: "tree", task, version: null });
      parts.setVersion(version);
      parts.toColumn("memory", "versions");
    },
    toPath: (path) => {
      void view?.locate({ path }).then((node) => {
        if (node !== null) parts.go({ node, tab: "memory" });
      });
    },
  };
}

async function undo(page: Page, task: Parts["task"], announce: (text: string) => void): Promise<void> {
  if (task === null || !page.state?.canWrite || task.head < 2) return;
  await undoNewest(page, task, announce);
}

/** The turn before or after the one that is shown. */
function stepTurn({ conversation, shown }: Page, actions: TurnActions, by: -1 | 1): void {
  const turns = (conversation?.turns ?? []).filter(({ retrieved }) => retrieved !== null);
  const at = turns.findIndex(({ id }) => shown?.kind === "run" && shown.turn === id);
  const to = at < 0 ? turns.at(-1) : turns[Math.max(0, Math.min(turns.length - 1, at + by))];
  if (to === undefined) return;
  actions.toMemory(to);
  document.getElementById(`turn-${to.id}`)?.scrollIntoView({ block: "nearest" });
}
