import { kindOfType, type NodeType, type Schema } from "@semantic-xpath/planner";
import { stemsIn } from "../words/words.js";

const LABELS = ["name", "title", "label", "subject", "heading", "summary", "term", "word"];

export const nodeTypeOf = ({ schema }: { readonly schema: Schema }, type: string): NodeType | null =>
  Object.hasOwn(schema.types, type) ? schema.types[type]! : null;

/** The attribute that says what nodes of a type are called; null: their own text, or nothing. */
export function labelOf(known: { readonly schema: Schema }, type: string): string | null {
  const attributes = nodeTypeOf(known, type)?.attributes ?? {};
  const named = LABELS.find((name) => Object.hasOwn(attributes, name));
  if (named !== undefined) return named;
  const free = Object.entries(attributes).find(
    ([name, { type: kind, values, element }]) =>
      kindOfType(kind) === "string" &&
      values === undefined &&
      !element &&
      stemsIn(name).some((each) => LABELS.includes(each)),
  );
  return free?.[0] ?? null;
}
