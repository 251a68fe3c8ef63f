import { migrate } from "@semantic-xpath/migrate";
import { parseSchema } from "@semantic-xpath/planner";
import { expect, it } from "vitest";
import { documentText } from "../docs/blocks.js";

/** The rows of the guide's tables: what is in the quotes of code. */
const rows = documentText("docs/how-to/migrate.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll("\\|", "|")));

const readingsOf = (text: string, schema = {}): readonly string[] =>
  migrate(text, schema).readings.map((reading) => reading.text);

it("has tables", () => {
  expect(rows.length).toBeGreaterThan(25);
});

it.each(rows)("reads %s as the guide says", (text, ...expected) => {
  expect(readingsOf(text!)).toEqual(expected);
  expect(migrate(text!).isSure).toBe(expected.length === 1);
});

it("takes the root from the schema, as the guide says", () => {
  const { schema } = parseSchema(documentText("examples/itinerary/itinerary.schema.json"));
  expect(readingsOf("/Day[2]", { schema })).toEqual(["/Itinerary/Day[2]"]);
});
