import { describe, expect, it } from "vitest";
import { inline } from "./host.js";

/** Stepping through groups and records: a group is opened to its members. */
const DATA = '<r><a who="x" n="1"/><a who="y" n="5"/><a who="x" n="3"/></r>';
const QUERIES = `import data "d.xml";

declare query totals() := (//a)[group by @who][count(/a) > 1]/{ @who, total: sum(/a/@n) };
declare query names() := (//a)[group by @who][order by count(/a) descending]/@who;
declare query groups() := (//a)[group by @who];
`;
const FILES = { "/memory/d.xml": DATA, "/memory/g.sxp": QUERIES };

async function stoppedAfter(query: string, name: string) {
  const { client } = inline(FILES);
  await client.launch({ program: "/memory/g.sxp", query });
  for (let i = 0; i < 20; i++) {
    await client.move("stepIn");
    const [top] = await client.frames();
    if (top!.name !== name) continue;
    const { scopes } = await client.request("scopes", { frameId: top!.id });
    const reference = scopes.find((scope: { name: string }) => scope.name === "After").variablesReference;
    const linesOf = async (of: number) =>
      (await client.request("variables", { variablesReference: of })).variables as {
        readonly value: string;
        readonly type: string;
        readonly variablesReference: number;
      }[];
    return { client, lines: await linesOf(reference), linesOf };
  }
  throw new Error(`no stop is ${name}`);
}

describe("a group in the debugger", () => {
  it("is a line with its keys that opens to its members", async () => {
    const { lines, linesOf } = await stoppedAfter("groups", "group by @who");
    expect(lines.map(({ value, type }) => [value, type])).toEqual([
      ['1.00  group of @who "x"  2 members', "group"],
      ['1.00  group of @who "y"  1 member', "group"],
    ]);
    const members = await linesOf(lines[0]!.variablesReference);
    expect(members.map(({ value, type }) => [value, type])).toEqual([
      ["1.00  /r/a[1]  x · n 1", "a"],
      ["1.00  /r/a[3]  x · n 3", "a"],
    ]);
  });

  it("passes conditions as one", async () => {
    const { lines } = await stoppedAfter("totals", "[count(/a) > 1]");
    expect(lines.map(({ value }) => value)).toEqual(['1.00  group of @who "x"  2 members']);
  });

  it("can't be watched, and says why", async () => {
    const { client } = await stoppedAfter("groups", "group by @who");
    const [top] = await client.frames();
    const watched = client.request("evaluate", { expression: "count(/a)", frameId: top!.id, context: "watch" });
    await expect(watched).rejects.toThrow("open one to see its members");
  });

  it("is in the report of the run, as are keys and records", async () => {
    const reportOf = async (query: string): Promise<string> => {
      const { client } = await stoppedAfter(query, query === "totals" ? "[count(/a) > 1]" : "group by @who");
      return (await client.request("evaluate", { expression: ":results", context: "repl" })).result as string;
    };
    expect(await reportOf("groups")).toContain('1  group  who: "x"  2 members');
    expect(await reportOf("names")).toContain('1  group  "x"');
    expect(await reportOf("totals")).toContain('1  group  who: "x", total: 4');
  });
});
