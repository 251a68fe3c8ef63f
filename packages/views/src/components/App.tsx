import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Host, Shown } from "../host/host.js";
import { countText } from "../model/numbers.js";
import type { ViewName } from "../protocol.js";
import { Compare } from "./compare/Compare.js";
import { Execution } from "./execution/Execution.js";
import { Header } from "./header/Header.js";
import { Memory } from "./memory/Memory.js";
import { listOpen, startMemory } from "./memory/memoryState.js";
import { Progress } from "./Progress.js";
import { Button } from "./parts/Button.js";
import { Notice } from "./parts/Notice.js";
import { Tabs } from "./parts/Tabs.js";
import { useAsked } from "./parts/useAsked.js";
import { RunIsMissing } from "./RunIsMissing.js";
import { Results } from "./results/Results.js";
import { RunContext, type ShownRun, type ViewStates } from "./run.js";

interface AppProps {
  readonly host: Host;
  readonly shown: Shown;
  /** A page that was made of a redacted run says so. */
  readonly isRedacted?: boolean;
}

/** Everything: what goes on at the top, then one run with its views. */
export function App({ host, shown, isRedacted = false }: AppProps) {
  const kept = useMemo(() => host.restore(), [host]);
  const [tab, setTab] = useState<ViewName>(kept?.tab ?? "results");
  const [chosen, setChosen] = useState<string | null>(null);
  const [redacted, setRedacted] = useState(kept?.redacted ?? false);
  const [node, setNode] = useState<number | null>(kept?.node ?? null);
  /** A wish to see an operator; Execution takes it. */
  const [operator, setOperator] = useState<number | null>(null);
  const [said, say] = useState("");
  const kinds = useRef(new Map<string, ViewStates>());

  const wish = shown.wish;
  const wished = wish === null ? null : `${shown.run} ${wish.view} ${wish.node}`;
  const isReloaded = useRef(kept !== null);
  useEffect(() => {
    if (wish === null) return;
    setChosen(null);
    // The first message after a reload repeats the last one before it: how somebody left the panel since then counts more.
    const isRepeated = isReloaded.current && kept?.wish === wished;
    isReloaded.current = false;
    if (isRepeated) return;
    setTab(wish.view);
    setNode(wish.node);
    setOperator(null);
  }, [wish?.at]);

  const run = chosen !== null && shown.runs.some(({ id }) => id === chosen) ? chosen : shown.run;
  const view = useMemo(() => (run === null ? null : host.view(run, redacted)), [host, run, redacted]);
  const overview = useAsked(view === null ? null : () => view.overview(), [view]);
  const states = useMemo(() => {
    const key = run ?? "";
    let found = kinds.current.get(key);
    if (found === undefined) {
      const before = kept !== null && kept.run === run ? kept.memory : null;
      found = { memory: { ...startMemory(), ...before }, resultAt: 0, openOperators: new Set() };
      kinds.current.set(key, found);
    }
    return found;
  }, [run]);

  const keep = useCallback(() => {
    const openNodes = listOpen(states.memory);
    if (wished === null) return;
    const memory = openNodes === null ? null : { openNodes, scroll: states.memory.scroll };
    host.keep({ tab, run, redacted, node, wish: wished, memory });
  }, [host, tab, run, redacted, node, states, wished]);
  useEffect(keep, [keep]);

  const panel = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);
  const go = useCallback<ShownRun["go"]>((to) => {
    isSent.current = to.tab !== undefined;
    if (to.tab !== undefined) setTab(to.tab);
    if (to.node !== undefined) setNode(to.node);
    if (to.operator !== undefined) setOperator(to.operator);
  }, []);
  const current = useMemo<ShownRun | null>(
    () =>
      run === null || view === null || overview.state !== "there"
        ? null
        : { host: telling(host, say), run, view, overview: overview.value, redacted, node, states, go },
    [host, run, view, overview, redacted, node, states, go],
  );
  // What was pressed to get here is gone: the focus goes to the view, unless a part of it took it.
  useEffect(() => {
    if (isSent.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
    isSent.current = false;
  }, [tab]);
  const tabs = useMemo(() => {
    const count = current?.overview.resultCount;
    return [
      { key: "results" as const, label: "Results", ...(count === undefined ? {} : { count: countText(count) }) },
      { key: "memory" as const, label: "Memory" },
      { key: "execution" as const, label: "Execution" },
      ...(host.can.compare ? [{ key: "compare" as const, label: "Compare" }] : []),
    ];
  }, [current?.overview.resultCount, host]);

  return (
    <>
      {shown.progress !== null && <Progress {...shown.progress} onCancel={() => host.cancel()} />}
      {shown.problem !== null && (
        <Notice kind="error" title={shown.problem.title}>
          <p class="problem">{shown.problem.message}</p>
        </Notice>
      )}
      {shown.step !== null && (
        <div class="stepping" role="status">
          <span class="tag tag-current">debugging</span> <code>{shown.step.text}</code>
          <Button
            kind="link"
            label="Show in Memory"
            onPress={() => go({ tab: "memory", node: shown.step!.nodes[0] ?? null })}
          />
        </div>
      )}
      <Said text={said} onEnd={say} />
      {run === null ? (
        shown.progress === null && shown.problem === null && <Nothing />
      ) : current === null ? (
        <RunIsMissing host={host} runs={shown.runs} run={run} asked={overview} onRun={setChosen} />
      ) : (
        <RunContext.Provider value={current}>
          <Header
            runs={shown.runs}
            onRun={(id) => {
              setChosen(id);
              setNode(null);
              setOperator(null);
            }}
            onRedact={setRedacted}
            isNamed={isRedacted}
          />
          <Tabs name="Views of the run" tabs={tabs} chosen={tab} onChoose={setTab} />
          <main class="view" key={`${run} ${redacted} ${tab}`}>
            <div
              ref={panel}
              id={`panel-${tab}`}
              class="view-panel"
              role="tabpanel"
              aria-labelledby={`tab-${tab}`}
              tabIndex={-1}
            >
              {tab === "results" && <Results />}
              {tab === "memory" && (
                <Memory
                  state={states.memory}
                  current={shown.step?.run === run ? shown.step.nodes : NO_NODES}
                  onChange={keep}
                />
              )}
              {tab === "execution" && <Execution wish={operator} onWish={setOperator} />}
              {tab === "compare" && <Compare runs={shown.runs} run={run} redacted={redacted} />}
            </div>
          </main>
        </RunContext.Provider>
      )}
    </>
  );
}

/** A host that also says what was copied. */
const telling = (host: Host, say: (text: string) => void): Host => ({
  ...host,
  copy(text, what) {
    host.copy(text, what);
    say(`Copied ${what}`);
  },
});

const SHOWN = 1_800;

/** A word that goes by itself. */
function Said({ text, onEnd }: { readonly text: string; readonly onEnd: (text: string) => void }) {
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => onEnd(""), SHOWN);
    return () => clearTimeout(timer);
  }, [text, onEnd]);
  return (
    <div class={text === "" ? "said" : "said is-shown"} role="status">
      {text}
    </div>
  );
}

const NO_NODES: readonly number[] = [];

function Nothing() {
  return (
    <div class="nothing">
      <h1>No run yet</h1>
      <p class="quiet">Run a query to see its results, the tree as a heat map, and what each operator did.</p>
    </div>
  );
}
