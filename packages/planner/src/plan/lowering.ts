import type { AstNode, Evidence, Missing, ParameterReference, Span } from "@semantic-xpath/parser";
import type { Checked, TypeSet } from "../check/checked.js";
import type { ItemScope, Items, SpecialItem } from "../check/items.js";
import type { Schema } from "../schema/schema.js";
import type { Argument, ArgumentUse, PathPlan, Slot } from "./operators.js";

/** State of lowering: the checked query, the next operator number, the slots and parameters so far. */
export interface Lowering {
  readonly checked: Checked;
  readonly schema: Schema | null;
  nextId: number;
  readonly slots: Slot[];
  /** Start of a path without one: the node whose bracket contains it, or the document node outside of all brackets. */
  origin: "Context" | "Document";
  /** The names that quantifiers around the present place have bound, each to what it is. */
  readonly bound: Map<string, Items>;
  /** Items that the present bracket is applied to: attributes and own texts are read from their nodes. Null: nodes. */
  item: SpecialItem | null;
  /** Paths need expressions and these need paths. */
  readonly lowerEvidence: (lowering: Lowering, evidence: Evidence) => PathPlan;
  readonly parameters: Map<
    string,
    { name: string; type: "string" | "number" | null; uses: Set<ArgumentUse>; span: Span }
  >;
}

/** Scope of the paths at the present place. */
export const scopeOf = ({ item, bound }: Lowering): ItemScope => ({
  origin: item ?? "nodes",
  bound: (name) => bound.get(name) ?? "nodes",
});

/** Types that a part of the query can reach; null: unknown. */
export const typesOf = ({ checked }: Lowering, node: AstNode): TypeSet => checked.types.get(node) ?? null;

/** Lowers what is inside of a bracket, a record or a computed step, whose paths start at the context item. */
export function inContext<T>(lowering: Lowering, inside: SpecialItem | null, lower: () => T): T {
  const { origin, item } = lowering;
  lowering.origin = "Context";
  lowering.item = inside;
  const lowered = lower();
  lowering.origin = origin;
  lowering.item = item;
  return lowered;
}

/** A value of the query's text, or a parameter with what it is used for. */
export function lowerArgument<T extends string | number | boolean>(
  lowering: Lowering,
  written: { readonly kind: string; readonly value: T } | ParameterReference | Missing,
  use: ArgumentUse,
): Argument<T> {
  const argument = present(written);
  // The JSON form has no -0, which compares as 0; where it is computed with it is lowered as `-(0)`.
  if (!("name" in argument)) return { kind: "Literal", value: argument.value === 0 ? (0 as T) : argument.value };
  const { name, span } = argument;
  const parameter = lowering.parameters.get(name);
  if (parameter === undefined) lowering.parameters.set(name, { name, type: null, uses: new Set([use]), span });
  else parameter.uses.add(use);
  return { kind: "Parameter", name, span };
}

export function present<T extends { readonly kind: string }>(node: T): Exclude<T, { readonly kind: "Missing" }> {
  if (node.kind === "Missing") throw new Error("a query with missing parts has fatal diagnostics and is never lowered");
  return node as Exclude<T, { readonly kind: "Missing" }>;
}
