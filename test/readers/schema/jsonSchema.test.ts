import { marked } from "../../parser/markedSource.js";
import { describe, expect, it } from "vitest";
import { importJsonSchema } from "../../../packages/readers/src/schema/import/json/importJsonSchema.js";

const imported = (schema: object) => importJsonSchema(JSON.stringify(schema));
const typesOf = (schema: object) => {
  const { schema: found, diagnostics } = imported(schema);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return JSON.parse(JSON.stringify({ roots: found?.roots, ...found?.types }));
};
const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

describe("importJsonSchema", () => {
  it("dbg", () => {
    console.log(JSON.stringify(imported({
      title: "A plan", ...object({ name: {type:"string"}, days: {type:"array", minItems: 1, items: {$ref:"#/$defs/Day"}}}, ["name","days"]),
      $defs: { Day: { type:"object", description:"One day", properties: { date: {type:"string",format:"date"}, kind:{enum:["work","rest",null]}, sub: {$ref:"#/$defs/Day"}, tags: {type:"array",items:{type:"string"}}, m:{type:"array",items:{type:"array",items:{type:"number"}}} } } }
    }), null, 1));
  });
});
