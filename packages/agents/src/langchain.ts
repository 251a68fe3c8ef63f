/** The tools of a session for LangChain: `createAgent({ model, tools: memoryTools(session) })`. */

import { DynamicStructuredTool } from "@langchain/core/tools";
import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import type { MemorySession } from "./session.js";
import type { ToolContext } from "./tools/tool.js";

/** Without `confirm` deletions are refused, unless the session may delete. */
export type LangChainOptions = Pick<ToolContext, "confirm">;

/** A tool for each of the session. It gives JSON; what goes wrong is JSON with `error`, for the model to repair. */
export const memoryTools = (session: MemorySession, { confirm }: LangChainOptions = {}): DynamicStructuredTool[] =>
  session.tools.map(
    ({ name, description, input }) =>
      new DynamicStructuredTool({
        name,
        description,
        // Unknown members come through: the session refuses them, and names what was meant.
        schema: z.looseObject(input.shape),
        func: async (given: Record<string, unknown>, _manager, config) => {
          const answer = await session.call(name, given, defined({ signal: config?.signal, confirm }));
          return answer.ok ? answer.text : JSON.stringify({ error: answer.failure });
        },
      }),
  );
