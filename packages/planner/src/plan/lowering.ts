import type { Evidence, Missing, ParameterReference, Span } from "@semantic-xpath/parser";
import type { Checked } from "../check/checked.js";
import type { ItemScope, Items, SpecialItem } from "../check/items.js";
import type { Schema } from "../schema/schema.js";
import type { Argument, ArgumentUse, PathPlan, Slot } from "./operators.js";

/** What lowering carries along: the checked query, the next operator number, the slots and parameters met so far. */
export interface Lowering {
  readonly checked: Checked;
  readonly schema: Schema | null;
  nextId: number;
  readonly slots: Slot[];
  /** Where a path without a start begins: at the node whose bracket it is in, or at the document node outside of all brackets. */
  origin: "Context" | "Document";
  /** The names that quantifiers around the present place have bound, each to what it is. */
  readonly bound: Map<string, Items>;
  /** What the present bracket is applied to: attributes and own texts are read from the nodes that have them. Null: nodes. */
  item: SpecialItem | null;
  /** Paths need expressions and these need paths. */
  readonly lowerEvidence: (lowering: Lowering, evidence: Evidence) => PathPlan;
  readonly parameters: Map<
    string,
    { name: string; type: "string" | "number" | null; uses: Set<ArgumentUse>; span: Span }
  >;
}

/** Where paths of the present place begin. */
export const scopeOf = ({ item, bound }: Lowering): ItemScope => ({
  origin: item ?? "nodes",
  bound: (name) => bound.get(name) ?? "nodes",
});

/** A value of the query's text, or a parameter with what it is used for. */
export function lowerArgument<T extends string | number | boolean>(
  lowering: Lowering,
  written: { readonly kind: string; readonly value: T } | ParameterReference | Missing,
  use: ArgumentUse,
): Argument<T> {
  const known = present(written);
  // The JSON form has no -0, which compares as 0; where it is computed with it is lowered as `-(0)`.
  if (!("name" in known)) return { kind: "Literal", value: known.value === 0 ? (0 as T) : known.value };
  const { name, span } = known;
  const parameter = lowering.parameters.get(name);
  if (parameter === undefined) lowering.parameters.set(name, { name, type: null, uses: new Set([use]), span });
  else parameter.uses.add(use);
  return { kind: "Parameter", name, span };
}

export function present<T extends { readonly kind: string }>(node: T): Exclude<T, { readonly kind: "Missing" }> {
  if (node.kind === "Missing") throw new Error("a query with missing parts has fatal diagnostics and is never lowered");
  return node as Exclude<T, { readonly kind: "Missing" }>;
}
