import type { SessionInfo, StepInfo } from "@semantic-xpath/dap";
import type { RunParams } from "@semantic-xpath/lsp";
import { type DebugSession, type Disposable, debug, workspace } from "vscode";
import { asArgument } from "../runs/arguments.js";
import type { Services } from "../services.js";
import type { Origin } from "./launch.js";
import { isProgramOf, pathOf, uriOf } from "./paths.js";

/** State of a debug session: its run in the memory view, once there is one, and its position. */
interface Followed {
  readonly session: DebugSession;
  run: string | null;
  step: StepInfo | null;
  info: SessionInfo | null;
}

/** Milliseconds without edits after which a session is informed of a change. */
const REST = 600;

/** Marks the nodes of the current step in the memory view, and restarts a session when its query is edited. */
export function followSessions(services: Services): Disposable[] {
  const followed = new Map<string, Followed>();
  const follow = (session: DebugSession): Followed => {
    const state = followed.get(session.id) ?? { session, run: null, step: null, info: null };
    followed.set(session.id, state);
    return state;
  };

  const mark = ({ run, step }: Followed): void => {
    if (run !== null && step !== null) services.panel.send({ type: "step", run, text: step.text, nodes: step.nodes });
  };
  const unmark = (): void => services.panel.send({ type: "step", run: null, text: "", nodes: [] });
  const open = async (session: DebugSession, of: Followed, info: SessionInfo): Promise<void> => {
    of.info = info;
    const request = requestOf(session, info);
    if (request === null) return;
    // A restart shows the data again, and adds no run to those that are kept.
    if (of.run !== null) await services.runs.forget(of.run);
    of.run = null;
    const outcome = await services.runs.run(request, info.query ?? "query");
    if (outcome === null || outcome.run === null || !followed.has(session.id)) return;
    of.run = outcome.run;
    await services.panel.show(outcome.run, "memory");
    mark(of);
  };

  return [
    debug.onDidStartDebugSession((session) => {
      if (session.type === "sxp") follow(session);
    }),
    // With several sessions, the marks are those of the one that the editor shows.
    debug.onDidChangeActiveDebugSession((session) => {
      const state = session === undefined ? undefined : followed.get(session.id);
      if (state !== undefined) mark(state);
    }),
    debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type !== "sxp") return;
      const state = follow(session);
      if (event === "sxp/session") {
        open(session, state, body as SessionInfo).catch((error: unknown) =>
          services.log.warn(`memory view: ${String(error)}`),
        );
      } else if (event === "sxp/step") {
        state.step = body as StepInfo;
        mark(state);
      }
    }),
    debug.onDidTerminateDebugSession((session) => {
      if (!followed.delete(session.id)) return;
      unmark();
      const [left] = followed.values();
      if (left !== undefined) mark(left);
    }),
    ...followEdits(followed),
  ];
}

/** Informs sessions of changes of their files, once nothing is typed for a while. One that has ended meanwhile does not listen. */
function followEdits(followed: ReadonlyMap<string, Followed>): Disposable[] {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return [
    workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
      if (contentChanges.length === 0) return;
      for (const [id, { session, info }] of followed) {
        if (!isProgramOf(session, uri) && !filesOf(info).includes(uri.toString())) continue;
        clearTimeout(timers.get(id));
        const notify = (): void => {
          timers.delete(id);
          void session.customRequest("sxp/changed", { path: pathOf(uri) }).then(undefined, () => undefined);
        };
        timers.set(id, setTimeout(notify, REST));
      }
    }),
    { dispose: () => timers.forEach(clearTimeout) },
  ];
}

/** The files of a run beside its query. */
const filesOf = (info: SessionInfo | null): readonly string[] =>
  info === null ? [] : [info.data, info.schema].flatMap((path) => (path === null ? [] : [uriOf(path).toString()]));

/** The data for the memory view, which the session scores step by step; null if the session is of a query in no file, or does not want it. */
function requestOf({ configuration }: DebugSession, info: SessionInfo): RunParams | null {
  const query =
    info.program === null
      ? (configuration.from as Origin | undefined)
      : { uri: uriOf(info.program).toString(), ...(info.query !== null && { name: info.query }) };
  if (configuration.memoryView === false || query === undefined) return null;
  const params = Object.entries(info.params).map(([name, value]) => [name, asArgument(value)] as const);
  return {
    ...query,
    dataOnly: true,
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    limit: info.limit,
    minScore: info.minScore,
    ...(typeof configuration.scorer === "string" && { scorer: configuration.scorer }),
  };
}
