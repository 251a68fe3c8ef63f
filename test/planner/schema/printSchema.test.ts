import { parseSchema, printSchema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySchema } from "./arbitrarySchema.js";

test("leaves out defaults and keeps short objects on one line", () => {
  const text = `{
  "version": 1,
  "documentation": "A trip",
  "roots": ["Day"],
  "types": {
    "Day": {
      "attributes": {
        "date": { "type": "date", "required": true },
        "status": { "type": "string", "values": ["Todo", "Done"], "element": true }
      },
      "children": { "POI": { "min": 1, "max": 20 }, "Restaurant": {} }
    },
    "POI": { "documentation": "A place", "text": true },
    "Restaurant": {}
  }
}
`;
  expect(printSchema(parseSchema(text).schema!)).toBe(text);
});

test("law: parseSchema(printSchema(s)).schema = s", () => {
  fc.assert(
    fc.property(arbitrarySchema, (schema) => {
      const { schema: read, diagnostics } = parseSchema(printSchema(schema));
      expect(diagnostics).toEqual([]);
      expect(read).toEqual(schema);
      expect(printSchema(read!)).toBe(printSchema(schema));
    }),
  );
});
