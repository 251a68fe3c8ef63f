import type { Edit } from "@semantic-xpath/tree";
import * as z from "zod/mini";
import { index, listOf, nodeShape } from "./changeShapes.js";

const content = nodeShape(z.string());
const before = z.optional(z.nullable(z.int().check(z.minimum(1))));

const edit = <K extends Edit["kind"], M extends z.core.$ZodShape>(kind: K, members: M) =>
  z.strictObject({ kind: z.literal(kind), ...members });

const EDITS = {
  insert: edit("insert", { content, parent: index, before }),
  delete: edit("delete", { node: index }),
  replace: edit("replace", { node: index, content }),
  move: edit("move", { node: index, parent: index, before }),
  setAttribute: edit("setAttribute", { node: index, name: z.string(), value: z.nullable(z.string()) }),
  setText: edit("setText", { node: index, text: z.string() }),
  rename: edit("rename", { node: index, type: z.string() }),
} satisfies Readonly<Record<Edit["kind"], z.ZodMiniType>>;

/** The JSON Schema of a list of edits. */
export const editsSchema = (): Readonly<Record<string, unknown>> => ({
  ...z.toJSONSchema(z.array(z.union(Object.values(EDITS))), { reused: "ref" }),
});

/** Edits from a parsed JSON value. Throws a RangeError with the place of an invalid part; the existence of nodes is not checked. */
export const parseEdits = (value: unknown): readonly Edit[] => listOf<Edit>(value, "edit", "kind", EDITS);
