import { z } from "zod";

type Json = Readonly<Record<string, unknown>>;

/** Members that a model does without: bounds are checked anyway, and only the members of a whole input are closed. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "$schema",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "propertyNames",
  "additionalProperties",
]);

/** The JSON Schema of an input or output in few tokens: definitions are sent with every prompt. What an output always has is seen in it. */
export const compactSchema = (schema: z.ZodType, io: "input" | "output"): Record<string, unknown> => ({
  ...(compact(z.toJSONSchema(schema, { io }), io === "output") as Record<string, unknown>),
  ...(io === "input" && { additionalProperties: false }),
});

function compact(value: unknown, isOutput: boolean, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => compact(each, isOutput));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Json)
    .filter(([name]) => isOfNames || !(LEFT_OUT.has(name) || (isOutput && name === "required")))
    .map(([name, each]) => [name, compact(each, isOutput, !isOfNames && name === "properties")]);
  const { anyOf, ...rest } = Object.fromEntries(entries) as { anyOf?: readonly Json[] } & Json;
  if (anyOf === undefined) return rest;
  const isPlain = anyOf.every((each) => Object.keys(each).length === 1 && typeof each.type === "string");
  return isPlain ? { type: anyOf.map(({ type }) => type), ...rest } : { anyOf, ...rest };
}
