import { readTree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inline } from "./host.js";

const TREES = [
  { name: "memory/a.xml", tree: readTree('<Day><POI name="Museum"/></Day>') },
  { name: "memory/b.xml", tree: readTree('<Day><POI name="Lake"/><POI name="Old museum"/></Day>') },
];
const FILES = { "/q.sxp": 'import data "memory/*.xml";\ndeclare query all() := //POI[node =~ "museum"];\n' };

const session = (files: Record<string, string> = FILES) =>
  inline(files, undefined, { openTrees: async (path) => (path.endsWith("*.xml") ? TREES : null) });

describe("data of several trees", () => {
  it("has one chosen, with the weights that it has among all", async () => {
    const { client } = session();
    await client.launch({ program: "/q.sxp", source: "memory/b.xml", stopOnEntry: false });
    const frames = await client.frames();
    expect(frames.length).toBeGreaterThan(0);
    const text = JSON.stringify(await client.variables((await client.scopes()).Run?.variablesReference ?? 1));
    expect(text).not.toContain("Day[2]");
  });

  it("says which there are if none is chosen, and what a wrong name may mean", async () => {
    const { client } = session();
    const none = await client.ask("launch", { program: "/q.sxp" });
    expect(none.message).toContain('is 2 trees. Choose one with "source": memory/a.xml, memory/b.xml.');
    const wrong = await session().client.ask("launch", { program: "/q.sxp", source: "memory/c.xml" });
    expect(wrong.message).toContain("has no tree");
  });

  it.each([
    ["plan.yaml", "days:\n  - city: Ottawa\n"],
    ["plan.csv", "city\nOttawa\n"],
    ["plan.jsonl", '{"city": "Ottawa"}\n{"city": "Toronto"}\n'],
    ["plan.md", "# Ottawa\n\nA city.\n"],
    ["plan.html", "<p>Ottawa</p>"],
  ])("and of one file in any format is read: %s", async (name, text) => {
    const { client } = session({
      "/q.sxp": `import data "${name}";\ndeclare query all() := //*;\n`,
      [`/${name}`]: text,
    });
    await client.launch({ program: "/q.sxp" });
    expect((await client.frames()).length).toBeGreaterThan(0);
  });

  it("what its reader says is told", async () => {
    const text = 'import data "plan.csv";\ndeclare query all() := //*;\n';
    const { client } = session({ "/q.sxp": text, "/plan.csv": "day,city\n1\n" });
    await client.launch({ program: "/q.sxp" });
    await client.frames();
    expect(client.console).toContain("plan.csv:2:1: warning SXP4015");
  });
});
