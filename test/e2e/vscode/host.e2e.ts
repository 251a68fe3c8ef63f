import { describe, expect, it } from "vitest";
import { runInExtensionHost } from "./support/extensionHost.js";

const results = await runInExtensionHost("host", { settings: { "debug.saveBeforeStart": "none" } });

describe("in the extension host", () => {
  it("there are tests", () => expect(results.length).toBeGreaterThan(0));
  it.each(results.map(({ name, problem }) => [name, problem] as const))("%s", (_, problem) => {
    if (problem !== null) throw new Error(problem);
  });
});
