import { translate } from "@semantic-xpath/chat/translate";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../support/about.js";

const memory = {
  task: "rain",
  tasks: [
    { name: "itinerary", title: "A week in Toronto, Ottawa and Montreal" },
    { name: "mealplan", title: "Family meals, week 38" },
    { name: "rain", title: "Rainy days" },
  ],
  versions: [
    { number: 4, time: "2026-06-10T09:00:00Z", reason: "move it to Friday" },
    { number: 3, time: "2026-06-09T09:00:00Z", reason: "Add a coffee break to day 4" },
    { number: 2, time: "2026-06-07T09:00:00Z", reason: "rename it" },
    { number: 1, time: "2026-06-01T09:00:00Z", reason: null },
  ],
};
const about = { ...EXAMPLES.itinerary, memory };

it.each([
  ["What changed?", { do: "diff", task: null, from: -2, to: -1 }],
  ["what's new", { do: "diff", task: null, from: -2, to: -1 }],
  ["what did you change?", { do: "diff", task: null, from: -2, to: -1 }],
  ["show me the last change", { do: "diff", task: null, from: -2, to: -1 }],
  ["what changed since yesterday", { do: "diff", task: null, from: 3, to: -1 }],
  ["what changed since version 2?", { do: "diff", task: null, from: 2, to: -1 }],
  ["what has changed since Monday?", { do: "diff", task: null, from: 2, to: -1 }],
  ["compare version 1 and version 3", { do: "diff", task: null, from: 1, to: 3 }],
  ["Show me the plan as it was before", { do: "show", task: null, version: -2 }],
  ["show me the earlier plan", { do: "show", task: null, version: -2 }],
  ["what did the plan look like before?", { do: "show", task: null, version: -2 }],
  ["How was it before?", { do: "show", task: null, version: -2 }],
  ["what did the plan look like before I added the coffee break?", { do: "show", task: null, version: 2 }],
  ["show me version 2", { do: "show", task: null, version: 2 }],
  ["show me the original plan", { do: "show", task: null, version: 1 }],
  ["undo", { do: "restore", task: null, version: -2 }],
  ["undo that please", { do: "restore", task: null, version: -2 }],
  ["Take that back", { do: "restore", task: null, version: -2 }],
  ["revert the last change", { do: "restore", task: null, version: -2 }],
  ["Bring that version back", { do: "restore", task: null, version: -2 }],
  ["undo the last two changes", { do: "restore", task: null, version: -3 }],
  ["go back to version 3", { do: "restore", task: null, version: 3 }],
  ["restore version 2", { do: "restore", task: null, version: 2 }],
  ["restore the plan as it was before I added the coffee break", { do: "restore", task: null, version: 2 }],
  ["go back to before I added the coffee break", { do: "restore", task: null, version: 2 }],
  ["undo adding the coffee break", { do: "revert", task: null, version: 3 }],
  ["undo the coffee break", { do: "revert", task: null, version: 3 }],
  ["undo version 3", { do: "revert", task: null, version: 3 }],
  ["show the history", { do: "log", task: null }],
  ["list the versions", { do: "log", task: null }],
  ["which plans do I have?", { do: "tasks" }],
  ["list my plans", { do: "tasks" }],
  ["Switch back to the Toronto trip", { do: "switch", task: "itinerary" }],
  ["switch to the first plan", { do: "switch", task: "itinerary" }],
  ["Go back to week 38", { do: "switch", task: "mealplan" }],
] as const)("%s", async (request, action) => {
  const { readings, isClear } = await translate(request, about);
  expect(isClear).toBe(true);
  expect(readings).toMatchObject([{ kind: "history", action }]);
});

describe("new tasks", () => {
  it.each([
    ["Start a new plan called Winter in Quebec", { name: "Winter in Quebec", from: null, wish: null }],
    ["start a second plan called Rainy days", { name: "Rainy days", from: null }],
    ["Create another plan called Week 39", { name: "Week 39" }],
    ["make another plan without museums", { name: "Plan 4", from: "rain", wish: "without museums" }],
    ["copy this plan as Plan B", { name: "Plan B", from: "rain" }],
    ["make a new itinerary", { name: "Plan 4", from: null }],
  ] as const)("%s", async (request, wanted) => {
    const { readings, isClear } = await translate(request, about);
    expect(isClear).toBe(true);
    expect(readings).toMatchObject([{ kind: "create", ...wanted }]);
  });

  it("are none where the words are about something in the tree", async () => {
    for (const request of ["add a park to day 5", "make the pace slow", "add a note to the CN Tower: a plan"])
      expect((await translate(request, about)).readings.map(({ kind }) => kind)).not.toContain("create");
  });
});

describe("questions about what happened", () => {
  it.each([
    ["when did we add the museum?", '[@kind = "insert"][text() =~ "museum"]'],
    ["who deleted the ferry?", '[@kind = "delete"][text() =~ "ferry"]'],
    ["when was the budget changed?", '[text() =~ "budget"]'],
    ["what was deleted?", '[@kind = "delete"]'],
  ])("%s is a query on the store", async (request, piece) => {
    const [reading] = (await translate(request, about)).readings;
    expect(reading).toMatchObject({ kind: "query", isHistory: true });
    const { query } = reading as { query: string };
    expect(query).toContain(piece);
    expect(query).toContain('/Memory/Task[@name = "rain"]/Version');
    expect(compile(query).diagnostics).toEqual([]);
  });
});

describe("what is not there is asked about", () => {
  it.each(["restore version 99", "go back to the other plan", "show me version 12"])("%s", async (request) => {
    const { isClear, question } = await translate(request, about);
    expect(isClear).toBe(false);
    expect(question).toContain("?");
  });
});

it("talk wants nothing of the data", async () => {
  for (const request of [
    "hello",
    "Thanks, that's all for today",
    "what can you do?",
    "ok great, thank you!",
    "good morning",
  ])
    expect((await translate(request, about)).readings).toMatchObject([{ kind: "talk" }]);
});

it("nothing about versions is read where no memory is", async () => {
  const { readings } = await translate("undo the coffee break", EXAMPLES.itinerary);
  expect(readings.map(({ kind }) => kind)).not.toContain("history");
});
