import { describe, expect, it } from "vitest";
import { memento } from "./support/memento.js";
import { Uri, withVscode } from "./support/withVscode.js";

const QUERY = "file:///t/q.sxp";

interface Case {
  readonly scorer?: string;
  readonly isWanted?: boolean;
  readonly isTrusted?: boolean;
  readonly saved?: string;
  readonly problem?: string;
}

/** What a save leads to after a run of a query: requests, views that are shown, and what is said in the panel and in a box. */
async function afterSave({ scorer = "lexical", isWanted = true, isTrusted = true, saved = QUERY, problem }: Case) {
  const asked: unknown[] = [];
  const shown: unknown[] = [];
  const told: unknown[] = [];
  const boxes: unknown[] = [];
  let save: (document: object) => void = () => undefined;
  const vscode = {
    Uri,
    workspace: {
      isTrusted,
      getConfiguration: () => ({ get: (name: string) => (name === "runOnSave" ? isWanted : undefined) }),
      onDidSaveTextDocument: (listener: typeof save) => {
        save = listener;
        return { dispose: () => undefined };
      },
    },
    window: new Proxy({}, { get: (_, name) => async () => void boxes.push(name) }),
  };
  const workspaceState = memento();
  await workspaceState.update("sxp.lastRun", { request: { uri: QUERY, name: "q", limit: 5 }, title: "q", scorer });
  const services = {
    context: { workspaceState },
    log: { error: (text: string) => told.push(text) },
    runs: {
      run: async (request: object) => {
        asked.push(request);
        return { run: problem === undefined ? "2" : null, problem: problem ?? null, about: null, at: null };
      },
      entry: async () => ({ scorer: "lexical" }),
    },
    panel: {
      show: async (...given: unknown[]) => void shown.push(given),
      showProblem: async (_: string, message: string) => void told.push(message),
    },
    heat: { show: async () => undefined },
    marks: { show: async () => undefined },
  };
  const { runOnSave } = await withVscode<{ runOnSave(given: object): unknown }>("runs/again.ts", vscode);
  runOnSave(services);
  save({ uri: Uri.parse(saved) });
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { asked, shown, told, boxes };
}

describe("run on save", () => {
  it("runs the last query of the file again, and leaves the panel at its view", async () => {
    const { asked, shown } = await afterSave({});
    expect(asked).toEqual([{ uri: QUERY, name: "q", limit: 5, scorer: "lexical" }]);
    expect(shown).toEqual([["2", undefined]]);
  });
  it("says in the panel alone what is wrong", async () => {
    const { told, boxes } = await afterSave({ problem: "There is no such query." });
    expect([told, boxes]).toEqual([["There is no such query."], []]);
  });
  it.each<[string, Case]>([
    ["with another scorer, which may be expensive", { scorer: "embedding" }],
    ["unless the settings want it", { isWanted: false }],
    ["without trust", { isTrusted: false }],
    ["for another file", { saved: "file:///t/other.sxp" }],
  ])("does nothing %s", async (_, given) => {
    expect((await afterSave(given)).asked).toEqual([]);
  });
});
