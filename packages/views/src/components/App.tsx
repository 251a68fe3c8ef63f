import type { RunOverview } from "@semantic-xpath/inspect";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Host, KeptState, Shown } from "../host/host.js";
import type { FactsSource } from "../model/factsSource.js";
import { countText } from "../model/text.js";
import { VIEW_NAMES, VIEWS, type ViewName } from "../viewTable.js";
import { Charts } from "./charts/Charts.js";
import { Compare } from "./compare/Compare.js";
import { Execution } from "./execution/Execution.js";
import { Facts } from "./facts/Facts.js";
import { Header } from "./header/Header.js";
import { Memory } from "./memory/Memory.js";
import { Announcement } from "./parts/Announcement.js";
import { Answered, useAnswer } from "./parts/answers.js";
import { Button } from "./parts/Button.js";
import { Notice } from "./parts/Notice.js";
import { Tabs } from "./parts/Tabs.js";
import { Results } from "./results/Results.js";
import { hasRun, type MemoryState, newViewStates, RunContext, type ShownRun, type ViewStates } from "./run.js";

interface AppProps {
  readonly host: Host;
  readonly shown: Shown;
  /** A page that was made of a redacted run says so. */
  readonly isRedacted?: boolean;
}

/** Everything: what goes on at the top, then one run with its views. */
export function App({ host, shown, isRedacted = false }: AppProps) {
  const [notice, setNotice] = useState("");
  const state = useViewState(host, shown);
  const { run, go } = state;
  const view = useMemo(() => (run === null ? null : host.view(run, state.redacted)), [host, run, state.redacted]);
  const overview = useAnswer(view && (() => view.overview()), [view]);
  const announcing = useMemo(() => announcingHost(host, setNotice), [host]);
  const [passed, pass] = useState<Shown["problem"]>(null);
  const problem = shown.problem === passed ? null : shown.problem;
  return (
    <>
      <Events host={host} shown={shown} go={go} />
      <Announcement text={notice} onEnd={() => setNotice("")} />
      {problem !== null ? (
        // The results of another run below it would be taken for its own.
        <Notice kind="error" title={problem.title}>
          <p class="problem">{problem.message}</p>
          {run !== null && <Button label="Show the run before" onPress={() => pass(problem)} />}
        </Notice>
      ) : run === null || view === null ? (
        shown.progress === null && <NoRun />
      ) : (
        <Answered
          answer={overview}
          what="the run"
          ifFailed={(message) => (
            <RunIsMissing host={host} shown={shown} run={run} message={message} onRun={state.choose} />
          )}
        >
          {(value) => (
            <RunContext.Provider value={{ ...state, host: announcing, run, view, overview: value }}>
              <Header runs={shown.runs} onRun={state.choose} onRedact={state.redact} isMarked={isRedacted} />
              <Views {...{ host, shown, run, state }} overview={value} canCompare={host.can.has("compare")} />
            </RunContext.Provider>
          )}
        </Answered>
      )}
    </>
  );
}

type ViewState = ReturnType<typeof useViewState>;

/** Shown view and run: the user's choice, until the host requests another one. It is kept over a reload. */
function useViewState(host: Host, { runs, run: newest, wish }: Shown) {
  const restored = useMemo(() => host.restore(), [host]);
  const [tab, setTab] = useState<ViewName>(restored?.tab ?? "results");
  const [chosen, setChosen] = useState<string | null>(null);
  const [redacted, redact] = useState(restored?.redacted ?? false);
  const [node, setNode] = useState(restored?.node ?? null);
  /** A wish to see an operator; Execution takes it. */
  const [operator, setOperator] = useState<number | null>(null);
  const run = runs.some(({ id }) => id === chosen) ? chosen : newest;
  const states = useStates(run, wish === null ? restored : null);

  useEffect(() => {
    if (wish === null) return;
    setChosen(null);
    setTab(wish.view);
    setNode(wish.node);
    setOperator(null);
    if (wish.isFocused) send((times) => times + 1);
  }, [wish?.at]);

  const keep = useCallback(() => {
    const openNodes = listOpen(states.memory);
    const memory = openNodes && { openNodes, scroll: states.memory.scroll };
    if (run !== null) host.keep({ tab, redacted, node, memory });
  }, [host, tab, run, redacted, node, states]);
  // At once: a window that goes away does not wait for what comes after it has painted.
  useLayoutEffect(keep, [keep]);

  /** Number of requests to a view, and number of focus moves. */
  const [sent, send] = useState(0);
  const arrived = useRef(0);
  const go = useCallback<ShownRun["go"]>((to) => {
    if (to.tab !== undefined) {
      setTab(to.tab);
      send((times) => times + 1);
    }
    if (to.node !== undefined) setNode(to.node);
    if (to.operator !== undefined) setOperator(to.operator);
  }, []);
  const choose = (id: string): void => {
    setChosen(id);
    setNode(null);
    setOperator(null);
  };
  return { tab, setTab, run, choose, redacted, redact, node, operator, setOperator, states, keep, go, sent, arrived };
}

/** State of the views of each run; for the first one after a reload, the stored state. */
function useStates(run: string | null, kept: KeptState | null): ViewStates {
  const statesByRun = useRef(new Map<string, ViewStates>()).current;
  const isFirst = statesByRun.size === 0;
  const states = statesByRun.get(run ?? "") ?? newViewStates(isFirst ? kept?.memory : null);
  if (run !== null) statesByRun.set(run, states);
  return states;
}

