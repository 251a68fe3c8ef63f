import type { Version } from "@semantic-xpath/memory";
import { textOfType, typeWords } from "@semantic-xpath/planner";
import { type AttributeSummary, typeSummaries } from "@semantic-xpath/readers";
import { shortened } from "@semantic-xpath/values";
import type { TypesView } from "../protocol.js";

/** Types of an answer, and attributes of one of them. */
const MAX_TYPES = 200;
const MAX_ATTRIBUTES = 100;
/** UTF-16 units of a value: a query for a longer one is not offered. */
const MAX_TEXT = 200;

/** Summarises a version by type. */
export function typesView(version: Version): TypesView {
  const summaries = typeSummaries(version.tree(), version.schema);
  return {
    total: summaries.length,
    types: summaries.slice(0, MAX_TYPES).map(({ attributes, ...type }) => ({
      ...type,
      total: attributes.length,
      attributes: attributes.slice(0, MAX_ATTRIBUTES).map(attributeView),
    })),
  };
}

function attributeView({ type, values, range, ...attribute }: AttributeSummary) {
  return {
    ...attribute,
    type: type === null ? "text" : typeWords(textOfType(type)),
    isPlain: type?.kind === "number" || type?.kind === "boolean",
    values: values.filter(({ text }) => text.length <= MAX_TEXT),
    range: range === null ? null : ([shortened(range[0], MAX_TEXT), shortened(range[1], MAX_TEXT)] as const),
  };
}
