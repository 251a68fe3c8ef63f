import { compile } from "@semantic-xpath/runtime";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { DEMO_QUERY } from "../../packages/cli/src/commands/demo/demo.js";
import { argumentsOf, sxp } from "./sxp.js";

describe("sxp demo", () => {
  it("compiles what it shows", () => {
    expect(compile(DEMO_QUERY).diagnostics).toEqual([]);
  });

  it.each([80, 100, 200])("fits one screen of %i columns", async (columns) => {
    const { code, out } = await sxp(["demo"], { columns, terminal: true, env: { NO_COLOR: "1" } });
    expect(code).toBe(0);
    const lines = out.split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    const untilCommands = lines.slice(0, -4);
    for (const line of untilCommands) expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 100));
  });

  it("tells question, plan, answer and reason", async () => {
    const { out } = await sxp(["demo"]);
    for (const part of ["Question", "Query", "Plan", "Answer", "Why /Itinerary/Day[4] comes first", "Try next"])
      expect(out).toContain(part);
    expect(out).toMatch(
      /0\.\d{4} {2}avg\(\/POI\[node =~ "conference sessions"\]\)\n( .* 0\.\d{4} {4}\/POI\[\d\]\n +conference → "conference"[\s\S]*?){2,}/,
    );
  });

  it("suggests commands that work", async () => {
    const { out } = await sxp(["demo"]);
    const commands = out.split("\n").filter((line) => line.startsWith("  sxp "));
    expect(commands.length).toBe(2);
    for (const line of commands) expect((await sxp(argumentsOf(line.trim().slice("sxp ".length)))).code).toBe(0);
  });

  it("writes npx before them where npm has started it", async () => {
    const { out } = await sxp(["demo"], { env: { npm_command: "run" } });
    expect(out).toContain("\n  npx sxp run '//POI");
    expect(out).toContain("\n  npx sxp explain ");
  });

  it("has a tree of its own where the examples are not there", async () => {
    const { code, out } = await sxp(["demo"], { examples: null });
    expect(code).toBe(0);
    expect(out).toContain("Why /Itinerary/Day[2] comes first");
  });
});
