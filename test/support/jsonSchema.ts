import { Ajv2020 } from "ajv/dist/2020.js";

const compiled = new WeakMap<object, ReturnType<Ajv2020["compile"]>>();

/** Problems of a value by a JSON Schema of draft 2020-12, each with its place. Keywords that editors alone know are passed over. */
export function problemsOf(schema: object, value: unknown): string[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = new Ajv2020({ allErrors: true, strict: false, logger: false }).compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  return validate.errors!.map(({ instancePath, message }) => `$${instancePath}: ${message}`);
}

export const isValid = (schema: object, value: unknown): boolean => problemsOf(schema, value).length === 0;
