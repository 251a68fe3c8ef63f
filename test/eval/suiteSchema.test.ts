import { readFileSync } from "node:fs";
import { suiteSchema } from "@semantic-xpath/eval";
import { expect, it } from "vitest";

const FILE = new URL("../../packages/eval/schema/suite-schema.json", import.meta.url);

it("the JSON Schema beside the package is the one that the shapes give", () => {
  expect(JSON.parse(readFileSync(FILE, "utf8"))).toEqual(JSON.parse(JSON.stringify(suiteSchema())));
});
