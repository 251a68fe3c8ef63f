import type { RunView } from "@semantic-xpath/inspect";
import type { HostMessage, PanelMessage } from "../protocol.js";
import { type Host, type KeptState, NOTHING_SHOWN, type Shown } from "./host.js";
import { remoteView } from "./remoteView.js";

/** Interface of an editor for the page of a panel. */
export interface EditorApi {
  postMessage(message: PanelMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

export interface MessageHost extends Host {
  receive(message: HostMessage): void;
}

/** A host on the other side of messages. `show` is called with what is shown whenever that changes. */
export function messageHost(editor: EditorApi, show: (shown: Shown) => void): MessageHost {
  const waiting = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>();
  const views = new Map<string, { readonly run: string; readonly view: RunView }>();
  let shown = NOTHING_SHOWN;
  let lastId = 0;

  const ask = <T>(message: (id: number) => PanelMessage): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      editor.postMessage(message(id));
    });
  const update = (change: Partial<Shown>): void => {
    shown = { ...shown, ...change };
    const runIds = new Set(shown.runs.map(({ id }) => id));
    for (const [key, { run }] of views) if (!runIds.has(run)) views.delete(key);
    show(shown);
  };

  return {
    can: new Set(["reveal", "revealQuery", "copy", "apply", "rerun", "forget", "cancel", "redact", "compare"]),
    exports: ["html", "json", "csv", "mermaid"],
    view(run, redacted) {
      const key = `${redacted} ${run}`;
      const cached = views.get(key)?.view;
      if (cached !== undefined) return cached;
      const view = remoteView((method, params) => ask((id) => ({ type: "ask", id, run, method, params, redacted })));
      views.set(key, { run, view });
      return view;
    },
    facts: (run) => ({
      key: run,
      facts: (params) => ask((id) => ({ type: "ask", id, run, method: "facts", params })),
      recall: (params) => ask((id) => ({ type: "ask", id, run, method: "recall", params })),
    }),
    compare: (before, after, redacted) => ask((id) => ({ type: "compare", id, before, after, redacted })),
    commandFor: () => null,
    send(action) {
      editor.postMessage(action);
      if (action.type === "cancel") update({ progress: null });
    },
    restore: () => keptState(editor.getState()),
    keep: (state) => editor.setState(state),
    receive(message) {
      if (message.type !== "answer" && message.type !== "failed") return update(changeBy(message, shown));
      const question = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "failed") question?.reject(new Error(message.message));
      else question?.resolve(message.value as never);
    },
  };
}

/** Change of the shown content by a message of the editor. */
function changeBy(message: Exclude<HostMessage, { type: "answer" | "failed" }>, { wish }: Shown): Partial<Shown> {
  switch (message.type) {
    case "show": {
      const { runs, run, view, node = null, isFocused = false } = message;
      const wished = view === undefined ? wish : { view, node, isFocused, at: (wish?.at ?? 0) + 1 };
      return { runs, run, progress: null, problem: null, wish: wished };
    }
    case "progress":
      return { progress: message, problem: null };
    case "problem":
      return { progress: null, problem: message };
    case "step":
      return { step: message.run === null ? null : message };
  }
}

/** State of another version is ignored. */
const keptState = (state: unknown): KeptState | null =>
  typeof state === "object" && state !== null && "tab" in state && "redacted" in state ? (state as KeptState) : null;
