import { memoryError } from "@semantic-xpath/memory";
import { suggest } from "@semantic-xpath/parser";
import { insert, remove, update } from "./changing.js";
import { createTask } from "./createTask.js";
import { diff } from "./diff.js";
import { explain } from "./explain.js";
import { history } from "./history.js";
import { query } from "./query.js";
import { revert } from "./revert.js";
import { schema } from "./schema.js";
import { show } from "./show.js";
import { tasks } from "./tasks.js";
import type { AnyTool } from "./tool.js";
import { whyNot } from "./whyNot.js";

/** Every tool, in the order in which clients see them. */
const TOOLS: readonly AnyTool[] = [
  query,
  schema,
  show,
  explain,
  whyNot,
  tasks,
  history,
  diff,
  insert,
  update,
  remove,
  revert,
  createTask,
];

/** The tools of a session. Those that write are only there where writing is granted. */
export const toolsOf = (canWrite: boolean): readonly AnyTool[] => TOOLS.filter(({ writes }) => canWrite || !writes);

/** Throws a `MemoryError` (SXP5070) for a tool that a session does not have; of one that writes SXP5061. */
export function toolNamed(name: string, canWrite: boolean): AnyTool {
  const found = TOOLS.find((tool) => tool.name === name);
  if (found === undefined)
    throw memoryError("SXP5070", {
      name,
      suggestions: suggest(
        name,
        toolsOf(canWrite).map((tool) => tool.name),
      ),
    });
  if (found.writes && !canWrite) throw memoryError("SXP5061", {});
  return found;
}