/** The open nodes as a list that a panel can keep; null if they are too many to be worth it. */
function listOpen({ open }: MemoryState): number[] | null {
  if (open === null) return null;
  const nodes: number[] = [];
  for (const [i, isOpen] of open.entries()) if (isOpen === 1) nodes.push(i + 1);
  return nodes.length > 5_000 ? null : nodes;
}

/** A run that is going on, and the step at which a debugger is. */
function Events({ host, shown, go }: { readonly host: Host; readonly shown: Shown; readonly go: ShownRun["go"] }) {
  const { progress, step } = shown;
  const total = progress?.wanted ?? 0;
  return (
    <>
      {progress !== null && (
        <div class="row strip" role="status">
          <span class="progress-text">
            {progress.title}
            <span class="quiet num">
              {" "}
              {countText(progress.pairs)}
              {total > 0 ? ` of ${countText(total)}` : ""} pairs scored
            </span>
          </span>
          <progress aria-label={progress.title} {...(total > 0 && { value: progress.pairs, max: total })} />
          <Button label="Cancel" onPress={() => host.send({ type: "cancel" })} />
        </div>
      )}
      {step !== null && (
        <div class="row strip stepping" role="status">
          <span class="tag tag-current">debugging</span> <code class="clip">{step.text}</code>
          <Button
            kind="link"
            label="Show in Memory"
            onPress={() => go({ tab: "memory", node: step.nodes[0] ?? null })}
          />
        </div>
      )}
    </>
  );
}

interface ViewsProps {
  readonly shown: Shown;
  readonly run: string;
  readonly state: ViewState;
  readonly overview: RunOverview;
  readonly canCompare: boolean;
  readonly host: Host;
}

/** The tabs of a run, and the view that is chosen. */
function Views({ shown, run, state, overview, canCompare, host }: ViewsProps) {
  const { redacted, states, sent, arrived } = state;
  const isWhole = hasRun(overview);
  const facts = useFacts(redacted ? null : (host.facts?.(run) ?? null));
  const has = { tree: true, run: isWhole, facts: facts !== null, comparison: isWhole && canCompare };
  const tab = has[VIEWS[state.tab].shows] ? state.tab : "memory";
  // The pressed control is gone: the focus goes to the view, unless a part of it took it.
  useEffect(() => {
    if (sent === arrived.current) return;
    arrived.current = sent;
    const panel = document.getElementById(`panel-${tab}`);
    const list = panel?.querySelector<HTMLElement>("[role=grid], [role=tree]");
    if (document.activeElement === document.body) (list ?? panel)?.focus({ preventScroll: true });
  }, [sent]);
  const tabs = VIEW_NAMES.filter((key) => has[VIEWS[key].shows]).map((key) => ({
    key,
    label: VIEWS[key].label,
    ...(key === "results" && { count: countText(overview.resultCount) }),
  }));
  const views: Readonly<Record<ViewName, () => ComponentChildren>> = {
    results: () => <Results />,
    chart: () => <Charts />,
    memory: () => (
      <Memory
        state={states.memory}
        current={shown.step?.run === run ? shown.step.nodes : NO_NODES}
        onChange={state.keep}
      />
    ),
    facts: () => facts && <Facts source={facts} />,
    execution: () => <Execution wish={state.operator} onWish={state.setOperator} />,
    compare: () => <Compare runs={shown.runs} run={run} redacted={redacted} />,
  };
  return (
    <>
      <Tabs name="Views of the run" tabs={tabs} chosen={tab} onChoose={state.setTab} />
      <main class="view" key={`${run} ${redacted} ${tab}`}>
        <div id={`panel-${tab}`} class="view-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
          {views[tab]()}
        </div>
      </main>
    </>
  );
}

/** Source of the facts of a tree; null: it has none, or that is not known yet. */
function useFacts(source: FactsSource | null): FactsSource | null {
  const probe = useAnswer(source && (() => source.facts({ filter: "", count: 0 })), [source?.key]);
  return probe.state === "ready" && probe.value !== null ? source : null;
}

const NO_NODES: readonly number[] = [];

/** A host that also says what was copied. */
const announcingHost = (host: Host, announce: (text: string) => void): Host => ({
  ...host,
  send(action) {
    host.send(action);
    if (action.type === "copy") announce(`Copied ${action.what}`);
  },
});

interface RunIsMissingProps {
  readonly host: Host;
  readonly shown: Shown;
  readonly run: string;
  readonly message: string;
  readonly onRun: (run: string) => void;
}

/** A run that can not be had: there are ways on. */
function RunIsMissing({ host, shown, run, message, onRun }: RunIsMissingProps) {
  const otherRuns = shown.runs.filter(({ id }) => id !== run).reverse();
  return (
    <>
      <Notice kind="error">{message}</Notice>
      <div class="buttons pad">
        {host.can.has("rerun") && (
          <Button kind="primary" label="Run again" onPress={() => host.send({ type: "rerun", run })} />
        )}
        {otherRuns.slice(0, 5).map(({ id, title }) => (
          <Button key={id} label={`Show ${title}`} onPress={() => onRun(id)} />
        ))}
      </div>
    </>
  );
}

const NoRun = () => (
  <div class="empty">
    <h1>No run yet</h1>
    <p class="quiet">Run a query to see its results, the tree as a heat map, and what each operator did.</p>
  </div>
);
