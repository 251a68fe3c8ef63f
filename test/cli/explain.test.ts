import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFolder, sxp } from "./sxp.js";

const cwd = planFolder();
const explain = (words: readonly string[], columns = 120, terminal = false) =>
  sxp(["explain", ...words], { cwd, columns, terminal, env: { NO_COLOR: "1" } });

describe("sxp explain", () => {
  it("prints the plan without data", async () => {
    const { code, out } = await explain(["//Day[2]/POI", "--schema", "plan.schema.json"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\/\/Day\[2\]\/POI\n\n.*operator.*types.*rows.*pairs/);
    expect(out).toContain("order       document order");
  });

  it("counts the data", async () => {
    expect((await explain(["//POI", "--data", "plan.xml"])).out).toContain("≤ 3");
  });

  it("warns of a name that the data lacks, with the nearest that it has", async () => {
    const unknown = await explain(["//PIO", "--data", "plan.xml"]);
    expect(unknown).toMatchObject({ code: 0, err: expect.stringMatching(/warning SXP2001.*"PIO".*"POI"/) });
    expect((await explain(["//POI", "--data", "plan.xml"])).err).toBe("");
  });

  it("fills in what the run did", async () => {
    const { out } = await explain(["plan.sxp", "-q", "places", "-p", "what=museum", "--analyze"]);
    expect(out).toMatch(/in +out +asked +cached +ms/);
    expect(out).toMatch(/Relevance node =~ \$what.* 3 +3 +3 +0 +[\d.]+\n/);
  });

  it("fits a narrow terminal", async () => {
    const { out } = await explain(["plan.sxp", "-q", "places", "-p", "what=museum", "--analyze"], 60, true);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(out).toMatch(/operator +in +out/);
  });

  it("prints Mermaid and JSON", async () => {
    expect((await explain(["//Day", "-f", "mermaid"])).out).toMatch(/^flowchart TD\n/);
    expect(JSON.parse((await explain(["//Day", "-f", "json"])).out)).toMatchObject({
      version: 4,
      operators: [{ kind: "Path" }, { kind: "Axis" }],
    });
  });

  it("switches passes off", async () => {
    expect((await explain(["//Day", "--without", "useTypeIndex"])).out).not.toContain("useTypeIndex");
    expect(await explain(["//Day", "--without", "useTypeIndx"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean useTypeIndex?"),
    });
  });

  it("needs data to analyse", async () => {
    expect(await explain(["//Day", "--analyze"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("add --data FILE"),
    });
  });

  it("counts what a moment hides by its reasons, and names members of groups without text by their paths", async () => {
    const validity = { from: "since", to: "till" };
    const attributes = { flat: {}, since: {}, till: {} };
    const types = { Rents: { children: { Rent: {} } }, Rent: { attributes, validity } };
    writeFileSync(join(cwd, "rents.schema.json"), JSON.stringify({ version: 1, roots: ["Rents"], types }));
    const rows = ['flat="a" till="2020-01-01"', 'flat="a" since="2020-01-01"', 'flat="b" since="2031-01-01"'];
    writeFileSync(join(cwd, "rents.xml"), `<Rents>${rows.map((row) => `<Rent ${row}/>`).join("")}</Rents>`);
    const given = ["-d", "rents.xml", "-s", "rents.schema.json"];
    const { out } = await explain(['as of "2025-01-01" //Rent', ...given, "--analyze"]);
    expect(out).toContain('as of "2025-01-01": Rent; hides 1 ended, 1 not begun');
    const groups = await sxp(["run", "(//Rent)[group by @flat]", ...given, "--format", "md"], { cwd });
    expect(groups.out).toBe("## flat a\n\n- /Rents/Rent[1]\n- /Rents/Rent[2]\n\n## flat b\n\n- /Rents/Rent[3]\n");
  });
});
