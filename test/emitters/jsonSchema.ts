/** A validator for the keywords that the emitted JSON Schemas use; any other is an error, so that none is passed over. */
export function validates(schema: unknown, value: unknown): boolean {
  const root = schema as Schema;
  return isValid(root, root, value);
}

type Schema = Readonly<Record<string, unknown>>;

const ANNOTATIONS = new Set(["$schema", "title", "$defs", "required"]);

function isValid(root: Schema, schema: Schema, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, wanted]) => {
    switch (keyword) {
      case "$ref":
        return isValid(root, definition(root, wanted as string), value);
      case "anyOf":
        return (wanted as Schema[]).some((option) => isValid(root, option, value));
      case "const":
        return value === wanted;
      case "enum":
        return (wanted as unknown[]).includes(value);
      case "type":
        return hasType(value, wanted as string);
      case "pattern":
        return typeof value !== "string" || new RegExp(wanted as string, "u").test(value);
      case "minItems":
        return !Array.isArray(value) || value.length >= (wanted as number);
      case "items":
        return !Array.isArray(value) || value.every((each) => isValid(root, wanted as Schema, each));
      case "properties":
        return !isObject(value) || hasProperties(root, schema, value);
      case "additionalProperties":
        if (wanted !== false) throw new Error("additional properties are never allowed");
        return !isObject(value) || Object.keys(value).every((key) => Object.hasOwn(schema.properties as Schema, key));
    }
    if (!ANNOTATIONS.has(keyword)) throw new Error(`unexpected keyword ${keyword}`);
    return true;
  });
}

function definition(root: Schema, reference: string): Schema {
  const found = (root.$defs as Readonly<Record<string, Schema>>)[reference.replace("#/$defs/", "")];
  if (found === undefined) throw new Error(`nothing is called ${reference}`);
  return found;
}

function hasProperties(root: Schema, { properties, required }: Schema, value: Schema): boolean {
  if (!(required as string[]).every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(properties as Readonly<Record<string, Schema>>).every(
    ([name, schema]) => !Object.hasOwn(value, name) || isValid(root, schema, value[name]),
  );
}

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    default:
      throw new Error(`unexpected type ${type}`);
  }
}
