import { readFileSync } from "node:fs";
import type { About } from "@semantic-xpath/chat/translate";
import { parseSchema } from "@semantic-xpath/planner";
import { readJson, readXml } from "@semantic-xpath/readers";

const open = (name: string, data: string, now: string): About => {
  const text = readFileSync(`examples/${name}/${data}`, "utf8");
  return {
    now,
    schema: parseSchema(readFileSync(`examples/${name}/${name}.schema.json`, "utf8")).schema!,
    tree: data.endsWith(".xml") ? readXml(text) : readJson(text),
  };
};

/** The example trees with the clock of somebody who asks. */
export const EXAMPLES = {
  itinerary: open("itinerary", "itinerary.xml", "2026-06-10T12:00:00-04:00"),
  todo: open("todo", "todo.xml", "2026-09-16T09:00:00+02:00"),
  mealplan: open("mealplan", "mealplan.json", "2026-09-16T08:00:00+02:00"),
} as const;

/** What a turn before was about, and what it said. */
export const askedAfter = (about: About, found: readonly string[], request = "show me that"): About => ({
  ...about,
  context: { found: [found], requests: [{ request, text: null }] },
});
