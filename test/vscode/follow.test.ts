import { beforeEach, describe, expect, it, vi } from "vitest";
import { textDocument, Uri, withVscode } from "./support/withVscode.js";

type Listener = (event: never) => void;

/** The events of the editor that a debug session is followed by, and what the panel and the adapter are told. */
async function following(configuration: object = {}) {
  const listeners: Record<string, Listener> = {};
  const on = (name: string) => (listener: Listener) => {
    listeners[name] = listener;
    return { dispose: () => undefined };
  };
  const session = {
    id: "s",
    type: "sxp",
    configuration: { program: "/t/q.sxp", ...configuration },
    customRequest: vi.fn(async () => undefined),
  };
  const vscode = {
    Uri,
    debug: {
      onDidStartDebugSession: on("start"),
      onDidChangeActiveDebugSession: on("active"),
      onDidReceiveDebugSessionCustomEvent: on("event"),
      onDidTerminateDebugSession: on("end"),
      activeDebugSession: session,
    },
    workspace: { onDidChangeTextDocument: on("edit") },
  };
  const sent: object[] = [];
  const asked: object[] = [];
  const shown: string[] = [];
  const forgotten: string[] = [];
  const services = {
    log: { warn: () => undefined },
    panel: {
      send: (message: object) => void sent.push(message),
      show: async (run: string, view: string) => void shown.push(`${run} ${view}`),
    },
    runs: {
      run: async (request: object) => {
        asked.push(request);
        return { run: `r${asked.length}` };
      },
      forget: async (run: string) => void forgotten.push(run),
    },
  };
  const { followSessions } = await withVscode<{ followSessions(given: unknown): unknown[] }>("debug/follow.ts", vscode);
  followSessions(services);
  const fire = async (name: string, event: object): Promise<void> => {
    listeners[name]!(event as never);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { fire, session, sent, asked, shown, forgotten };
}

const INFO = {
  program: "/t/q.sxp",
  query: "day_with",
  params: { wish: "lake", late: true },
  limit: null,
  minScore: 0,
};
const STEP = { text: "child::Day", nodes: [2, 9] };

describe("a debug session", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("has its run in the memory view, with the nodes of the step marked", async () => {
    const { fire, session, sent, asked, shown } = await following();
    await fire("start", session);
    await fire("event", { session, event: "sxp/step", body: STEP });
    expect(sent).toEqual([]);
    await fire("event", { session, event: "sxp/session", body: INFO });
    expect(asked).toEqual([
      {
        uri: "file:///t/q.sxp",
        name: "day_with",
        dataOnly: true,
        params: { wish: "lake", late: "true" },
        limit: null,
        minScore: 0,
      },
    ]);
    expect(shown).toEqual(["r1 memory"]);
    expect(sent).toEqual([{ type: "step", run: "r1", ...STEP }]);
    await fire("end", session);
    expect(sent.at(-1)).toEqual({ type: "step", run: null, text: "", nodes: [] });
  });

  it("of a query in a script has its run too; one of a query in no file has none", async () => {
    const from = { uri: "file:///t/q.ts", offset: 30 };
    const ofScript = await following({ program: undefined, text: "//Day", from, scorer: "mine" });
    const body = { ...INFO, program: null, query: null, params: {} };
    await ofScript.fire("event", { session: ofScript.session, event: "sxp/session", body });
    expect(ofScript.asked).toEqual([{ ...from, dataOnly: true, limit: null, minScore: 0, scorer: "mine" }]);
    const ofText = await following({ program: undefined, text: "//Day" });
    await ofText.fire("event", { session: ofText.session, event: "sxp/session", body });
    expect(ofText.asked).toEqual([]);
  });

  it("that starts again takes the place of its run", async () => {
    const { fire, session, shown, forgotten } = await following();
    for (let i = 0; i < 3; i++) await fire("event", { session, event: "sxp/session", body: INFO });
    expect([shown, forgotten]).toEqual([
      ["r1 memory", "r2 memory", "r3 memory"],
      ["r1", "r2"],
    ]);
  });

  it("that does not want the memory view runs nothing else", async () => {
    const { fire, session, sent, asked } = await following({ memoryView: false });
    await fire("event", { session, event: "sxp/session", body: INFO });
    await fire("event", { session, event: "sxp/step", body: STEP });
    expect([asked, sent]).toEqual([[], []]);
  });

  it("is told of an edit of its query when the text rests, and of no other", async () => {
    const { fire, session } = await following();
    await fire("start", session);
    const edit = (uri: string) => fire("edit", { document: textDocument(uri, ""), contentChanges: [{}] });
    await edit("file:///t/q.sxp");
    await edit("file:///t/q.sxp");
    await edit("file:///t/other.sxp");
    expect(session.customRequest).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(session.customRequest.mock.calls).toEqual([["sxp/changed", { path: "/t/q.sxp" }]]);
  });

  it("that the editor shows has the marks, and gives them back when it ends", async () => {
    const { fire, session, sent } = await following();
    const other = { ...session, id: "t", configuration: { program: "/t/p.sxp" } };
    for (const each of [session, other]) {
      await fire("event", { session: each, event: "sxp/session", body: INFO });
      await fire("event", { session: each, event: "sxp/step", body: { ...STEP, text: each.id } });
    }
    const marked = () => (sent.at(-1) as { text: string }).text;
    expect(marked()).toBe("t");
    await fire("active", session);
    expect(marked()).toBe("s");
    await fire("end", session);
    expect(marked()).toBe("t");
  });

  it("of another kind is left alone", async () => {
    const { fire, sent, asked } = await following();
    const other = { id: "o", type: "node", configuration: {} };
    await fire("start", other);
    await fire("event", { session: other, event: "sxp/session", body: INFO });
    await fire("end", other);
    expect([asked, sent]).toEqual([[], []]);
  });
});
