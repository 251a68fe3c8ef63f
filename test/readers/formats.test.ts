import { FORMATS, formatOf, readAs } from "@semantic-xpath/readers";
import { expect, it } from "vitest";

it("knows the format of a file by its ending", () => {
  const paths = ["a.xml", "b/c.JSON", "log.ndjson", "x.yml", "Notes.md", "page.htm", "t.tsv", "none", "a.b/c", "x.txt"];
  expect(paths.map(formatOf)).toEqual(["xml", "json", "jsonl", "yaml", "markdown", "html", "csv", null, null, null]);
  for (const [name, { endings }] of Object.entries(FORMATS)) {
    for (const ending of endings) expect(formatOf(`file${ending}`)).toBe(name);
  }
});

it("has no ending twice", () => {
  const endings = Object.values(FORMATS).flatMap(({ endings }) => endings);
  expect(new Set(endings).size).toBe(endings.length);
});

it("reads in any format", async () => {
  expect((await readAs("xml", "<A/>")).root!.type).toBe("A");
  expect((await readAs("json", "[1]")).root!.type).toBe("root");
  expect((await readAs("jsonl", "[1]")).root!.children.length).toBe(1);
  expect((await readAs(null, "<A/>")).source.format).toBe("xml");
});
