import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../packages/dap/src/console/commands.js";
import { LAUNCH_FIELDS } from "../../packages/dap/src/launch.js";
import { ROOT } from "../structure/support/sources.js";
import type { DapClient } from "./client.js";
import { inline } from "./host.js";

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, "utf8");
const guide = read("docs/how-to/debug.md");
const blocks = [...guide.matchAll(/^```text\n([\s\S]*?)\n```/gm)].map(([, block]) => block!);

/** The guide's own session. */
describe("the guide to debugging", () => {
  let client: DapClient;
  const names: string[] = [];
  const stacks: string[] = [];
  let best = "";

  beforeAll(async () => {
    const names_ = ["itinerary.xml", "itinerary.sxp", "itinerary.schema.json"];
    const files = Object.fromEntries(names_.map((name) => [`/trip/${name}`, read(`examples/itinerary/${name}`)]));
    ({ client } = inline(files));
    await client.launch({ program: "/trip/itinerary.sxp", query: "busiest_conference_day" });
    for (;;) {
      const { reason } = await client.move("stepIn");
      const frames = await client.frames();
      const depth = frames.length > 3 ? "  " : "";
      names.push(`${depth}${frames[0]!.name}`);
      stacks.push(frames.map(({ name }) => name).join("\n"));
      const [first] = await client.variables((await client.scopes()).After!.variablesReference);
      best = first!.value;
      if (reason === "end") break;
    }
  });

  it("shows the stops, the stack and the best node as they are", () => {
    expect(blocks).toContain(names.join("\n"));
    expect(blocks).toContain(stacks[2]);
    expect(blocks).toContain(best);
  });

  it("shows what expressions give", async () => {
    const shown = blocks.find((block) => block.startsWith("> "))!;
    const lines = shown.split("\n");
    for (let i = 0; i < lines.length; i += 2) {
      expect((await client.evaluate(lines[i]!.slice(2))).result).toBe(lines[i + 1]);
    }
  });

  it("has conditions that stand", async () => {
    const conditions = [...guide.matchAll(/^\| `([^`]+)` \| (?:fewer|any|it holds|the same)/gm)].map(
      ([, text]) => text!,
    );
    expect(conditions).toHaveLength(4);
    const { breakpoints } = await client.request("setBreakpoints", {
      source: { path: "/trip/itinerary.sxp" },
      breakpoints: conditions.map((condition) => ({ line: 6, condition })),
    });
    for (const { verified, message } of breakpoints) expect(verified, message).toBe(true);
  });

  it("lists every command of the console and every field of a launch configuration", () => {
    for (const { name } of COMMANDS) expect(guide).toContain(`| \`:${name}`);
    for (const name of LAUNCH_FIELDS)
      if (name !== "noDebug") expect(read("docs/reference/vs-code.md")).toMatch(new RegExp(`^\\| .*\`${name}\``, "m"));
  });
});
