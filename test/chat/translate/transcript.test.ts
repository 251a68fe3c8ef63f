import { type About, type Reading, translate } from "@semantic-xpath/chat/translate";
import { expect, it } from "vitest";
import { ITINERARY, MEALPLAN, TEAM, TODO } from "./support.js";

/**
 * Requests with all that is read in them, as text: a change of a reading, of its words, of what is asked back or left unread is seen in a review.
 * `npx vitest run test/chat/translate/transcript.test.ts --update` writes it anew.
 */
const REQUESTS: Readonly<Record<string, readonly [about: About, requests: readonly string[]]>> = {
  itinerary: [
    ITINERARY,
    [
      ...["what is on day 2?", "what do we do tomorrow", "where do we eat on Friday", "list all museums by cost"],
      ...["cheapest museum", "the three most expensive stops", "which stops are not free?", "free stops outdoors"],
      ...["how much do the restaurants cost per day?", "average cost of museums", "how many stops does each day have"],
      ...["stops before noon on day 1", "what is after lunch on day 3", "anything between 9 and 11 am on June 9?"],
      ...["which day has no museum?", "days with more than 4 stops", "museums or parks on day 2 and day 3"],
      ...["is there a museum on day 4?", "when do we visit the CN Tower", "what does the CN Tower cost?"],
      ...[
        "a table of stops with their cost and category",
        "the weather of each day",
        "rainy days without outdoor stops",
      ],
      ...["something quiet near the water", "stops that cost more than the average", "the last stop of every day"],
      ...["what changed since version 1?", "undo that", "go back to the first version", "which versions are there?"],
      ...["what did day 1 look like before?", "compare version 1 and 2", "switch to the todo list", "list the tasks"],
      ...[
        "add a coffee break after the first stop of day 2",
        "add dinner on Friday at 7 pm",
        "move lunch on day 2 to 1 pm",
      ],
      ...[
        "swap day 1 and day 2",
        "set the cost of the CN Tower to 40",
        "make the CN Tower free",
        "rename day 2 to Islands",
      ],
      ...["delete all stops that cost more than 30", "delete the museum", "remove it", "mark High Park as outdoors"],
      ...[
        "Too long. Remove the ferry and set the cost of High Park to 5.",
        "why is High Park free?",
        "hello",
        "zzz qqq",
      ],
    ],
  ],
  todo: [
    TODO,
    [
      ...[
        "what is due this week?",
        "overdue tasks",
        "tasks without a deadline",
        "high priority tasks that are not done",
      ],
      ...["who has the most tasks?", "total effort per category", "tasks sorted by deadline, latest first"],
      ...["blocked or in progress tasks of the house", "how many tasks are done?", "the next deadline"],
      ...[
        "tasks about the garden that take less than 2 hours",
        "which category has no open tasks",
        "due before October",
      ],
      ...[
        "mark the boiler as done",
        "add a task to water the plants by Friday",
        "set its effort to 3",
        "delete done tasks",
      ],
      ...[
        "postpone the boiler by a week",
        "move the boiler to garden",
        "what is due on the 20th?",
        "tasks due after tomorrow",
      ],
    ],
  ],
  mealplan: [
    MEALPLAN,
    [
      ...[
        "what does Ana eat on Monday?",
        "vegetarian dinners",
        "breakfast of Bruno tomorrow",
        "calories per day for Ana",
      ],
      ...["the lightest lunch", "meals with more than 600 calories", "who eats fish on Tuesday?", "no fish for Bruno"],
      ...["how many different dishes are there", "days when Ana and Bruno eat the same", "small portions this weekend"],
      ...[
        "replace Ana's lunch on Monday with soup",
        "add a snack for Bruno on Friday",
        "delete Ana's breakfast on Sunday",
      ],
    ],
  ],
  team: [
    TEAM,
    [
      ...["who is older than 50?", "the youngest person", "people in London or Portland", "average age by city"],
      ...["skills of Ada", "who knows compilers?", "people without skills", "oldest first", "how old is Linus"],
      ...[
        "set the age of Linus to 55",
        "add a person called Alan",
        "delete Grace",
        "who is not in London and under 60",
      ],
    ],
  ],
};

const textOf = (reading: Reading): string => {
  switch (reading.kind) {
    case "query":
      return `${reading.query}${reading.isHistory ? " over all versions" : ""}${reading.version === undefined ? "" : ` in version ${reading.version}`}`;
    case "update":
      return `${reading.update}${reading.isDestructive ? " (takes away)" : ""}`;
    case "history":
      return JSON.stringify(reading.action);
    default:
      return reading.kind;
  }
};

it.each(Object.entries(REQUESTS))("%s: requests are read as they were", async (name, [about, requests]) => {
  const lines: string[] = [];
  for (const request of requests) {
    const { readings, isClear, question, unread } = await translate(request, about);
    lines.push(`> ${request}`);
    for (const reading of readings) lines.push(`  ${textOf(reading)}\n    ${reading.said}`);
    if (!isClear) lines.push(`  ? ${question}`);
    if (unread.length > 0)
      lines.push(`  unread: ${unread.map(({ start, end }) => request.slice(start, end)).join(", ")}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`transcripts/${name}.txt`);
});
