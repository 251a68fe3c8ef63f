import { type Answer, type Case, CHARACTERS_PER_TOKEN, judge } from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { opened, SUITE } from "../support.js";

const MEASURES = { budgets: [], tops: [], tokenizer: CHARACTERS_PER_TOKEN };
const caseOf = async (...turns: readonly object[]): Promise<Case> => {
  const cases = [{ id: "c", turns: turns.map((turn) => ({ request: "x", ...turn })) }];
  const { suite, problems } = await opened({ ...SUITE, cases });
  expect(problems.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
  return suite!.cases.at(-1)!;
};
const outcome = async (about: Case, answer: Partial<Answer>) =>
  (await judge({}, about, { items: [], ...answer }, MEASURES)).outcome;

const MOWED = { update: 'replace value of node //Task[@id = "t1"]/@status with "done"' };
const NEW = { update: 'insert node <Task title="Sweep" cost="5"/> into /List' };

describe("an edit is right where the tree is as it has to be", () => {
  it.each<[string, object, string, string]>([
    ["the same in other words", MOWED, "replace value of node /List/Task[1]/@status with 'done'", "right"],
    ["another node", MOWED, 'replace value of node //Task[@id = "t3"]/@status with "done"', "wrong"],
    ["a new node with more in it", NEW, 'insert node <Task cost="5" title="sweep" status="open"/> into /List', "right"],
    ["a new node without what was said", NEW, 'insert node <Task title="Sweep"/> into /List', "wrong"],
    ["a new node in another place", NEW, 'insert node <Task title="Sweep" cost="5"/> into /List/Group', "wrong"],
    ["a new node, and more changed", NEW, `${NEW.update}, ${MOWED.update}`, "wrong"],
    ["an update that can't be made", MOWED, "replace value of node //Nothing/@status with 'done'", "wrong"],
  ])("%s", async (_, gold, update, expected) => {
    expect(await outcome(await caseOf(gold), { update })).toBe(expected);
  });
});

describe("checks alone make any change right that makes them true", () => {
  const ADD = { checks: ["count(//Task) = 5", 'exists(//Group/Task[@title = "Sweep"])'] };
  it.each<[string, Partial<Answer>, string]>([
    ["one way", { update: 'insert node <Task title="Sweep"/> into /List/Group' }, "right"],
    ["another one", { update: 'insert node <Task title="Sweep" cost="9"/> as first into /List/Group' }, "right"],
    ["one of them is false", { update: 'insert node <Task title="Sweep"/> into /List' }, "wrong"],
    ["nothing is changed", {}, "wrong"],
  ])("%s", async (_, answer, expected) => {
    const about = await caseOf(ADD);
    expect(await outcome(about, answer)).toBe(expected);
    // What a model would change is not measured of retrieval.
    expect((await judge({ ranks: true }, about, { items: [] }, MEASURES)).outcome).toBe("open");
  });
});

describe("an action is right where it does the same", () => {
  it.each<[string, object, Partial<Answer>, string]>([
    [
      "the version by its number",
      { do: "show", version: -2 },
      { action: { do: "show", task: null, version: 1 } },
      "right",
    ],
    ["another version", { do: "show", version: -2 }, { action: { do: "show", version: 2 } }, "wrong"],
    ["the last change reverted", { do: "restore", version: 1 }, { action: { do: "revert", version: 2 } }, "right"],
    [
      "an update that makes it so again",
      { do: "restore", version: 1 },
      { update: MOWED.update.replace("done", "open") },
      "right",
    ],
    [
      "a name in other letters",
      { do: "create", name: "Winter Work" },
      { action: { do: "create", name: "winter-work" } },
      "right",
    ],
    ["nothing done", { do: "log" }, {}, "wrong"],
  ])("%s", async (_, action, answer, expected) => {
    expect(await outcome(await caseOf(MOWED, { action }), answer)).toBe(expected);
  });
});

it("a value has to be given: that it stands in what is handed over of a tree is not enough", async () => {
  const about = await caseOf({ query: "count(//Task)", value: 4 });
  expect(await outcome(about, { value: 4 })).toBe("right");
  expect(await outcome(about, { items: [{ sources: ["/List"], text: "List of 4" }] })).toBe("wrong");
  const nodes = await caseOf({ query: '//Task[@id = "t1"]', include: ["t1"] });
  expect(await outcome(nodes, { value: 1, items: [{ sources: ["/List/Task[1]"], text: "" }] })).toBe("wrong");
});

it("a table is right by its rows, whatever its columns are called", async () => {
  const rows = [
    { status: "open", n: 3 },
    { status: "done", n: 1 },
  ];
  const query = "(//Task)[group by @status]/{ @status, n: count(/Task) }";
  const about = await caseOf({ query, value: rows });
  const answered = (value: unknown) => outcome(about, { value });
  expect(await answered(rows.map(({ status, n }) => ({ tasks: n, state: status })).reverse())).toBe("right");
  expect(await answered([rows[0]])).toBe("wrong");
  expect(await answered(rows.map((row) => ({ ...row, n: 2 })))).toBe("wrong");
  expect(await answered(undefined)).toBe("wrong");
  const { problems } = await opened({ ...SUITE, cases: [{ id: "c", query, value: [rows[0]] }] });
  expect(problems.map(({ diagnostic }) => diagnostic.code)).toEqual(["SXP5206"]);
});
