import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tokenIn } from "@semantic-xpath/agents/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { sxp } from "./sxp.js";

describe("sxp mcp", () => {
  it.each([
    ["mcp", "one thing"],
    ["mcp --memory a --data b.xml", "one thing"],
    ["mcp --memory a --http 0", "--token-file"],
    ["mcp --data b.xml --write", "--memory"],
    ["mcp --memory nowhere", "SXP5001"],
    ["mcp --data examples/todo/todo.xml --task nope", 'There is no task "nope". There is only "todo".'],
  ])("%s is refused with a reason", async (line, reason) => {
    const { code, err } = await sxp(line.split(" "));
    expect([code, err]).toEqual([expect.not.stringMatching(/^0$/), expect.stringContaining(reason)]);
    expect(code).not.toBe(0);
  });

  it("makes a token that its owner alone may read, and keeps it", () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-token-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "token");
    const token = tokenIn(file);
    expect(token.length).toBeGreaterThan(40);
    expect(tokenIn(file)).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
