import { isObject, placesEachChild, READ_LIMITS } from "@semantic-xpath/tree";
import type { Operation, OperationNode } from "./operation.js";

/** JSON Schema, as far as operations need it. */
interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

const ref = (name: keyof typeof DEFINITIONS): JsonSchema => ({ $ref: `#/$defs/${name}` });
const NAME: JsonSchema = { type: "string", minLength: 1 };
const KEY: JsonSchema = { type: "integer", minimum: 1 };
const POSITION: JsonSchema = { type: "string", enum: ["first", "last", "before", "after"] };

/** An object with these members; those with a question mark may be missing. */
function object(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(members);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), members[name]!])),
    required: names.filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

const COMPUTED = object({ value: NAME });
const KEYED = object({ key: KEY });
const DEFINITIONS = {
  target: {
    description: 'One node: a query such as "//Day[2]", or the key of a node.',
    anyOf: [NAME, KEYED, object({ param: NAME })],
  },
  text: { anyOf: [{ type: "string" }, { type: "array", items: { anyOf: [{ type: "string" }, COMPUTED] } }] },
  node: object({
    type: NAME,
    "attributes?": { type: "object", additionalProperties: { $ref: "#/$defs/text" } },
    "text?": { $ref: "#/$defs/text" },
    "children?": { type: "array", items: { $ref: "#/$defs/node" } },
    "content?": { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }, COMPUTED] } },
  }),
  content: {
    description: "A node to be made, or a copy of one.",
    anyOf: [
      { $ref: "#/$defs/node" },
      object({ copy: { anyOf: [NAME, object({ key: KEY, "version?": KEY })] } }),
      object({ param: NAME }),
    ],
  },
  value: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, COMPUTED] },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const operation = (
  op: Operation["op"],
  description: string,
  members: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  ...object({ op: { type: "string", const: op }, ...members }),
  description,
});

const OPERATIONS: readonly JsonSchema[] = [
  operation("insert", "Puts a node into, before or after another; without a position as the last child.", {
    content: ref("content"),
    "position?": POSITION,
    target: ref("target"),
  }),
  operation("delete", "Deletes a node with what is in it, or an attribute: //POI[1]/@cost.", { target: ref("target") }),
  operation("replace", "Puts a node in place of another.", { target: ref("target"), content: ref("content") }),
  operation("replaceValue", "Gives an attribute, an own text (…/text()) or all of a node another value.", {
    target: ref("target"),
    value: ref("value"),
  }),
  operation("rename", "Gives a node another type.", { target: ref("target"), name: NAME }),
  operation("move", "Moves a node into, before or after another.", {
    target: ref("target"),
    "position?": POSITION,
    destination: ref("target"),
  }),
  operation("setAttribute", "Sets an attribute of a node, whether or not it has it.", {
    target: ref("target"),
    name: NAME,
    value: ref("value"),
  }),
];

/** The JSON Schema of a list of operations. */
export const OPERATIONS_SCHEMA: object = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "array",
  minItems: 1,
  items: { anyOf: OPERATIONS },
  $defs: DEFINITIONS,
};

/**
 * Operations from a parsed JSON value. Throws a RangeError that says where the value is none; whether their queries are right is not looked at.
 *
 * @example parseOperations(JSON.parse('[{ "op": "delete", "target": "//Day[1]" }]'))
 */
export function parseOperations(value: unknown): readonly Operation[] {
  if (!Array.isArray(value)) throw new RangeError("Operations must be a list");
  for (const [i, each] of value.entries()) {
    const op = isObject(each) && Object.hasOwn(each, "op") ? each.op : undefined;
    const schema = OPERATIONS.find(({ properties }) => properties?.op?.const === op);
    const names = OPERATIONS.map(({ properties }) => properties?.op?.const).join(", ");
    if (schema === undefined) throw new RangeError(`In operation ${i + 1} "op" must be one of ${names}`);
    const problem = problemOf(each, schema, "", 0);
    if (problem !== null) throw new RangeError(`In operation ${i + 1} ${problem}`);
  }
  return value as readonly Operation[];
}

/** What is wrong with a value; null: nothing. Of alternatives the one that comes farthest says it. */
function problemOf(value: unknown, schema: JsonSchema, where: string, depth: number): string | null {
  if (depth > READ_LIMITS.maxDepth) return `"${where}" is too deep`;
  if (schema.$ref !== undefined)
    return problemOf(
      value,
      DEFINITIONS[schema.$ref.slice("#/$defs/".length) as keyof typeof DEFINITIONS],
      where,
      depth,
    );
  if (schema.anyOf !== undefined) {
    const problems = schema.anyOf.map((each) => problemOf(value, each, where, depth + 1));
    if (problems.includes(null)) return null;
    const inner = problems.filter((problem) => problem !== null && !problem.startsWith(`"${where}" `));
    return inner[0] ?? `"${where}" has an unsuitable value`;
  }
  if (!hasType(value, schema)) return `"${where}" has an unsuitable value`;
  if (Array.isArray(value))
    return firstOf(value.entries(), ([i, item]) => problemOf(item, schema.items!, `${where}[${i}]`, depth + 1));
  return isObject(value) ? membersProblem(value, schema, where, depth) : null;
}

function hasType(
  value: unknown,
  { type, const: only, enum: choices, minimum = Number.NEGATIVE_INFINITY, minLength = 0 }: JsonSchema,
): boolean {
  switch (type) {
    case "string":
      return (
        typeof value === "string" &&
        value.length >= minLength &&
        (only ?? value) === value &&
        (choices?.includes(value) ?? true)
      );
    case "integer":
      return Number.isSafeInteger(value) && (value as number) >= minimum;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value);
    default:
      return isObject(value);
  }
}

function membersProblem(
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  where: string,
  depth: number,
): string | null {
  const { properties = {}, required = [], additionalProperties } = schema;
  const path = (name: string): string => (where === "" ? name : `${where}.${name}`);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `"${path(missing)}" is missing`;
  const problem = firstOf(Object.entries(value), ([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
    if (known === false || known === undefined) return `there is an unknown member "${path(name)}"`;
    return known === true ? null : problemOf(member, known, path(name), depth + 1);
  });
  return problem ?? (schema === DEFINITIONS.node ? contentProblem(value as unknown as OperationNode, path) : null);
}

/** JSON Schema can't say that each child has its place. */
function contentProblem({ children = [], content }: OperationNode, path: (name: string) => string): string | null {
  if (content === undefined || placesEachChild(content, children.length)) return null;
  return `"${path("content")}" must be texts and, in order, the place of each child`;
}

function firstOf<T>(items: Iterable<T>, problem: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = problem(item);
    if (found !== null) return found;
  }
  return null;
}
