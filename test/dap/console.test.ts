import { describe, expect, it } from "vitest";
import { inline, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };

/** At the days, before the filter. */
async function atDays(files = planFiles()) {
  const session = inline(files);
  await session.client.launch({ ...ARGUMENTS });
  await session.client.move("stepIn");
  await session.client.move("stepIn");
  return session;
}

describe("watch expressions and the console", () => {
  it.each([
    ["/POI", "3 entries"],
    ["//POI[1]", "2 entries"],
    ["(/POI)[1]", "1 entry: /Plan/Day[1]/POI[1]"],
    ["/POI | /@city", "5 entries"],
    ["/..", "1 entry: /Plan"],
    ['@city = "Kyoto"', "true for 1 of 2 nodes"],
    ["position() = 2", "true for 1 of 2 nodes"],
    ["count(/POI) = 2", "true for 1 of 2 nodes"],
    ["@nothing", "absent, absent"],
    ["@city", '"Ottawa", "Kyoto"'],
    ["city", '"Ottawa", "Kyoto"'],
    ["name()", '"Day", "Day"'],
    ["count(/POI)", "2, 1"],
    ["$city", '"Ottawa"'],
  ])("%s gives %s", async (expression, result) => {
    const { client } = await atDays();
    for (const context of ["watch", "repl", "variables"])
      expect((await client.evaluate(expression, context)).result).toBe(result);
  });

  it.each([
    ["/POI", /^1\.00 {2}\/Plan\/Day\[1\]\/POI\[1\] .*\n.*\n1\.00 {2}\/Plan\/Day\[2\]\/POI\b.*$/],
    ["@city", /^"Ottawa" {2}\/Plan\/Day\[1\].*\n"Kyoto" {2}\/Plan\/Day\[2\].*$/],
    ["$city", /^"Ottawa"$/],
  ])("%s is copied whole, a line for each entry", async (expression, text) => {
    const { client } = await atDays();
    expect((await client.evaluate(expression, "clipboard")).result).toMatch(text);
  });

  it.each([
    ["count", "2"],
    ["count < 3", "true"],
    ["count > 2", "false"],
    ["weight", "1.00"],
    ["weight >= 0.5", "true: 2 of 2"],
    ["weight < 0.5", "false: 0 of 2"],
  ])("%s is asked of the sequence, as in a condition", async (expression, result) => {
    const { client } = await atDays();
    expect((await client.evaluate(expression, "watch")).result).toBe(result);
  });

  it("open to entries with their weights", async () => {
    const { client } = await atDays();
    const answer = await client.evaluate('//POI[node =~ "museum"]', "watch");
    expect(answer).toMatchObject({ type: "sequence", indexedVariables: 3 });
    expect(answer.result).toMatch(/^3 entries, the best 0\.\d\d \/Plan\/Day/);
    const [best] = await client.variables(answer.variablesReference);
    expect(best!.value).toMatch(/^0\.\d\d {2}\/Plan\/Day\[\d\]\/POI/);
    const values = await client.evaluate('node =~ "museum"', "watch");
    expect((await client.variables(values.variablesReference)).map(({ value }) => value)).toEqual([
      expect.stringMatching(/^\d\.\d\d {2}\/Plan\/Day\[1\] {2}Ottawa/),
      expect.stringMatching(/^\d\.\d\d {2}\/Plan\/Day\[2\] {2}Kyoto/),
    ]);
  });

  it("ask the scorer once for a text and change nothing in the run", async () => {
    const { client, asked } = await atDays();
    await client.evaluate('//POI[node =~ "museum"]', "watch");
    await client.evaluate('//POI[node =~ "museum"]', "watch");
    expect(asked).toHaveLength(3);
    await client.move("continue");
    // The run asks for itself, so that its counts are those of any run.
    expect(asked).toHaveLength(5);
    expect(client.console).toContain("2 texts scored");
  });

  it.each([
    ['@city = "Kyoto" and', "The expression is not complete."],
    ["[1]", /./],
    ["1:2", "A position or an offset acts on a list, not on each of its nodes."],
    ["@a][@b", "One expression is expected, as in a bracket."],
    ["/POI[node =~ $what]", /what/],
    ["", /./],
    ["declare query q() := /A;", /./],
    ["$nope", "The query has no parameter $nope."],
  ])("say what is wrong with %s", async (expression, message) => {
    const { client } = await atDays();
    const answer = await client.ask("evaluate", { expression, context: "watch" });
    expect(answer.success).toBe(false);
    expect(answer.message).toMatch(message);
    expect(answer.body.error.showUser).toBe(false);
  });

  it("point at the mistake in the console", async () => {
    const { client } = await atDays();
    const { message } = await client.ask("evaluate", { expression: "/POI[@a ==", context: "repl" });
    expect(message).toMatch(/\n {2}\/POI\[@a ==\n {2} +\^/);
  });

  it("know the schema: a name that there is not is told with the nearest", async () => {
    const files = planFiles();
    files["/memory/plan.schema.json"] = JSON.stringify({
      version: 1,
      roots: ["Plan"],
      types: {
        Plan: { attributes: { title: { type: "string" } }, children: { Day: {} } },
        Day: { attributes: { index: { type: "number" }, city: { type: "string" } }, children: { POI: {} } },
        POI: { attributes: { name: { type: "string" }, description: { type: "string" } } },
      },
    });
    files[program] = `import schema "plan.schema.json";\n${files[program]}`;
    const { client } = await atDays(files);
    const ask = async (expression: string) => (await client.ask("evaluate", { expression, context: "watch" })).message;
    expect(await ask("/POII")).toMatch(/"POII".*"POI"/);
    expect(await ask('@citty = "x"')).toMatch(/"citty".*"city"/);
    expect((await client.evaluate("/POI", "watch")).result).toBe("3 entries");
    // Numbers compare as the schema says.
    expect((await client.evaluate('@index = "1.0"', "watch")).result).toBe("true for 1 of 2 nodes");
  });

  it("hovering a word of the query shows the current nodes of that type, or the attribute's values", async () => {
    const { client } = await atDays();
    expect((await client.evaluate("Day", "hover")).result).toBe("2 entries");
    expect((await client.evaluate("@city", "hover")).result).toBe("2 entries");
    const values = await client.variables((await client.evaluate("city", "hover")).variablesReference);
    expect(values[0]!.value).toBe('1.00  /Plan/Day[1]/@city  "Ottawa"');
    for (const expression of ["declare query", "museum", "avg", "2026"])
      expect((await client.ask("evaluate", { expression, context: "hover" })).success, expression).toBe(false);
  });
});

describe("console commands", () => {
  const say = async (line: string): Promise<string> => {
    const { client } = await atDays();
    const { success, body, message } = await client.ask("evaluate", { expression: line, context: "repl" });
    return success ? body.result : message!;
  };

  it("answer why, for a path or a rank", async () => {
    const answer = await say(":why /Plan/Day[1]");
    expect(answer).toMatch(/^\/Plan\/Day\[1\]\n.*only result.*\n/);
    expect(await say(":why 1")).toBe(answer);
    expect(await say(":why 2")).toBe("There is 1 result.");
    expect(await say(":why /Plan/Day[2]")).toContain("It is not in the result.");
  });

  it("answer why not, with the place in the query", async () => {
    const answer = await say(":whynot /Plan/Day[2]");
    expect(answer).toContain("Kyoto");
    expect(answer).toMatch(/\[@city = \$city\]\n +\^+$/);
    expect(await say(":why-not /Plan/Day[2]")).toBe(answer);
    expect(await say(":whynot /Plan/Day[1]")).toBe("It is in the result: ask :why.");
    expect(await say(":whynot /Plan/Night")).toMatch(/Night/);
    expect(await say(":whynot")).toBe("Write :whynot PATH.");
  });

  it("answer with the smallest change", async () => {
    expect(await say(":change /Plan/Day[2]")).toMatch(/Kyoto.*: \d+ result/);
    expect(await say(":change /Plan/Day[1]")).toBe("It is in the result already.");
  });

  it("show results, causes, plan and help", async () => {
    expect(await say(":results")).toMatch(/^1 result of 6 nodes/);
    expect(await say(":results 1")).toMatch(/^1 {2}0\.\d\d {2}\/Plan\/Day\[1\]/);
    expect(await say(":results 5")).toBe("There is 1 result.");
    expect(await say(":causes")).not.toBe("");
    expect(await say(":plan")).toContain("Filter @city = $city");
    for (const name of ["why", "whynot", "change", "results", "causes", "plan", "help"])
      expect(await say(":help")).toContain(`:${name}`);
    expect(await say(":nope")).toBe('There is no command ":nope". :help lists them.');
  });

  it("leave the run where it is", async () => {
    const { client } = await atDays();
    const before = await client.frames();
    await client.evaluate(":why 1");
    expect((await client.frames()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toBe("[@city = $city]");
  });
});

describe("completion in the console", () => {
  it.each([
    [":wh", ["why", "whynot"]],
    ["/PO", ["POI"]],
    ["/Da", []],
    ["//descendant::PO", ["POI"]],
    ["/parent::", ["Plan"]],
    ["/..//", ["Day", "POI"]],
    ["/(PO", ["POI"]],
    ["/(POI|", ["POI"]],
    ["@ci", ["city"]],
    ["/@", ["index", "city"]],
    ["/POI/@", ["name", "description"]],
    ["/POI[@na", ["name"]],
    ["(/POI)[@na", ["name"]],
    ["/POI[exists(/Da", []],
    ["count(/", ["POI"]],
    ["$", ["$city"]],
    ["exi", ["exists(…)"]],
    ["@nam", []],
    ["/POI[desc", ["description"]],
    ["@city ", ["=~", "=", "!=", ">=", "<=", ">", "<", "and", "or"]],
    ["node ", ["=~"]],
    ['@city = "', ["Kyoto", "Ottawa"]],
    ['starts-with(@city, "O', ["Ottawa"]],
    ['/POI[node =~ "', ["museum"]],
    ['node =~ "museum" ', [">=", "and", "or"]],
    ['@city = "Kyoto" ', ["and", "or"]],
    ['@city = "Kyoto" and @i', ["index"]],
    ["/POI ", ["[", "/", "//"]],
    [":why /Pla", ["Plan"]],
    [":whynot /Plan/", ["Day"]],
    [":plan ", []],
    ['"any text', []],
  ])("at the end of %s offers %j", async (text, labels) => {
    const { client } = await atDays();
    const { targets } = await client.request("completions", { text, column: text.length + 1 });
    const nodes = /\/(?:\(|\(POI\|)?$/.test(text);
    const offered = targets.map(({ label }: { label: string }) => label);
    const named = offered.filter((label: string) => /^\w+$/.test(label));
    expect([...(nodes ? named : offered)].sort()).toEqual([...labels].sort());
    const word = /[\w$]*$/.exec(text)![0];
    const isInString = text.split('"').length % 2 === 0;
    const typed = isInString ? /[^"]*$/.exec(text)![0] : word;
    for (const { start, length } of targets)
      expect([start, length]).toEqual([text.length - typed.length, typed.length]);
  });

  it("offers the whole of an expression where nothing is typed, attributes of the current nodes first", async () => {
    const { client } = await atDays();
    const { targets } = await client.request("completions", { text: "", column: 1 });
    const labels = targets.map(({ label }: { label: string }) => label);
    expect(labels.slice(0, 3)).toEqual(['node =~ "…"', "@index", "@city"]);
    expect(labels).toEqual(expect.arrayContaining(["avg(…)", "count(…)", "position()", "$city"]));
    expect(targets.find(({ label }: { label: string }) => label === "avg(…)")).toMatchObject({
      text: "avg()",
      selectionStart: 4,
      type: "function",
    });
  });

  it.each([
    ["@city = ", ["Kyoto", "Ottawa", "@index", "lower-case(…)", "root()/"]],
    ["@index + ", ["@index", "sum(…)"]],
    ["@index ", [">=", "+", "div"]],
    ["some $x ", ["in"]],
    ["some $x in /POI ", ["satisfies", "["]],
    ["some $x in /POI satisfies ", ["$x", "@index"]],
    ["some $x in /POI satisfies $", ["$x", "$city"]],
    ["some $x in /POI satisfies $x/@", ["name"]],
    ["/POI[order by ", ["@name", "string-length(…)"]],
    ["/POI[order by @name ", ["ascending", "descending"]],
    ["/POI[order ", ["by"]],
    ["s", ["some $x in …", "sum(…)", "string-length(…)"]],
  ])("at the end of %s offers %j among others", async (text, labels) => {
    const { client } = await atDays();
    const { targets } = await client.request("completions", { text, column: text.length + 1 });
    expect(targets.map(({ label }: { label: string }) => label)).toEqual(expect.arrayContaining([...labels]));
  });

  it("inserts what can be evaluated", async () => {
    const { client } = await atDays();
    for (const text of ["/", "@", "/POI/@", "count(/", "@city = "]) {
      const { targets } = await client.request("completions", { text, column: text.length + 1 });
      for (const { label, text: inserted, type } of targets) {
        if (type === "keyword" || type === "function" || label === "..") continue;
        const whole = `${text}${inserted}${text.includes("(") ? ")" : ""}`;
        expect((await client.ask("evaluate", { expression: whole, context: "watch" })).success, whole).toBe(true);
      }
    }
  });
});
