import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const { schema } = parseSchema(`{
  "version": 1,
  "roots": ["R"],
  "types": {
    "R": { "children": { "A": {} } },
    "A": { "attributes": { "w": { "type": "quantity(kg)" }, "t": { "type": "time" } } }
  }
}`);
const tree = readXml('<R><A w="500 g" t="9:00"/><A w="2 kg" t="soon"/><A w="1 lb" t="8:00"/></R>');
const valueIn = async (text: string) => (await compile(text, { schema: schema! }).query!.run(tree)).value;

describe("what a column of quantities gives is in the unit of the column", () => {
  it.each<[string, unknown]>([
    ["sum(//A/@w)", "2.95359237 kg"],
    ["sum(//A/@w) > 3", false],
    ["sum(//A/@w) > 2.9", true],
    ["min(//A/@w) < 0.46", true],
    ["min(//A/@w)", "0.45359237 kg"],
    ["max(//A[1]/@w)", "0.5 kg"],
    ["avg(//A[position() < 3]/@w)", "1.25 kg"],
    ["sum(//A[1]/@w) + 1", "1.5 kg"],
    ["count(//A[@w + 1 > 1.4])", 3],
  ])("%s", async (text, value) => expect(await valueIn(text)).toBe(value));
});

it.each(["min", "max"])("%s reports a value that does not read as its declared type", async (name) => {
  await expect(valueIn(`${name}(//A/@t)`)).rejects.toMatchObject({
    code: "SXP4011",
    message: expect.stringContaining('"soon"'),
  });
});
