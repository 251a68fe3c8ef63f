import { readFileSync } from "node:fs";
import { type ChangeKind, inspect } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { isLong } from "../support/runs.js";

const read = (name: string): string =>
  readFileSync(new URL(`../../examples/itinerary/${name}`, import.meta.url), "utf8");

const tree = readXml(read("itinerary.xml"));
const { schema } = parseSchema(read("itinerary.schema.json"));
const text = read("itinerary.sxp");
const { queries } = compile(text, { schema });

it("of the example queries, every node has one answer, and some of each a change that admits them", {
  tags: "slow",
}, async () => {
  const kinds = new Map<ChangeKind, number>();
  for (const [name, query] of Object.entries(queries)) {
    const given: Record<string, string | number> = { n: 3, wish: "museum" };
    const params = Object.fromEntries(
      query.plan.parameters.map((parameter) => [parameter.name, given[parameter.name]!]),
    );
    const inspection = await inspect(query, tree, { params, limit: 10 });
    const { size } = inspection.tree;
    for (let node = 1; node <= size; node++) {
      const answers = [inspection.why(node), inspection.whyNot(node)].filter((answer) => answer !== null);
      expect(answers, `${name} ${node}`).toHaveLength(1);
    }
    for (let node = 1 + (name.length % 7); node <= size; node += isLong ? 23 : 71) {
      const change = await inspection.change(node);
      if (change === null) continue;
      kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1);
      const changed = compile(change.text, { schema, name }).query!;
      const { matches } = await changed.run(tree, { limit: 10, ...change.options, params: change.params });
      expect(
        matches.some((match) => match.node.id === node),
        `${name} ${node} ${change.message}`,
      ).toBe(true);
    }
  }
  const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  // Nodes of other types, of which nothing in the query is true.
  expect((kinds.get("path") ?? 0) / total).toBeLessThan(0.03);
});
