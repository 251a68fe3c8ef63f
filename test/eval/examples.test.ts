import { openSuite } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { expect, it } from "vitest";

it.each(["itinerary", "todo", "mealplan"])(
  "the %s has at least 25 requests and 5 conversations of 4 turns",
  async (domain) => {
    const file = new URL(`../../examples/eval/${domain}.json`, import.meta.url);
    const { suite } = await openSuite(file.pathname, nodeHost());
    const turns = new Map<string, number>();
    for (const { id, cluster } of suite!.cases) if (id !== cluster) turns.set(cluster, (turns.get(cluster) ?? 0) + 1);
    expect(suite!.cases.filter(({ id }) => !turns.has(id.replace(/\.\d+$/, ""))).length).toBeGreaterThanOrEqual(25);
    expect([...turns.values()].filter((count) => count >= 4).length).toBeGreaterThanOrEqual(5);
  },
);
