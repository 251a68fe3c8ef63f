import { faultSentence, faultsOfValue } from "@semantic-xpath/planner";
import { isObject, placesEachChild, READ_LIMITS } from "@semantic-xpath/tree";
import * as z from "zod/mini";
import type { Operation } from "./operation.js";

const name = z.string().check(z.minLength(1));
const key = z.int().check(z.minimum(1));
const place = z.int().check(z.minimum(0));
const maybe = z.optional;
const described = <S extends z.ZodMiniType>(shape: S, description: string) => shape.check(z.describe(description));

const computed = z.strictObject({ value: name });
const param = z.strictObject({ param: name });
const text = z.union([z.string(), z.array(z.union([z.string(), computed]))], "a text, or a list of its parts");
const target = described(
  z.union([name, z.strictObject({ key }), param], 'a query, { "key": … } or { "param": … }'),
  'One node: a query such as "//Day[2]", or the key of a node.',
);
/** A record leaves an own member `__proto__` out unseen. */
const jsonValue = z.unknown().check(
  z.refine(
    (value) =>
      !isObject(value) ||
      Object.entries(value).every(([key, each]) => key !== "__proto__" || z.safeParse(text, each).success),
    {
      path: ["__proto__"],
      error: "a text",
    },
  ),
);
const node = z.strictObject({
  type: name,
  attributes: maybe(z.pipe(jsonValue, z.record(z.string(), text))),
  text: maybe(text),
  get children() {
    return maybe(z.array(placed));
  },
  content: maybe(z.array(z.union([z.string(), place, computed]))),
});
/** JSON Schema can't say that each child has its place. */
const placed: z.ZodMiniType = z.lazy(() =>
  node.check(
    z.refine(({ children = [], content }) => content === undefined || placesEachChild(content, children.length), {
      path: ["content"],
      error: "texts and, in order, the place of each child",
    }),
  ),
);
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
 * Operations from a parsed JSON value. Throws a RangeError that says where the value is none; whether their queries are right is not looked at.
 *
 * @example parseOperations(JSON.parse('[{ "op": "delete", "target": "//Day[1]" }]'))
 */
export function parseOperations(value: unknown): readonly Operation[] {
  if (!Array.isArray(value)) throw new RangeError("Operations must be a list");
  for (const [i, each] of value.entries()) {
    const op = isObject(each) && Object.hasOwn(each, "op") ? each.op : undefined;
    if (typeof op !== "string" || !Object.hasOwn(OPERATIONS, op))
      throw new RangeError(`In operation ${i + 1} "op" must be one of ${Object.keys(OPERATIONS).join(", ")}`);
    const problem = isDeeper(each, READ_LIMITS.maxDepth)
      ? `nodes are nested deeper than ${READ_LIMITS.maxDepth} levels`
      : problemOf(each, OPERATIONS[op as Operation["op"]]);
    if (problem !== null) throw new RangeError(`In operation ${i + 1} ${problem}`);
  }
  return value as readonly Operation[];
}

/** True if a value of JSON has objects and lists in more levels than a number, which the stack of a parser may not hold. */
function isDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** The first fault, as the end of a sentence. */
function problemOf(value: unknown, shape: z.ZodMiniType): string | null {
  const [fault] = faultsOfValue(value, shape, "operation");
  return fault === undefined ? null : `"${fault.where}" ${faultSentence(fault)}`;
}
