import { estimateUsage, type LanguageModel, type ModelRequest } from "@semantic-xpath/llm";
import { z } from "zod";
import { failureOf, invalidInput, ToolFailure } from "./results/failure.js";

/** Texts that the client's model answered in one call so far, in order; null: it refused. */
export type Sampled = readonly (string | null)[];

/**
 * The model of a client that offers sampling. Each answer of the model starts the call of the tool again. The model gives the answers that are already
 * known in order, and ends the call with a `ToolFailure` at the first one that is missing.
 */
export function samplingModel(answers: Sampled, need: (request: ModelRequest) => void): LanguageModel {
  let next = 0;
  return {
    id: "the client's model",
    supports: { jsonSchema: false, gbnf: false, logprobs: false },
    async generate(request) {
      const text = answers[next++];
      if (text !== undefined)
        return {
          text: text ?? "",
          usage: estimateUsage(request, text ?? ""),
          finish: text === null ? "refused" : "stop",
        };
      need(request);
      throw new ToolFailure(failureOf("", invalidInput("ask", "the client's model has not answered")));
    },
  };
}

/** Most characters of an answer that are kept: longer ones are refused anyway. */
const MAX_ANSWER = 8000;
const STATE = z.object({ sampled: z.array(z.string().max(MAX_ANSWER).nullable()).max(8) });

/** The answers that a call carries from the rounds before it; none where it carries something else. */
export function sampledIn(state: string | undefined): Sampled {
  if (state === undefined) return [];
  try {
    return STATE.safeParse(JSON.parse(state)).data?.sampled ?? [];
  } catch {
    return [];
  }
}

export const sampledState = (sampled: Sampled): string => JSON.stringify({ sampled });

/** The text of an answer of the client's model; null for an answer without text. */
export function textOf(content: unknown): string | null {
  const blocks = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block: unknown) => {
    const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
    return type === "text" && typeof text === "string" ? [text] : [];
  });
  return texts.length === 0 ? null : texts.join("").slice(0, MAX_ANSWER);
}
