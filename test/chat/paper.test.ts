import { Conversation } from "@semantic-xpath/chat";
import { translate } from "@semantic-xpath/chat/translate";
import { describe, expect, it } from "vitest";
import { NOW, outcome } from "./support/conversations.js";
import { exampleTrip } from "./support/trip.js";
import { ITINERARY } from "./translate/support.js";

describe("the sentences of the paper, about the itinerary", () => {
  it.each([
    [
      "The weather forecast shows heavy rain on Day 7. Which activities are outdoors?",
      "//Day[7]/POI[@open_air = true]",
    ],
    [
      "Which day has the most relevant conference sessions on average?",
      '//Day[avg(//(POI|Restaurant)[node =~ "conference sessions"])]',
    ],
  ])("%s", async (request, query) => {
    const { isClear, readings } = await translate(request, ITINERARY);
    expect([isClear, readings[0]]).toMatchObject([true, { kind: "query", query }]);
  });

  it("a coffee break is offered for the day that is packed, as either type", async () => {
    const { readings } = await translate("Add a coffee break on the day packed with conference sessions.", ITINERARY);
    expect(readings.map((reading) => (reading.kind === "update" ? reading.update : ""))).toEqual([
      'insert node <POI name="Coffee break"/> into /Itinerary/Day[4]',
      'insert node <Restaurant name="Coffee break"/> into /Itinerary/Day[4]',
    ]);
  });
});

it("the sentences of the paper, in a conversation about the trip", async () => {
  const memory = exampleTrip();
  const chat = new Conversation({ memory, now: () => NOW, id: "paper" });
  const say = (request: string) => outcome(chat.send(request));
  expect((await say("Add a coffee break on the day packed with conference sessions.")).state).toBe("changed");
  expect(chat.version).toBe(2);
  expect((await say("What was day 2 like in the first version?")).text).not.toContain("Coffee break");
  expect((await say("undo that")).state).toBe("changed");
  const removal = await say("Remove everything that is not a workshop from day 3.");
  expect(removal.question?.dryRun?.changes.map(({ text }) => text).join()).toMatch(/Balboa Park.*Museum of Art/);
  expect((await say("yes")).state).toBe("changed");
  await say("Make a second plan for rainy weather");
  const second = chat.task;
  expect(second).not.toBe("trip");
  await say("Make a new plan called Third");
  await say("now go back to the original plan");
  expect(chat.task).toBe("trip");
  expect(memory.tasks()).toHaveLength(3);
});
