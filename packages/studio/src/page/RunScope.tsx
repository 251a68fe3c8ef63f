import type { RunOverview, RunView } from "@semantic-xpath/inspect";
import {
  type Action,
  type Answer,
  Answered,
  copyText,
  type Host,
  hasRun,
  Notice,
  newViewStates,
  RunContext,
  remoteView,
  type ShownRun,
  useAnswer,
  type ViewStates,
} from "@semantic-xpath/views/components";
import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Ask, Shown } from "./usePage.js";

/** The run, or the tree, that memory and execution show. */
export interface ShownView {
  readonly id: string;
  readonly view: RunView;
  readonly states: ViewStates;
}

/** The views of the shown trees and runs, by id: each answer is requested once, and each tree keeps its state. */
export function useViews(ask: Ask) {
  const viewsById = useRef(new Map<string, ShownView>()).current;
  return (id: string, isTree: boolean): ShownView => {
    const existing = viewsById.get(id);
    if (existing !== undefined) return existing;
    const view = remoteView((method, params) => ask("view", { run: id, method, params }));
    const shownView = { id, view: isTree ? treeOnly(view) : view, states: newViewStates() };
    viewsById.set(id, shownView);
    for (const oldest of viewsById.keys()) {
      if (viewsById.size <= MAX_VIEWS) break;
      viewsById.delete(oldest);
    }
    return shownView;
  };
}

const MAX_VIEWS = 24;

/** A tree without a query: it has no operators, and its nodes have no states. */
function treeOnly(view: RunView): RunView {
  const changed: Partial<RunView> = {
    overview: async () => ({ ...(await view.overview()), operators: [], causes: [] }),
    async tree() {
      const shape = await view.tree();
      return { ...shape, state: zeros(shape.size), heat: zeros(4 * shape.size) };
    },
    node: async (request) => ({ ...(await view.node(request)), state: "unvisited", weight: 0 }),
  };
  return new Proxy(view, { get: (all, method) => changed[method as keyof RunView] ?? Reflect.get(all, method) });
}

/** A column of a tree's shape with nothing in it. */
const zeros = (bytes: number): string => btoa("\0".repeat(bytes));

/** Services of a page for the components of a run. */
export function useHost(announce: (text: string) => void, apply: (query: string) => void): Host {
  return useMemo(
    () => ({
      view: () => {
        throw new Error("the page gives the view");
      },
      compare: () => Promise.reject(new Error("the page compares no runs")),
      can: new Set(["copy", "apply"] as const),
      exports: [],
      commandFor: () => null,
      send(action: Action) {
        if (action.type === "copy") {
          copyText(action.text);
          announce(`Copied ${action.what}`);
        } else if (action.type === "apply") apply(action.change.text);
      },
      restore: () => null,
      keep: () => {},
    }),
    [announce, apply],
  );
}

export interface ScopeProps {
  readonly host: Host;
  readonly shown: Shown | null;
  readonly shownView: ShownView | null;
  /** Why there is none. */
  readonly problem: string | null;
  readonly node: number | null;
  readonly go: ShownRun["go"];
  readonly children: ComponentChildren;
}

/** Gives a run to the components below. */
export function RunScope({ host, shownView, problem, node, go, children }: ScopeProps) {
  const next = useAnswer(shownView && (async () => ({ shownView, overview: await shownView.view.overview() })), [
    shownView,
  ]);
  const last = useRef<Answer<{ readonly shownView: ShownView; readonly overview: RunOverview }>>(next);
  // The one before stays until the next is there.
  if (next.state !== "waiting") last.current = next;
  if (problem !== null) return <Notice kind="error">{problem}</Notice>;
  if (shownView === null) return <p class="quiet pad">Nothing is here yet.</p>;
  return (
    <Answered answer={last.current} what="memory">
      {({ shownView: { id, view, states }, overview: value }) => (
        <RunContext.Provider
          value={{
            host,
            run: id,
            view,
            overview: value,
            redacted: false,
            node: id === shownView.id ? node : null,
            states,
            go,
          }}
        >
          {/* Each view has its own state. */}
          <div class={hasRun(value) ? "scope" : "scope is-plain"} key={id}>
            {children}
          </div>
        </RunContext.Provider>
      )}
    </Answered>
  );
}
