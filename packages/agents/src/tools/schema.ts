import { emitPromptCard } from "@semantic-xpath/emitters";
import type { View } from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/runtime";
import { z } from "zod";
import { PAGING, TASK, VERSION } from "./shared.js";
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
    const task = session.taskNamed(input.task);
    const view = session.scope.view(task, input.version);
    const { schema: declared } = view;
    const text =
      input.format === "json"
        ? printSchema(schemaIn(view))
        : emitPromptCard(schemaIn(view), { maxTokens: session.tokensFor(input.maxTokens ?? 1000) }).text;
    return { task, version: view.version.number, isInferred: declared === null, text };
  },
});

/** The declared schema, or that of what is there. */
export const schemaIn = ({ schema: declared, tree }: View) => declared ?? inferSchema([tree]);
