import { expect, it } from "vitest";
import type { Shown } from "../../packages/views/src/host/host.js";
import { messageHost } from "../../packages/views/src/host/messageHost.js";
import type { PanelMessage } from "../../packages/views/src/protocol.js";

function started() {
  const said: PanelMessage[] = [];
  const shown: Shown[] = [];
  const editor = {
    postMessage: (message: PanelMessage) => void said.push(message),
    getState: () => ({ of: "another version" }),
    setState() {},
  };
  return { host: messageHost(editor, (now) => shown.push(now)), said, shown };
}

it("asks a question once, and again only where it failed", async () => {
  const { host, said } = started();
  const view = host.view("1", false);
  const first = view.node({ node: 3 });
  const second = view.node({ node: 3 });
  expect(said).toEqual([{ type: "ask", id: 1, run: "1", method: "node", params: { node: 3 }, redacted: false }]);
  host.receive({ type: "failed", id: 1, message: "the server has stopped" });
  await expect(first).rejects.toThrow("the server has stopped");
  await expect(second).rejects.toThrow();
  const third = view.node({ node: 3 });
  host.receive({ type: "answer", id: 2, value: { node: 3 } });
  expect(await third).toEqual({ node: 3 });
  expect(await view.node({ node: 3 })).toEqual({ node: 3 });
  expect(said).toHaveLength(2);
});

it("keeps redacted answers apart, and forgets those of runs that are gone", () => {
  const { host } = started();
  const view = host.view("1", false);
  expect(host.view("1", true)).not.toBe(view);
  expect(host.view("1", false)).toBe(view);
  host.receive({ type: "show", runs: [], run: "2", view: "results" });
  expect(host.view("1", false)).not.toBe(view);
});

it("a run that is shown ends progress and problems, and each wish is a new one", () => {
  const { host, shown } = started();
  host.receive({ type: "progress", title: "t", pairs: 1, wanted: 2 });
  host.receive({ type: "problem", title: "t", message: "m" });
  expect(shown.at(-1)).toMatchObject({ progress: null, problem: { message: "m" } });
  host.receive({ type: "show", runs: [], run: "1", view: "memory", node: 7 });
  host.receive({ type: "show", runs: [], run: "1", view: "memory", node: 7 });
  expect(shown.at(-1)).toMatchObject({ progress: null, problem: null, wish: { view: "memory", node: 7, at: 2 } });
});

it("state of another version is none", () => {
  expect(started().host.restore()).toBeNull();
});
