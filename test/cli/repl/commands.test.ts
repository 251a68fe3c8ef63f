import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../packages/cli/src/repl/commands/table.js";
import { copyExamples, planFolder } from "../sxp.js";
import { type Sitting, sitting } from "./support/session.js";

/** A copy of the examples to write beside. */
function examples(): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-repl-"));
  copyExamples(folder);
  return folder;
}

const inPlan = async (options: Parameters<typeof sitting>[0] = {}): Promise<Sitting> => {
  const plan = sitting({ cwd: planFolder(), ...options });
  await plan.type(":load plan.sxp");
  return plan;
};

describe("the help", () => {
  it.each(COMMANDS.map(({ name }) => name))(":%s has a summary and examples", (name) => {
    const { summary, details, examples: shown } = COMMANDS.find((command) => command.name === name)!;
    expect(summary).toMatch(/^[a-z][^.]*[^.]$/);
    expect(details).toMatch(/\.$|\w$/);
    expect(shown.length).toBeGreaterThan(0);
  });

  const all = COMMANDS.flatMap(({ name, examples: shown }) =>
    shown.map(([, ...lines]) => [name, lines.at(-1)!, lines] as const),
  );

  it.each(all)("an example of :%s works: %s", async (_, line, lines) => {
    const { type, codes } = sitting({ cwd: examples() });
    const said = await type(":load examples/itinerary/itinerary.sxp", ...lines);
    expect(
      codes.every((code) => code === 0),
      said,
    ).toBe(true);
    if (/^[/(]/.test(line)) expect(compile(line).query).toBeDefined();
  });

  it("lists every command", async () => {
    const said = await sitting().type(":help");
    for (const { name } of COMMANDS) expect(said).toMatch(new RegExp(`:${name}\\b`));
    for (const { name, summary } of COMMANDS)
      expect((await sitting().type(`:help ${name}`)).toLowerCase()).toContain(summary.slice(0, 20).toLowerCase());
    expect(await sitting().type(":help keys")).toContain("C-r");
    expect(await sitting().type(":help SXP2001")).toMatch(/^SXP2001 {2}error: Unknown node type\n/);
    const wrong = sitting();
    expect(await wrong.type(":help SXP20")).toContain('no message has the code "SXP20"');
    expect(wrong.codes).toEqual([2]);
  });

  it("stays within the terminal", async () => {
    for (const columns of [40, 60, 80, 120]) {
      const { type } = sitting({ columns });
      for (const line of (await type(":help")).split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
    }
  });
});

describe("names of commands", () => {
  it.each([
    [":hist", 0, ""],
    [":w", 2, '":w" may be :why, :whynot or :watch.'],
    [":hlp", 2, 'There is no command ":hlp". Did you mean :help?'],
    [":xyz", 2, 'There is no command ":xyz". :help lists them.'],
    ["Day", 2, 'There is no query "Day".'],
    ["placs", 2, "Did you mean places?"],
  ])("%s", async (line, code, says) => {
    const { type, codes } = await inPlan();
    expect(await type(line)).toContain(says);
    expect(codes.at(-1)).toBe(code);
  });
});

describe("words that mean a command", () => {
  it.each(["exit", "quit"])("%s leaves", async (word) => {
    const { type, session } = await inPlan();
    await type(word);
    expect(session.isLeaving).toBe(true);
  });

  it("are queries where one has such a name", async () => {
    const { type } = await inPlan();
    expect(await type("help")).toContain(":why");
    expect(await type(":def help = //POI[1]", "help")).toContain("run 1: 1 match in");
  });
});

describe("a query", () => {
  it("shows its results with numbers, and what may be wrong", async () => {
    const { type } = await inPlan();
    expect(await type('//POI[node =~ "museum"]')).toMatch(
      /^run 1: 2 matches in 6 nodes · lexical · 1 call, 3 pairs\n1 {2}█+/,
    );
    expect(await type("//Day[3]")).toContain("[3]");
  });

  it("runs by its name, with arguments in order, by name, or from :let", async () => {
    const { type } = await inPlan();
    const second = expect.stringContaining("/Plan/Day[2]");
    expect(await type("day(2)")).toEqual(second);
    expect(await type("day($n = 2)")).toEqual(second);
    expect(await type(":let $n = 2", "day")).toEqual(second);
    expect(await type(":let $n =", "day")).toContain(":let $NAME = VALUE");
    expect(await type("day(1, 2)")).toContain('"day" takes 1 arguments: day($n as number)');
  });

  it("is reported with carets and not run where it is wrong", async () => {
    const { type, codes, session } = await inPlan();
    const said = await type("//Dya");
    expect(said).toContain('Did you mean "Day"?');
    expect([codes.at(-1), session.runs.length]).toEqual([1, 0]);
  });

  it("may be a whole document", async () => {
    const plan = sitting({ cwd: planFolder() });
    const said = await plan.type('import data "plan.xml";\n\ndeclare query first() := //POI[1];', "first");
    expect(said).toContain("Art museum");
  });

  it("asks for data where there is none", async () => {
    const { type, codes } = sitting();
    expect(await type("//Day")).toContain(":data FILE");
    expect(codes).toEqual([2]);
  });
});

describe("why and why not", () => {
  it("tells both by number and by path, and applies the change", async () => {
    const { type } = await inPlan();
    await type('//POI[node =~ "museum" >= 0.99]');
    expect(await type(":whynot /Plan/Day[1]/POI[1]")).toContain("change:");
    const applied = await type(":apply");
    expect(applied).toContain("/Plan/Day[1]/POI[1]");
    expect(await type(":why /Plan/Day[1]/POI[1]")).toContain("1 of 1");
    expect(await type(":why 1")).toContain("/Plan/Day[1]/POI[1]");
  });

  it.each<[string, string]>([
    [":why 9", "Run 1 has 3 results: there is no result 9."],
    [":why /Plan/Day[2]", "is not in the result. Why not? :whynot /Plan/Day[2]"],
    [":whynot //POI[1]", "is in the result. Why? :why /Plan/Day[1]/POI[1]"],
    [":why //POI", "finds 3 nodes. Which one?"],
    [":whynot /Plan/Foo", 'No node has the path "/Plan/Foo"'],
    [":why museum", "is neither the number of a result nor a path"],
    [":whynot", ":whynot needs a node"],
  ])("%s", async (line, says) => {
    const { type } = await inPlan();
    await type("//POI");
    expect(await type(line)).toContain(says);
  });

  it("has nothing to explain before the first query", async () => {
    for (const line of [":why", ":whynot /Plan", ":plan", ":trace", ":time", ":more", ":causes"])
      expect(await (await inPlan()).type(line)).toContain("No query has run yet");
    expect(await (await inPlan()).type(":compare")).toContain("it takes two runs");
  });
});

describe("settings", () => {
  it("hold for all queries until they are taken back", async () => {
    const { type } = await inPlan();
    expect(await type(":limit 1", "//POI")).toContain("1 match (the limit)");
    expect(await type(":undo", "//POI")).toContain("3 matches");
    expect(await type(":undo", ":def")).toContain("No query has a name");
  });

  it.each([
    [":limit -1", ":limit is a whole number"],
    [":minscore 2", ":minscore is a number from 0 to 1"],
    [":let n", ":let is $NAME = VALUE"],
    [":def a b", ":def is NAME = QUERY"],
    [":def a = //Day[", "SXP10"],
    [":scorer nobody", "nobody"],
    [":data nope.xml", 'can\'t read "nope.xml"'],
    [":data -", "Standard input"],
    [":schema Dya", 'There is no type "Dya". Did you mean Day?'],
    [":export pdf", 'not "pdf"'],
    [":undo", "nothing to take back"],
    [":redact maybe", ":redact is on or off"],
  ])("%s is refused", async (line, says) => {
    const { type, codes, session } = sitting({ cwd: planFolder() });
    await type(":data plan.xml");
    session.before.length = 0;
    const before = session.settings;
    expect(await type(line)).toContain(says);
    expect(codes.at(-1)).not.toBe(0);
    expect(session.settings).toBe(before);
  });

  it("are saved as a file that can be loaded again", async () => {
    const { type, session } = await inPlan();
    await type(":def gardens = //POI[node =~ $wish][:2]", "//Day[2]", ":save out.sxp");
    expect(await type(":save plan.schema.json")).toContain("is there already");
    const again = sitting({ cwd: session.cwd });
    expect(await again.type(":load out.sxp", 'gardens("garden")')).toContain("金閣寺の庭園");
    expect([...again.session.settings.definitions.keys()]).toEqual(["places", "day", "gardens", "last_query"]);
    expect(again.session.settings.definitions.get("places")?.comment).toBe("Places about something.");
  });
});

describe("stepping", () => {
  const begin = async (): Promise<Sitting> => {
    const plan = await inPlan();
    await plan.type(':step //Day[max(/POI[node =~ "museum"])]');
    return plan;
  };

  it("goes on by keys and by commands, and back", async () => {
    const { type } = await begin();
    expect(await type("n")).toContain("step 1  #");
    const inside = await type("s");
    expect(inside).toContain("in evidence, 1 level deep");
    expect(await type(":back")).toContain("step 1  #");
    expect(await type("")).toContain("before the first operator");
    expect(await type("c")).toContain("This is the result.");
  });

  it("evaluates what is typed on the present nodes", async () => {
    const { type } = await begin();
    await type("n");
    expect(await type('@city = "Kyoto"')).toContain("holds for 1 of 2");
    expect(await type("/POI")).toContain("3 nodes");
    expect(await type(":watch /POI", "b", "n")).toContain("/POI  3 nodes");
  });

  it("stops at breakpoints", async () => {
    const { type } = await begin();
    await type(":break POI");
    expect(await type("c")).toContain("breakpoint 1");
    expect(await type(":break off", "c")).toContain("This is the result.");
  });

  it("ends with q, and queries are queries again", async () => {
    const { type } = await begin();
    expect(await type("q", "//Day[1]")).toContain("run 1: 1 match");
    expect(await type(":next")).toContain("Begin with :step QUERY");
  });
});

describe("exports", () => {
  it("have bars instead of texts where they are redacted", async () => {
    const { type } = await inPlan();
    await type('//POI[node =~ "museum"]');
    expect(await type(":export json")).toContain("Paintings and sculpture");
    expect(await type(":redact on", ":export json")).not.toContain("Paintings");
    expect(await type(":export mermaid")).toMatch(/^flowchart/m);
  });
});

describe("long results", () => {
  const long = `<Plan>${"<Day/>".repeat(50)}</Plan>`;

  it("come page by page to somebody who reads", async () => {
    const { type } = sitting({ cwd: planFolder({ "long.xml": long }), isInteractive: true });
    const said = await type(":data long.xml", "//Day");
    expect(said).toContain("20  /Plan/Day[20]");
    expect(said).not.toContain("/Plan/Day[21]");
    expect(said).toContain("30 more. :more shows the next 20");
    expect(await type(":more", ":more")).toContain("50  /Plan/Day[50]");
    expect(await type(":more")).toContain("That was all.");
  });

  it("come whole in a script", async () => {
    const { type } = sitting({ cwd: planFolder({ "long.xml": long }) });
    expect(await type(":data long.xml", "//Day")).toContain("50  /Plan/Day[50]");
  });
});
