import { parseSchema } from "@semantic-xpath/planner";
import { readXml, validate } from "@semantic-xpath/runtime";
import { type NodeData, parseNode, treeOf } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { invalidInput } from "../results/failure.js";
import { CONTENT, OBJECT } from "./shared.js";
import { tool } from "./tool.js";
import { provenanceOf } from "./write.js";

export const createTask = tool({
  name: "create_task",
  title: "Create a task",
  description:
    "Creates a task from XML, or {type, attributes, text, children}. It becomes the current one for later calls.",
  does: "write",
  input: z.object({
    name: z.string().min(1).max(200),
    content: CONTENT,
    title: z.string().optional(),
    description: z.string().optional(),
    schema: OBJECT.optional().describe("as schema gives it with format json"),
    reason: z.string().max(1000).optional(),
    turn: z.string().max(200).optional(),
  }),
  output: z.object({ task: z.string(), version: z.int() }),
  async run(session, input) {
    const { name, content, title, description, reason, turn } = input;
    const tree = typeof content === "string" ? readXml(content) : treeOf(nodeOf(content));
    const schema = schemaOf(input.schema);
    const problems = schema === null ? [] : validate(tree, schema).filter(({ severity }) => severity === "error");
    if (problems.length > 0) throw unsuitable(problems);
    const provenance = provenanceOf(session, { reason, turn });
    const options = defined({ title, description, schema: schema ?? undefined, provenance });
    await session.memory.transactionAsync(() => session.scope.createTask(name, tree, options));
    return { task: session.switchTo(name), version: 1 };
  },
});

function nodeOf(content: Readonly<Record<string, unknown>>): NodeData {
  try {
    return parseNode(content);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidInput("create_task", error.message);
  }
}

function schemaOf(written: Readonly<Record<string, unknown>> | undefined) {
  if (written === undefined) return null;
  const { schema, diagnostics } = parseSchema(JSON.stringify(written));
  const problems = diagnostics.filter(({ severity }) => severity === "error");
  if (schema === null || schema === undefined || problems.length > 0) throw unsuitable(problems);
  return schema;
}

const unsuitable = (problems: readonly { readonly code: string; readonly message: string }[]) =>
  invalidInput("create_task", ...problems.map(({ code, message }) => `${code}: ${message.replace(/\.$/, "")}`));
