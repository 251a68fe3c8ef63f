import { MemoryError } from "@semantic-xpath/memory";
import { type Operation, readXml } from "@semantic-xpath/runtime";
import { type NodeData, nodeData } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import type { Client } from "../client.js";
import { exampleContent } from "../results/example.js";
import { failureOf, invalidInput, ToolFailure } from "../results/failure.js";
import { CONTENT, nodeAt, OBJECT, PARAMS, REFERENCE } from "./shared.js";
import { tool } from "./tool.js";
import { INSERTING, targetOf, UPDATING, WRITTEN, write } from "./write.js";

const INSERTION = z.object({
  content: CONTENT,
  target: REFERENCE.describe("key or query"),
  position: z.enum(["first", "last", "before", "after"]).optional(),
  ...INSERTING,
  ...UPDATING,
});

export const insert = tool({
  name: "insert",
  title: "Insert a node",
  description:
    'Inserts content: XML such as <POI name="Cafe"/>, or {type, attributes, text, children}. The target is the parent, or, with before or after, the sibling.',
  does: "write",
  input: INSERTION,
  output: WRITTEN,
  async run(session, input, context) {
    const { content, target, position } = input;
    try {
      const node = typeof content === "string" ? nodeData(readXml(content), 1) : (content as unknown as NodeData);
      const operation = defined({ op: "insert" as const, content: node, target: targetOf(target), position });
      return await write(session, [operation], input, context);
    } catch (error) {
      const failure = failureOf("insert", error);
      const example = OF_CONTENT.has(failure.code) ? exampleFor(session, input) : null;
      throw example === null ? error : new ToolFailure({ ...failure, example });
    }
  },
});

/** Codes of content that can't be read, or does not fit the schema. */
const OF_CONTENT: ReadonlySet<string> = new Set(["SXP4005", "SXP4008", "SXP5030", "SXP5036"]);

type Inserting = z.output<typeof INSERTION>;

/** Valid content for the place of an insertion; null without such a place. */
function exampleFor(session: Client, { content, target, position, task, branch }: Inserting): string | null {
  const type = typeof content === "string" ? /^\s*<([^\s/>]+)/.exec(content)?.[1] : content.type;
  try {
    const view = session.scope.view(session.taskNamed(task), branch);
    const node = nodeAt(view, target);
    const parent = position === "before" || position === "after" ? view.tree.parent[node]! : node;
    return exampleContent(view, parent, typeof type === "string" ? type : null);
  } catch (error) {
    if (error instanceof MemoryError) return null;
    throw error;
  }
}

export const update = tool({
  name: "update",
  title: "Change nodes",
  description:
    'Runs an update in the syntax of XQuery Update, such as: replace value of node //Day[1]/POI[2]/@cost with "15", move node #17 into //Day[3], rename node …, insert node …, delete node … Several, separated by commas, are made all or none.',
  does: "delete",
  input: z.object({
    update: z.string().optional(),
    operations: z
      .array(OBJECT)
      .min(1)
      .optional()
      .describe('instead of update, such as {"op":"setAttribute","target":{"key":17},"name":"cost","value":"15"}'),
    ...PARAMS,
    ...INSERTING,
    ...UPDATING,
  }),
  output: WRITTEN,
  run: (session, input, context) => {
    const { update: text, operations } = input;
    if ((text === undefined) === (operations === undefined))
      throw invalidInput("update", "give update or operations, and one of them only");
    return write(session, text ?? (operations as unknown as readonly Operation[]), input, context);
  },
});

export const remove = tool({
  name: "delete",
  title: "Delete nodes",
  description: "Deletes nodes with their descendants. They stay in earlier versions, and revert brings them back.",
  does: "delete",
  input: z.object({ targets: z.array(REFERENCE).min(1).max(100).describe("keys or queries"), ...UPDATING }),
  output: WRITTEN,
  run: (session, input, context) => {
    const operations = input.targets.map((target): Operation => ({ op: "delete", target: targetOf(target) }));
    return write(session, operations, input, context);
  },
});
