import { readFileSync } from "node:fs";
import { join } from "node:path";
import { weightText } from "@semantic-xpath/inspect/numbers";
import { compile, readTree } from "@semantic-xpath/runtime";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { FLAT_QUERY, SCOPED_QUERY, TRUTH_QUERY } from "../../packages/cli/src/commands/demo/demo.js";
import { argumentsOf, repository, sxp } from "./sxp.js";

describe("sxp demo", () => {
  it.each([FLAT_QUERY, SCOPED_QUERY, TRUTH_QUERY])("compiles %s", (query) => {
    expect(compile(query).diagnostics).toEqual([]);
  });

  it.each([80, 100, 200])("fits 80 columns of %i", async (columns) => {
    const { code, out } = await sxp(["demo"], { columns, terminal: true, env: { NO_COLOR: "1", CI: "1" } });
    expect(code).toBe(0);
    for (const line of out.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  });

  it("shows what its queries find: the scoped ranking, with its share that is right", async () => {
    const tree = readTree(readFileSync(join(repository, "examples/itinerary/itinerary.xml")));
    const { matches } = await compile(SCOPED_QUERY).query!.run(tree, { limit: 3 });
    const { matches: truth } = await compile(TRUTH_QUERY).query!.run(tree);
    const right = matches.filter(({ path }) => truth.some((node) => node.path === path)).length;
    const { out } = await sxp(["demo"]);
    expect(out).toContain(`Scoped: ${right} of ${matches.length} stops right`);
    for (const { path, weight } of matches) expect(out).toContain(`${weightText(weight)}  ${path}`);
    expect(right).toBe(matches.length);
    expect(out).toMatch(/Flat top-k: 0 of \d stops right/);
  });

  it("gives the flat search no fewer tokens", async () => {
    const { out } = await sxp(["demo"]);
    const [flat, scoped] = ["Flat top-k", "Scoped"].map((name) =>
      Number(new RegExp(`${name}: .*, (\\d+) tokens`).exec(out)?.[1]),
    );
    expect(flat).toBeGreaterThanOrEqual(scoped!);
  });

  it("tells why, changes, undoes, and answers over MCP", async () => {
    const { out } = await sxp(["demo"]);
    const parts = [
      "1 of 3",
      "It ranks 4th of 4",
      "add a POI (name Coffee break)",
      "Now at itinerary, version 2",
      "> undo",
      "Now at itinerary, version 3",
      'tools/call query {"query":',
      '{"matches":[{"key":',
    ];
    let from = 0;
    for (const part of parts) {
      expect(out.slice(from)).toContain(part);
      from = out.indexOf(part, from);
    }
  });

  it("names one command that opens the page, as npm calls it", async () => {
    const { out } = await sxp(["demo"], { env: { npm_command: "run" } });
    const command = out.slice(out.indexOf("npx sxp studio")).replace("\\\n", " ");
    expect(argumentsOf(command)).toEqual([
      ...["npx", "sxp", "studio", "--data", "examples/itinerary/itinerary.xml"],
      ...["--schema", "examples/itinerary/itinerary.schema.json"],
    ]);
  });

  it("says what is missing without the examples", async () => {
    const { code, err } = await sxp(["demo"], { examples: null });
    expect(code).not.toBe(0);
    expect(err).toContain("the examples that the demo reads are not installed");
  });
});
