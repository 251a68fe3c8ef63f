import { expect, it, vi } from "vitest";
import { fragmentOf } from "../../../packages/studio/src/playground/address.js";
import { sharing } from "../../../packages/studio/src/playground/sharing.js";
import type { Studio } from "../../../packages/studio/src/protocol.js";

it.each([
  ["a query over an example", { task: "todo", version: null }, true],
  ["a query over an earlier version", { task: "todo", version: 2 }, false],
  ["a query over all versions", { task: null, version: null }, false],
  ["a query over one's own data", { task: "diary", version: null }, false],
] as const)("the address after %s says what an address can say: %#", async (_, about, isShared) => {
  const replaceState = vi.fn();
  vi.stubGlobal("history", { replaceState });
  vi.stubGlobal("location", { pathname: "/play", search: "" });
  const query = "//Task";
  const inner = { ask: async () => ({ run: "r1" }), listen: () => () => undefined } as unknown as Studio;
  const { studio, onShown } = sharing(inner);
  await studio.ask("run", { query, ...about });
  await onShown({ run: "r1", tab: "steps" });
  const fragment = isShared ? await fragmentOf({ task: "todo", query, tab: "steps" }) : "";
  expect(replaceState).toHaveBeenLastCalledWith(null, "", `/play${fragment}`);
  await onShown({ run: "r2", tab: "steps" });
  expect(replaceState).toHaveBeenLastCalledWith(null, "", "/play");
  vi.unstubAllGlobals();
});
