import { emitPromptCard } from "@semantic-xpath/emitters";
import type { View } from "@semantic-xpath/memory";
import type { Diagnostic } from "@semantic-xpath/parser";
import { type NodeType, printSchema } from "@semantic-xpath/planner";
import { inferSchema, sampleValues } from "@semantic-xpath/readers";
import { compile, handOver } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { tokensOf } from "../results/page.js";
import { placeOf, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

export const schema = tool({
  name: "schema",
  title: "What there is to query",
  description: "Gives the types of nodes with attributes and children, and how to query them, with examples.",
  does: "read",
  input: z.object({
    ...TASK,
    ...VERSION,
    format: z.enum(["card", "json"]).optional(),
  }),
  output: z.object({
    task: z.string(),
    version: z.int(),
    isInferred: z.boolean(),
    text: z.string(),
    left: z.int().optional(),
  }),
  run(session, input) {
    const { task, view, version, maxTokens } = placeOf(session, { ...input, maxTokens: input.maxTokens ?? 1000 });
    const about = { task, version, isInferred: view.schema === null };
    const tokens = maxTokens - tokensOf(JSON.stringify({ ...about, text: "" }));
    return { ...about, ...(input.format === "json" ? writtenSchema(view, tokens) : { text: cardOf(view, tokens) }) };
  },
});

/** How to write queries on what a client sees, in a number of tokens that the text has within JSON. */
export function cardOf(view: View, tokens?: number): string {
  const schema = schemaIn(view);
  const samples = sampleValues(view.tree, schema);
  const card = (maxTokens?: number): string => emitPromptCard(schema, defined({ maxTokens, samples })).text;
  const text = card(tokens);
  if (tokens === undefined) return text;
  const escapes = tokensOf(JSON.stringify(text)) - tokensOf(text);
  return card(tokens - escapes);
}

/** A schema with as many of its types as fit in a number of tokens, and how many are left. */
export function writtenSchema(view: View, tokens: number): { readonly text: string; readonly left?: number } {
  const schema = schemaIn(view);
  const printed = (entries: readonly [string, NodeType][]) =>
    printSchema({ ...schema, types: Object.fromEntries(entries) });
  const all = Object.entries(schema.types);
  const costOf = (text: string): number => tokensOf(JSON.stringify(text));
  if (costOf(printed(all)) <= tokens) return { text: printed(all) };
  const frame = printed([]);
  const { items } = handOver(all, {
    tokens: tokens - costOf(frame) - COUNT_TOKENS,
    formsOf: (entry) => [entry],
    costOf: (entry) => costOf(printed([entry])) - costOf(frame) + 1,
  });
  return { text: printed(items.map(({ entry }) => entry)), left: all.length - items.length };
}

/** Tokens of how many types are left. */
const COUNT_TOKENS = 5;

/** The declared schema, or that of what is there. */
export const schemaIn = ({ schema: declared, tree }: View) => declared ?? inferSchema([tree]);

/** The errors that a query has under the schema of the data, for data without one of its own: there it runs, and finds nothing. */
export const unknownIn = (text: string, view: View): readonly Diagnostic[] =>
  view.schema === null
    ? compile(text, { schema: schemaIn(view) }).diagnostics.filter(({ severity }) => severity === "error")
    : [];
