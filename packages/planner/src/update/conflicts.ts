import { diagnose, type Primitive, print, type Update } from "@semantic-xpath/parser";
import type { UpdateContext } from "./context.js";

/** Changes of a node that an update may contain once, as in XQuery (XUDY0015 to 0017); a move, too, since a node has one place. */
const ONCE: Readonly<Partial<Record<Primitive["kind"], string>>> = {
  Rename: "renamed",
  Replace: "replaced",
  ReplaceValue: "given a value",
  Move: "moved",
};

/** SXP2028: the same path, key or parameter twice. What leads to the same node in other words is seen when the update is made. */
export function conflicts({ diagnostics }: UpdateContext, update: Update): void {
  const seenKeys = new Set<string>();
  for (const primitive of update.primitives) {
    if (primitive.kind === "Missing" || primitive.target.kind === "Missing") continue;
    const { kind, target } = primitive;
    const effect = kind === "InsertAttribute" ? "given this attribute" : ONCE[kind];
    if (effect === undefined) continue;
    const text = print(target);
    const name = kind === "InsertAttribute" ? print(primitive.name) : "";
    const key = `${kind} ${name} ${text}`;
    if (seenKeys.has(key)) diagnostics.push(diagnose("SXP2028", target.span, { text, what: effect }));
    seenKeys.add(key);
  }
}
