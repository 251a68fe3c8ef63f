import { describe, expect, it } from "vitest";
import { LIST, opened, SUITE } from "../support.js";

/** Codes with what of the file their places show. */
const mistakes = async (suite: object | string, files: Readonly<Record<string, string>> = {}) => {
  const { suite: read, problems } = await opened(suite, files);
  expect(read).toBeNull();
  return problems.map(
    ({ text, diagnostic: { code, span } }) => `${code} ${text.slice(span.start, span.end).replace(/\s+/g, " ")}`,
  );
};
const withCase = (about: object) => ({ ...SUITE, cases: [{ id: "a", request: "x", ...about }] });

it("a suite is read with its data, turns as cases, and each tree as the earlier turns left it", async () => {
  const { suite, problems } = await opened(SUITE);
  expect(problems).toEqual([]);
  expect(suite!.cases.map(({ id, kind }) => [id, kind])).toEqual([
    ["open", "structural"],
    ["dear", "structural"],
    ["flowers", "graded"],
    ["count", "structural"],
    ["talk.1", "conversation"],
    ["talk.2", "conversation"],
  ]);
  const [first] = suite!.cases;
  expect(first!.golds[0]!.references!.include.flat()).toEqual(["/List/Task[1]", "/List/Task[3]", "/List/Group/Task"]);
  const second = suite!.cases.at(-1)!;
  expect(second.question.earlier.map(({ request }) => request)).toEqual(["what about the roof?"]);
  const after = await second.golds[0]!.after!.tree();
  expect([...after.node(1).children][2]!.attribute("status")).toBe("done");
});

describe("mistakes have a place in the file", () => {
  it.each<[string, object | string, string[]]>([
    ["no JSON", '{ "tree": }', ["SXP5201 }"]],
    ["nothing at all", "", ["SXP5201 "]],
    ["an unknown member", withCase({ inclde: [] }), ['SXP5202 "inclde"']],
    ["another kind", withCase({ include: "t1" }), ['SXP5202 "t1"']],
    ["no such tree", { ...SUITE, tree: "gone.xml" }, ['SXP5203 "gone.xml"']],
    ["an unknown id", withCase({ include: ["t9"] }), ['SXP5205 "t9"']],
    ["a path to nothing", withCase({ include: ["/List/Task[7]"] }), ['SXP5205 "/List/Task[7]"']],
    ["a path to several", withCase({ exclude: ["//Task"] }), ['SXP5205 "//Task"']],
    ["right and wrong", withCase({ include: [["t1", "t2"]], exclude: ["t2"] }), ['SXP5206 [ "t1", "t2" ]']],
    ["a question beside an answer", withCase({ ask: true, value: 3 }), ["SXP5206 3"]],
    ["a query that finds others", withCase({ query: "//Task", include: ["t1"] }), ['SXP5206 "//Task"']],
    ["a query that gives another value", withCase({ query: "count(//Task)", value: 5 }), ['SXP5206 "count(//Task)"']],
    [
      "an action that can't be done",
      turnsOf({ action: { do: "restore", version: 9 } }),
      ['SXP5207 { "do": "restore", "version": 9 }'],
    ],
    ["a query that is none", withCase({ query: "//Task[", include: ["t1"] }), ["SXP5207 ["]],
    ["after quotes in it", withCase({ query: '//Task[@id = "t1"] ~', include: ["t1"] }), ["SXP5207 ~"]],
    [
      "after an escape",
      `{ "tree": "list.xml", "cases": [{ "id": "c", "include": ["t1"], "query": "//Task[@id = \\u0022t1\\u0022" }] }`,
      ["SXP5207 ["],
    ],
    ["a check that is no query", withCase({ checks: ["count("] }), ['SXP5207 "count("']],
    ["a check without a truth", withCase({ checks: ["count(//Task)"] }), ['SXP5207 "count(//Task)"']],
    [
      "a check that is false of the right tree",
      withCase({ update: "delete node //Task[1]", checks: ["count(//Task) = 5"] }),
      ['SXP5207 "count(//Task) = 5"'],
    ],
    [
      "a check that is false of data that stays",
      withCase({ include: ["t1"], checks: ["count(//Task) = 5"] }),
      ['SXP5207 "count(//Task) = 5"'],
    ],
    [
      "checks alone that are true already",
      withCase({ checks: ["count(//Task) = 4", "exists(//Group)"] }),
      ['SXP5206 [ "count(//Task) = 4", "exists(//Group)" ]'],
    ],
    [
      "checks alone, and another turn about what they leave open",
      turnsOf({ checks: ["count(//Task) = 5"] }, { query: "count(//Task)" }),
      ['SXP5202 [ "count(//Task) = 5" ]'],
    ],
    ["no cases", { tree: "list.xml" }, ['SXP5202 { "tree": "list.xml" }']],
    ["nothing that is right", withCase({}), ['SXP5202 { "id": "a", "request": "x" }']],
    ["a query beside turns", withCase({ turns: [{ request: "y", ask: true }] }), ['SXP5206 "x"']],
    ["a grade of what is not right", withCase({ include: ["t1"], grades: { t2: 2 } }), ["SXP5206 2"]],
    ["a tree beside a memory", { ...SUITE, memory: "m" }, ['SXP5206 "m"']],
    ["a clock that is none", { ...SUITE, now: "yesterday" }, ['SXP5202 "yesterday"']],
    ["an unknown dialogue", withCase({ dialogue: "d" }), ['SXP5205 "d"']],
    ["a query and an unknown id: the id alone", withCase({ query: "//Task[1]", include: ["t9"] }), ['SXP5205 "t9"']],
    ["a name twice", { ...SUITE, cases: [SUITE.cases[1], SUITE.cases[1]] }, ['SXP5208 "dear"']],
    ["a speaker that is none", dialogue({ speaker: "Tim" }), ['SXP5205 "Tim"']],
    ["a turn that is not there", dialogue({}, "D1:9"), ['SXP5205 "D1:9"']],
  ])("%s", async (_, suite, expected) => {
    expect(await mistakes(suite)).toEqual(expected);
  });

  it("a check is run on the tree of a file", async () => {
    const about = withCase({ after: "after.xml", checks: ["count(//Task) = 1"] });
    expect((await opened(about, { "after.xml": "<List><Task/></List>" })).problems).toEqual([]);
  });

  it("a contradiction says which nodes it is about", async () => {
    const { problems } = await opened(withCase({ query: '//Task[@status = "open"]', include: ["t2", "t3"] }));
    expect(problems.map(({ diagnostic }) => diagnostic.message)).toEqual([
      "The case contradicts itself: its query finds /List/Task[1] and 1 more, not right, and does not find /List/Task[2].",
    ]);
  });

  it("a saved query is measured against what it once gave", async () => {
    const { problems } = await opened(withCase({ kind: "saved", query: "//Task", include: ["t1"] }));
    expect(problems).toEqual([]);
  });

  it("a tree that does not parse", async () => {
    expect(await mistakes({ ...SUITE, tree: "bad.xml" }, { "bad.xml": "<List><Task></List>" })).toEqual([
      'SXP5203 "bad.xml"',
    ]);
  });

  it("a ring of imports, and an import that is not there", async () => {
    const other = JSON.stringify({ imports: ["suite.json"] });
    const { problems } = await opened({ imports: ["other.json", "gone.json"] }, { "other.json": other });
    expect(problems.map(({ file, diagnostic: { code } }) => [file, code])).toEqual([
      ["other.json", "SXP5204"],
      ["suite.json", "SXP5203"],
    ]);
  });
});

