import * as z from "zod/mini";
import { listOf, nodeShape } from "./changeShapes.js";
import type { Operation } from "./operation.js";

const name = z.string().check(z.minLength(1));
const key = z.int().check(z.minimum(1));
const maybe = z.optional;
const described = <S extends z.ZodMiniType>(shape: S, description: string) => shape.check(z.describe(description));

const computed = z.strictObject({ value: name });
const param = z.strictObject({ param: name });
const text = z.union([z.string(), z.array(z.union([z.string(), computed]))], "a text, or a list of its parts");
const target = described(
  z.union([name, z.strictObject({ key }), param], 'a query, { "key": … } or { "param": … }'),
  'One node: a query such as "//Day[2]", or the key of a node.',
);
const placed = nodeShape(text, computed);
const content = described(
  z.union(
    [placed, z.strictObject({ copy: z.union([name, z.strictObject({ key, version: maybe(key) })]) }), param],
    'a node, { "copy": … } or { "param": … }',
  ),
  "A node to be made, or a copy of one.",
);
const value = z.union([z.string(), z.number(), z.boolean(), computed]);
const position = maybe(z.enum(["first", "last", "before", "after"]));

const operation = <Op extends Operation["op"], M extends z.core.$ZodShape>(op: Op, description: string, members: M) =>
  described(z.strictObject({ op: z.literal(op), ...members }), description);

const OPERATIONS = {
  insert: operation("insert", "Puts a node into, before or after another; without a position as the last child.", {
    content,
    position,
    target,
  }),
  delete: operation("delete", "Deletes a node with what is in it, or an attribute: //POI[1]/@cost.", { target }),
  replace: operation("replace", "Puts a node in place of another.", { target, content }),
  replaceValue: operation(
    "replaceValue",
    "Gives an attribute, an own text (…/text()) or all of a node another value.",
    {
      target,
      value,
    },
  ),
  rename: operation("rename", "Gives a node another type.", { target, name }),
  move: operation("move", "Moves a node into, before or after another.", { target, position, destination: target }),
  setAttribute: operation("setAttribute", "Sets an attribute of a node, whether or not it has it.", {
    target,
    name,
    value,
  }),
} satisfies Readonly<Record<Operation["op"], z.ZodMiniType>>;

/** The JSON Schema of a list of operations. */
export const operationsSchema = (): Readonly<Record<string, unknown>> => ({
  ...z.toJSONSchema(z.array(z.union(Object.values(OPERATIONS))).check(z.minLength(1)), { reused: "ref" }),
});

/**
 * Operations from a parsed JSON value. Throws a RangeError with the place of what is not an operation. Their queries are not checked.
 *
 * @example parseOperations(JSON.parse('[{ "op": "delete", "target": "//Day[1]" }]'))
 */
export const parseOperations = (value: unknown): readonly Operation[] =>
  listOf<Operation>(value, "operation", "op", OPERATIONS);
