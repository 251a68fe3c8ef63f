import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../packages/cli/src/commands/table.js";
import { SCORERS } from "../../packages/cli/src/spec/shared.js";
import { repository, sxp } from "./sxp.js";

const cliGuide = readFileSync(join(repository, "docs/reference/cli.md"), "utf8");

describe("the guide to the command", () => {
  const sections = new Map(cliGuide.split(/^## /m).map((part) => [part.slice(0, part.indexOf("\n")), part]));

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    "has a section on %s with its options",
    (name, command) => {
      const section = sections.get(name);
      expect(section).toBeDefined();
      const rows = [...section!.matchAll(/^\| (?:`-(\w)`, )?`--([\w-]+)(?: ([^`]+))?` \|/gm)];
      expect(rows.map(([, short, option, value]) => ({ short, option, value }))).toEqual(
        command.options.map((option) => ({
          short: option.short,
          option: option.name,
          value: option.value?.name,
        })),
      );
    },
  );

  it("lists every command, with what it is for", () => {
    const overview = /^```text\n([\s\S]*?)^```/m.exec(cliGuide)![1]!;
    const words = overview.split("\n").map((line) => /^sxp ([a-z]+(?: [a-z]+)?)/.exec(line)?.[1]);
    expect(words.filter((word) => word !== undefined)).toEqual(COMMANDS.map(({ name }) => name));
  });

  /** In a block of its own, so that what is not quoted shows here and the whole guide does not. */
  const quotes = (said: string): void =>
    expect([...cliGuide.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, block]) => block)).toContain(said);

  it("quotes what the command says", async () => {
    const said = await sxp([
      "check",
      '//Day[@citty = "Ottawa"]',
      "--schema",
      "examples/itinerary/itinerary.schema.json",
    ]);
    quotes(said.err);
    const nothing = await sxp(["run", "/Itinerary/Days", "--data", "examples/itinerary/itinerary.xml"]);
    quotes(nothing.err);
    const asked = ["run", '//POI[node =~ "museum" >= 0.8]', "--data", "examples/itinerary/itinerary.xml"];
    const terminal = { terminal: true, env: { NO_COLOR: "1" } };
    const whyNot = await sxp([...asked, "--why-not", "/Itinerary/Day[3]/POI[3]"], terminal);
    quotes(whyNot.out.split("\n").slice(3).join("\n"));
    const value = await sxp(["run", "sum(/Itinerary/Day[3]//@minutes)", ...asked.slice(2)], terminal);
    quotes(value.out.split("\n").slice(3).join("\n"));
    const stdin = readFileSync(join(repository, "examples/todo/todo.xml"), "utf8");
    const paths = await sxp(["run", '//Task[@status = "Blocked"]', "--data", "-", "--format", "paths"], { stdin });
    quotes(paths.out);
  });

  it("knows the scorers that there are", () => {
    for (const { form } of SCORERS) expect(cliGuide.includes(`\`${form}\``), form).toBe(true);
  });
});