const turnsOf = (...turns: readonly object[]) => ({
  ...SUITE,
  cases: [{ id: "talk", turns: turns.map((turn) => ({ request: "x", ...turn })) }],
});

describe("a conversation is a memory in which every turn did what is right", () => {
  const DONE = { update: 'replace value of node //Task[@id = "t3"]/@status with "done"' };
  const status = async (...turns: readonly object[]) => {
    const { suite, problems } = await opened(turnsOf(...turns, { query: 'string(//Task[@id = "t3"]/@status)' }));
    expect(problems).toEqual([]);
    const { source, question } = suite!.cases.at(-1)!;
    if (source.kind !== "tree") return expect.unreachable();
    const { versions, tasks, task } = source.history;
    const at = [...Array(source.tree.size + 1).keys()].find(
      (id) => id > 0 && source.tree.node(id).attribute("id") === "t3",
    )!;
    return {
      status: source.tree.node(at).attribute("status"),
      versions: versions.length,
      tasks: tasks.length,
      task,
      question,
    };
  };

  it("an update is a version, with the request as its reason, and what it changed is what was spoken of", async () => {
    const { question, ...rest } = (await status(DONE))!;
    expect(rest).toEqual({ status: "done", versions: 2, tasks: 1, task: "list" });
    expect(question.earlier[0]).toEqual({ request: "x", references: ["/List/Task[3]"], text: DONE.update });
  });
  it("a version is restored, another task begins with the first version, and the first one is gone back to", async () => {
    expect(await status(DONE, { action: { do: "restore", version: 1 } })).toMatchObject({
      status: "open",
      versions: 3,
    });
    expect(await status(DONE, { action: { do: "revert", version: -1 } })).toMatchObject({
      status: "open",
      versions: 3,
    });
    const create = { action: { do: "create", name: "Winter Work" } };
    expect(await status(DONE, create)).toMatchObject({ status: "open", versions: 1, tasks: 2, task: "winter-work" });
    const back = { action: { do: "switch", task: "list" } };
    expect(await status(DONE, create, back)).toMatchObject({ status: "done", versions: 2, task: "list" });
    expect(await status(DONE, { action: { do: "log" } })).toMatchObject({ status: "done", versions: 2 });
  });
  it("a tree from a file is the one that the next turn is about", async () => {
    const after = LIST.replace("900", "950").replace(
      't3" title="Repair the roof" status="open"',
      't3" title="Repair the roof" status="late"',
    );
    const { suite, problems } = await opened(turnsOf({ after: "after.xml" }, { query: "count(//Task)", value: 4 }), {
      "after.xml": after,
    });
    expect(problems).toEqual([]);
    const { source } = suite!.cases[1]!;
    expect(source.kind === "tree" && source.history.versions.length).toBe(2);
  });
});

function dialogue(turn: object, include = "D1:1") {
  const turns = [{ id: "D1:1", speaker: "Ana", text: "hi", ...turn }];
  const questions = [{ id: "q", kind: "stated", text: "x?", include: [include] }];
  return {
    dialogues: [{ id: "d", speakers: ["Ana"], sessions: [{ id: "S1", date: "2026-01-01", turns }], questions }],
  };
}
