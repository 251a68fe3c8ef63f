import { parseSchema } from "@semantic-xpath/planner";
import { expect, it } from "vitest";

it("a schema that is too long is refused before it is parsed", () => {
  const { schema, diagnostics } = parseSchema(" ".repeat(16_777_217));
  expect(schema ?? null).toBeNull();
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining("16777216 characters")]);
});
