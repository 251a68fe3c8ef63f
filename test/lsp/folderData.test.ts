import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { documentIds, folderTree, formatOf, readAs } from "@semantic-xpath/readers";
import { readFolder } from "@semantic-xpath/readers/node";
import { describe, expect, it } from "vitest";
import { ROOT, workspaceOf } from "./readWorkspace.js";

const QUERY = (step: string) => `import data "notes";\ndeclare query all() := ${step};\n`;
const NOTES = {
  "notes/house.md":
    "# House\n\nSee [[garden#Roses]] and [money](<money/budget 1.md>).\n\n## Roof\n\nIt leaks, see [above](#house).\n",
  "notes/money/budget 1.md":
    "---\nid: x\naliases: [funds]\n---\n# Budget\n\n- [ ] Call the bank, see [house](../house.md#roof) and [[Funds]].\n",
  "notes/garden.md": "# Roses\n\nRed.\n",
  "notes/plan.json": '{"Day": [{"n": 1},\n {"n": 2}]}',
  "notes/empty.csv": "",
};

describe("a folder of notes in the editor", () => {
  const workspace = (step: string) => workspaceOf({ ...NOTES, "q.sxp": QUERY(step) });
  const run = async (step: string) => {
    const { service, settled } = workspace(step);
    return { service, outcome: await settled(() => service.run({ uri: `${ROOT}q.sxp`, name: "all" })) };
  };

  it.each([
    ['//Section[@title = "Roof"]', "notes/house.md", 4],
    ["//Task", "notes/money/budget%201.md", 6],
    ["//Day[@n = 2]", "notes/plan.json", 1],
    ['//Document[@name = "garden"]', "notes/garden.md", 0],
  ])("a node is found in its file: %s", async (step, path, line) => {
    const { service, outcome } = await run(step);
    expect(outcome.problem).toBeNull();
    expect(outcome.matches.map(({ source }) => [source?.uri, source?.range.start.line])).toEqual([[ROOT + path, line]]);
    const [node] = await nodesOf(service, outcome.run!);
    const { source, isOld } = await service.source({ run: outcome.run!, node: node! });
    expect([source?.uri, source?.range.start.line, isOld]).toEqual([ROOT + path, line, false]);
  });

  it("a folder is in no file", async () => {
    const { outcome } = await run("/Folder/Folder");
    expect(outcome.matches.map(({ attributes, source }) => [attributes.name, source])).toEqual([["money", null]]);
  });

  it("links lead to what they name", async () => {
    const { outcome } = await run("//Link");
    expect(outcome.matches.map(({ attributes }) => attributes.to)).toEqual([
      "garden#roses",
      "money/budget 1",
      "house#house",
      "house#roof",
      "money/budget 1",
    ]);
    const { outcome: led } = await run("//Task/Link/id(@to)");
    expect(led.matches.map(({ path, type }) => [type, path])).toHaveLength(2);
  });

  it("is the tree that the command reads", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-notes-"));
    for (const [path, text] of Object.entries(NOTES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const read = await readFolder(join(folder, "notes"));
    rmSync(folder, { recursive: true });
    const paths = Object.keys(NOTES)
      .map((path) => path.slice("notes/".length))
      .sort();
    const ids = documentIds(paths);
    const documents = await Promise.all(
      paths.map(async (path, i) => {
        const format = formatOf(path)!;
        return {
          path,
          name: path,
          id: ids[i]!,
          format,
          tree: await readAs(format, NOTES[`notes/${path}` as keyof typeof NOTES]),
        };
      }),
    );
    const made = folderTree(
      "notes",
      documents.filter(({ tree }) => tree.size > 0),
    );
    expect(JSON.stringify(made.root)).toBe(JSON.stringify(read.root));
    const { outcome } = await run("/Folder");
    expect(outcome.count).toBe(1);
  });
});

it("a run over several trees gives the matches of all, each in its file", async () => {
  const files = {
    "m/a.xml": '<Day>\n<POI name="quiet park"/></Day>',
    "m/b.xml": '<Day><POI name="park"/>\n\n<POI name="lake"/></Day>',
    "q.sxp": 'import data "m/*.xml";\ndeclare query all() := //POI;\n',
  };
  const { service, settled } = workspaceOf(files);
  const outcome = await settled(() => service.run({ uri: `${ROOT}q.sxp`, name: "all" }));
  expect(outcome.count).toBe(3);
  expect(outcome.matches.map(({ source }) => `${source?.uri.slice(ROOT.length)} ${source?.range.start.line}`)).toEqual([
    "m/a.xml 1",
    "m/b.xml 0",
    "m/b.xml 2",
  ]);
});

async function nodesOf(service: ReturnType<typeof workspaceOf>["service"], run: string): Promise<number[]> {
  const { answer } = await service.view({ run, method: "results", params: { from: 0, count: 10 } });
  return (answer as { rows: { node: number }[] }).rows.map(({ node }) => node);
}
