import { emitPromptCard } from "@semantic-xpath/emitters";
import type { View } from "@semantic-xpath/memory";
import type { Diagnostic } from "@semantic-xpath/parser";
import { printSchema } from "@semantic-xpath/planner";
import { inferSchema, sampleValues } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { PAGING, placeOf, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

export const schema = tool({
  name: "schema",
  title: "What there is to query",
  description:
    "Gives the types of nodes with their attributes and children, and how to write queries on them, with examples.",
  does: "read",
  input: z.object({
    ...TASK,
    ...VERSION,
    format: z.enum(["card", "json"]).optional(),
    maxTokens: PAGING.maxTokens,
  }),
  output: z.object({ task: z.string(), version: z.int(), isInferred: z.boolean(), text: z.string() }),
  run(session, input) {
    const { task, view, version, maxTokens } = placeOf(session, { ...input, maxTokens: input.maxTokens ?? 1000 });
    const text = input.format === "json" ? printSchema(schemaIn(view)) : cardOf(view, maxTokens);
    return { task, version, isInferred: view.schema === null, text };
  },
});

/** How to write queries on what a client sees. */
export function cardOf(view: View, maxTokens?: number): string {
  const schema = schemaIn(view);
  return emitPromptCard(schema, defined({ maxTokens, samples: sampleValues(view.tree, schema) })).text;
}

/** The declared schema, or that of what is there. */
export const schemaIn = ({ schema: declared, tree }: View) => declared ?? inferSchema([tree]);

/** The errors that a query has under the schema of the data, for data without one of its own: there it runs, and finds nothing. */
export const unknownIn = (text: string, view: View): readonly Diagnostic[] =>
  view.schema === null
    ? compile(text, { schema: schemaIn(view) }).diagnostics.filter(({ severity }) => severity === "error")
    : [];
