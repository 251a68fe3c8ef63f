import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf, DOCUMENTS } from "../docs/blocks.js";
import { repository, sxp } from "./sxp.js";

const SHOWN = DOCUMENTS.flatMap(blocksOf).map(({ text }) => text);

describe("the pages about the command", () => {
  /** In a block of its own, so that a failure shows what is not quoted, and no page. */
  const quotes = (said: string): void => expect(SHOWN).toContain(said.trimEnd());

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
});
