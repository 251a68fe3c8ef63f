/** The tools of a session for the Vercel AI SDK: `generateText({ model, tools: memoryTools(session), … })`. */

import { defined } from "@semantic-xpath/values";
import { type JSONSchema7, jsonSchema, type Tool, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { MemorySession } from "./session.js";
import type { ToolContext } from "./tools/tool.js";

/** Without `confirm` deletions are refused, unless the session may delete. */
export type AiSdkOptions = Pick<ToolContext, "confirm">;

/**
 * A tool for each of the session, by name. What goes wrong is an output with `error`, for the model to repair: nothing throws.
 *
 * @example
 * const { text } = await generateText({ model, tools: memoryTools(session), stopWhen: stepCountIs(10), prompt });
 */
export function memoryTools(session: MemorySession, { confirm }: AiSdkOptions = {}): ToolSet {
  const tools: Record<string, Tool> = {};
  for (const { name, title, description, input } of session.tools) {
    tools[name] = tool({
      title,
      description,
      // The session checks inputs itself, with messages that describe the repair.
      inputSchema: jsonSchema(z.toJSONSchema(input, { io: "input" }) as JSONSchema7),
      execute: async (given, { abortSignal: signal }) => {
        const answer = await session.call(name, given, defined({ signal, confirm }));
        return answer.ok ? answer.output : { error: answer.failure };
      },
    });
  }
  return tools;
}
