import { Conversation } from "@semantic-xpath/chat";
import { expect, it } from "vitest";
import { NOW, outcome } from "./support/conversations.js";
import { exampleTrip, namesOfDay } from "./support/trip.js";

it("the three-day trip without a model: planned, revised, looked back at, planned a second time, taken back", async () => {
  const memory = exampleTrip();
  const chat = new Conversation({ memory, now: () => NOW, id: "c", author: "Ada" });
  const say = (request: string) => outcome(chat.send(request));

  expect((await say("Which day is packed with conference sessions?")).nodes).toEqual(["/Trip/Day[2]"]);
  expect((await say("Add a coffee break to the day packed with conference sessions")).state).toBe("changed");
  expect(namesOfDay(memory, "trip", 2)).toContain("Coffee break");
  expect((await say("Set its time to 15:15")).text).toBe('Done: set time of Coffee break to "15:15".');
  expect((await say("Rename it to Espresso break")).state).toBe("changed");
  expect((await say("Move it to day 3")).state).toBe("changed");
  expect(namesOfDay(memory, "trip", 3)).toContain("Espresso break");

  const earlier = await say("What was the plan before that?");
  expect(earlier.text).toContain("Version 4 (");
  expect(earlier.text.indexOf("Espresso break")).toBeLessThan(earlier.text.indexOf("Day 3"));
  expect((await say("What changed?")).text).toContain("moved Espresso break from Day 2 to Day 3");

  expect((await say("Make a second plan")).state).toBe("changed");
  const second = chat.task;
  expect(second).not.toBe("trip");
  const question = await say("Delete the tutorial on structured queries");
  expect(question.question!.choices).toEqual(["yes", "no"]);
  expect((await say("yes")).state).toBe("changed");
  expect(namesOfDay(memory, second, 2)).not.toContain("Tutorial on structured queries");

  await say("Switch back to the first plan");
  expect(chat.task).toBe("trip");
  expect(namesOfDay(memory, "trip", 2)).toContain("Tutorial on structured queries");
  await say("Undo the last change");
  expect(namesOfDay(memory, "trip", 2)).toContain("Espresso break");
  await say("Go back to version 1");
  expect(memory.task("trip").diff(1, -1).changes).toEqual([]);
  const written = chat.turns.flatMap(({ wrote }) => wrote.map(({ task, version }) => `${task} ${version}`));
  expect(written).toHaveLength(memory.tasks().reduce((sum, task) => sum + task.versions().length, 0) - 1);
});
