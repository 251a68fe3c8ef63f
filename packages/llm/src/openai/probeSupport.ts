import type { ModelSupport } from "../languageModel.js";
import { ModelError } from "../modelError.js";
import { type OpenaiOptions, openaiModel } from "./openaiModel.js";

/**
 * Finds out what a server supports, by three or four short calls: each asks for one word while schema or grammar allow another one only. What the server refuses, or
 * ignores, it does not support. Costs some hundred tokens, or some thousand of a model that thinks aloud.
 *
 * @example openaiModel({ ...options, supports: await probeSupport(options) })
 * @throws ModelError if it can't be called at all.
 */
export async function probeSupport(options: OpenaiOptions, signal?: AbortSignal): Promise<ModelSupport> {
  const model = openaiModel({ ...options, supports: { jsonSchema: true, gbnf: true, logprobs: true } });
  const call = signal === undefined ? {} : { signal };
  const messages = [{ role: "user" as const, content: "Answer with the single word NO." }];
  const request = { messages, maxTokens: 1000, purpose: "probe" };
  const isSupported = async (ask: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ModelError && !FATAL.includes(error.code)) return false;
      throw error;
    }
  };
  const logprobs = await isSupported(
    async () => (await model.generate({ ...request, logprobs: true }, call)).logprobs !== undefined,
  );
  // A refusal with log-probabilities may refuse the call as such.
  if (!logprobs) await model.generate(request, call);
  const schema = { name: "probe", json: SCHEMA };
  return {
    logprobs,
    jsonSchema: await isSupported(async () => (await model.generate({ ...request, schema }, call)).value !== undefined),
    gbnf: await isSupported(
      async () => (await model.generate({ ...request, grammar: 'root ::= "YES"' }, call)).text.trim() === "YES",
    ),
  };
}

const SCHEMA = {
  type: "object",
  properties: { word: { enum: ["YES"] } },
  required: ["word"],
  additionalProperties: false,
};

/** Not what is unsupported, but what is not there. */
const FATAL: readonly string[] = ["SXP5100", "SXP5101", "SXP5102", "SXP5113"];
