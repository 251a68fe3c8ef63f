import { problemOfValue } from "@semantic-xpath/planner";
import { isObject, placesEachChild, READ_LIMITS } from "@semantic-xpath/tree";
import * as z from "zod/mini";

/** A whole number from 0: a node, or a place. */
export const index = z.int().check(z.minimum(0));

/** A record leaves an own member `__proto__` out unseen. */
const valuesOf = (text: z.ZodMiniType) =>
  z
    .unknown()
    .check(
      z.refine(
        (value) =>
          !isObject(value) ||
          Object.entries(value).every(([key, each]) => key !== "__proto__" || z.safeParse(text, each).success),
        { path: ["__proto__"], error: "a text" },
      ),
    );

/** A node as data with texts of a shape, and pieces of its content beside texts and places of children. */
export function nodeShape(text: z.ZodMiniType, ...pieces: readonly z.ZodMiniType[]): z.ZodMiniType {
  const node = z.strictObject({
    type: z.string().check(z.minLength(1)),
    attributes: z.optional(z.pipe(valuesOf(text), z.record(z.string(), text))),
    text: z.optional(text),
    get children() {
      return z.optional(z.array(placed));
    },
    content: z.optional(z.array(z.union([z.string(), index, ...pieces]))),
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
  return placed;
}

/** A list of changes, each of the shape that the member `key` names. Throws a RangeError with the first fault. */
export function listOf<T>(
  value: unknown,
  what: string,
  key: string,
  shapes: Readonly<Record<string, z.ZodMiniType>>,
): readonly T[] {
  if (!Array.isArray(value)) throw new RangeError(`${what[0]!.toUpperCase()}${what.slice(1)}s must be a list`);
  for (const [i, each] of value.entries()) {
    const kind = isObject(each) && Object.hasOwn(each, key) ? each[key] : undefined;
    if (typeof kind !== "string" || !Object.hasOwn(shapes, kind))
      throw new RangeError(`In ${what} ${i + 1} "${key}" must be one of ${Object.keys(shapes).join(", ")}`);
    const problem = isDeeper(each, READ_LIMITS.maxDepth)
      ? `nodes are nested deeper than ${READ_LIMITS.maxDepth} levels`
      : problemOfValue(each, shapes[kind]!, what);
    if (problem !== null) throw new RangeError(`In ${what} ${i + 1} ${problem}`);
  }
  return value;
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
