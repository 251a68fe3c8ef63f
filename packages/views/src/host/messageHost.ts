import type { Comparison, RunView } from "@semantic-xpath/inspect";
import type { HostMessage, PanelMessage } from "../protocol.js";
import type { Host, KeptState, Shown } from "./host.js";
import { remembered } from "./remembered.js";

/** What an editor gives to the page of a panel. */
export interface EditorApi {
  postMessage(message: PanelMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** The questions of `RunView`, by name: a message names one. */
const QUESTIONS: readonly (keyof RunView)[] = [
  "overview",
  "results",
  "cut",
  "dropped",
  "reasons",
  "scores",
  "tree",
  "labels",
  "node",
  "contents",
  "search",
  "why",
  "whyNot",
  "change",
  "nearest",
  "locate",
  "mermaid",
  "document",
];

export interface MessageHost extends Host {
  /** Tells the editor that messages can come. */
  ready(): void;
  receive(message: HostMessage): void;
}

/** A host behind messages. `show` is called with what is shown whenever that changes. */
export function messageHost(editor: EditorApi, show: (shown: Shown) => void): MessageHost {
  const waiting = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>();
  const views = new Map<string, RunView>();
  let shown: Shown = { runs: [], run: null, progress: null, problem: null, step: null, wish: null };
  let asked = 0;

  const ask = <T>(message: (id: number) => PanelMessage): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      editor.postMessage(message(id));
    });
  const update = (change: Partial<Shown>): void => {
    shown = { ...shown, ...change };
    show(shown);
  };

  return {
    can: {
      reveal: true,
      apply: true,
      rerun: true,
      forget: true,
      redact: true,
      compare: true,
      exportAs: ["html", "json", "mermaid"],
    },
    view(run, redacted) {
      const key = `${redacted} ${run}`;
      let view = views.get(key);
      if (view === undefined) {
        view = remembered(
          askingView((method, params) => ask((id) => ({ type: "ask", id, run, method, params, redacted }))),
        );
        views.set(key, view);
      }
      return view;
    },
    compare: (before, after, redacted) => ask<Comparison>((id) => ({ type: "compare", id, before, after, redacted })),
    elsewhere: () => null,
    reveal: (run, node) => editor.postMessage({ type: "reveal", run, node }),
    revealQuery: (run, start, end) => editor.postMessage({ type: "revealQuery", run, start, end }),
    copy: (text, what) => editor.postMessage({ type: "copy", text, what }),
    exportAs: (run, format, redacted) => editor.postMessage({ type: "export", run, format, redacted }),
    apply: (run, change) => editor.postMessage({ type: "apply", run, change }),
    rerun: (run) => editor.postMessage({ type: "rerun", run }),
    forget: (run) => editor.postMessage({ type: "forget", run }),
    cancel() {
      editor.postMessage({ type: "cancel" });
      update({ progress: null });
    },
    restore: () => keptState(editor.getState()),
    keep: (state) => editor.setState(state),
    ready: () => editor.postMessage({ type: "ready" }),
    receive(message) {
      switch (message.type) {
        case "show": {
          const known = new Set(message.runs.map(({ id }) => id));
          for (const key of views.keys()) if (!known.has(key.slice(key.indexOf(" ") + 1))) views.delete(key);
          const wish = { view: message.view, node: message.node ?? null, at: (shown.wish?.at ?? 0) + 1 };
          update({ runs: message.runs, run: message.run, progress: null, problem: null, wish });
          return;
        }
        case "answer":
          waiting.get(message.id)?.resolve(message.value as never);
          waiting.delete(message.id);
          return;
        case "failed":
          waiting.get(message.id)?.reject(new Error(message.message));
          waiting.delete(message.id);
          return;
        case "progress":
          update({ progress: { title: message.title, pairs: message.pairs, wanted: message.wanted }, problem: null });
          return;
        case "problem":
          update({ progress: null, problem: { title: message.title, message: message.message } });
          return;
        case "step":
          update({
            step: message.run === null ? null : { run: message.run, text: message.text, nodes: message.nodes },
          });
          return;
      }
    },
  };
}

const askingView = (ask: (method: keyof RunView, params: unknown) => Promise<unknown>): RunView =>
  Object.fromEntries(
    QUESTIONS.map((method) => [method, (request?: unknown) => ask(method, request ?? {})]),
  ) as unknown as RunView;

/** State of another version is none. */
function keptState(state: unknown): KeptState | null {
  return typeof state === "object" && state !== null && "tab" in state && "redacted" in state
    ? (state as KeptState)
    : null;
}
