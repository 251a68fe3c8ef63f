import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readJson } from "../../../packages/readers/src/json.js";
import { importJsonSchema } from "../../../packages/readers/src/schema/import/json/importJsonSchema.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";
import { runs } from "../../support/runs.js";
import { FORMATS, jsonSchemas, makeValue } from "./jsonSchemas.js";

it("data that fit a JSON Schema are trees that fit the schema made of it", () => {
  let valid = 0;
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  fc.assert(
    fc.property(jsonSchemas, fc.infiniteStream(fc.nat(1 << 20)), (definition, picks) => {
      const pick = (below: number) => Number(picks.next().value) % below;
      const fits = ajv.compile(definition);
      const { schema } = importJsonSchema(JSON.stringify(definition));
      for (let time = 0; time < 5; time++) {
        const value = makeValue(definition, pick);
        if (value === null || !fits(value)) continue;
        valid++;
        const text = JSON.stringify(value);
        const tree = readJson(text);
        if (schema === null) throw new Error(`no schema for ${text}`);
        expect(
          validate(tree, schema).map(({ message }) => message),
          text,
        ).toEqual([]);
      }
    }),
    { numRuns: runs(400, 20) },
  );
  expect(valid).toBeGreaterThan(runs(400, 20) / 2);
});
