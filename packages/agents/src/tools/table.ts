import { memoryError } from "@semantic-xpath/memory";
import { suggest } from "@semantic-xpath/parser";
import { ask } from "./ask.js";
import { insert, remove, update } from "./changing.js";
import { createTask } from "./createTask.js";
import { diff } from "./diff.js";
import { explain } from "./explain.js";
import { history } from "./history.js";
import { query } from "./query.js";
import { recall } from "./recall.js";
import { rememberMessages } from "./rememberMessages.js";
import { revert } from "./revert.js";
import { schema } from "./schema.js";
import { show } from "./show.js";
import { tasks } from "./tasks.js";
import type { AnyTool } from "./tool.js";
import { whyNot } from "./whyNot.js";

/** Every tool, in the order in which clients see them. */
const TOOLS: readonly AnyTool[] = [
  query,
  ask,
  schema,
  show,
  explain,
  whyNot,
  tasks,
  history,
  diff,
  recall,
  insert,
  update,
  remove,
  revert,
  createTask,
  rememberMessages,
];

/** For memories of conversations: messages make the facts there, so nodes are not written directly. */
const FOR_CONVERSATIONS: ReadonlySet<AnyTool> = new Set([recall, rememberMessages]);
const FOR_NODES: ReadonlySet<AnyTool> = new Set([insert, update, remove, createTask]);

/** Facts that decide which tools a session has. */
export interface ToolChoice {
  /** Tools that write are only there where writing is granted. */
  readonly canWrite: boolean;
  /** True for the tools of messages and facts, in place of those that write nodes. */
  readonly isForConversations: boolean;
}

/** The tools of a session. */
export const toolsOf = ({ canWrite, isForConversations }: ToolChoice): readonly AnyTool[] =>
  TOOLS.filter((tool) => (canWrite || !tool.writes) && !(isForConversations ? FOR_NODES : FOR_CONVERSATIONS).has(tool));

/** Throws a `MemoryError` (SXP5070) for a tool that a session does not have; of one that writes SXP5061. */
export function toolNamed(name: string, choice: ToolChoice): AnyTool {
  const tools = toolsOf({ ...choice, canWrite: true });
  const named = tools.find((tool) => tool.name === name);
  if (named === undefined)
    throw memoryError("SXP5070", {
      name,
      suggestions: suggest(
        name,
        toolsOf(choice).map((tool) => tool.name),
      ),
    });
  if (named.writes && !choice.canWrite) throw memoryError("SXP5061", {});
  return named;
}
