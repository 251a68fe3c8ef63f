import type { LanguageModel } from "@semantic-xpath/llm";
import { SemanticXPathError } from "@semantic-xpath/runtime";
import type { Io } from "../io.js";
import { EXIT, problem, usage } from "../stop.js";

/** The environment variable that a key is read from unless another one is named. */
const KEY_VARIABLE = "SXP_MODEL_KEY";

/**
 * The model that `--model URL#NAME` names, on any server that speaks OpenAI's protocol, and what the server is found to support. A key comes
 * from the environment alone: without `--key-variable` from SXP_MODEL_KEY, if that is set.
 */
export async function openModel(given: string, keyVariable: string | undefined, io: Io): Promise<LanguageModel> {
  const [, url, model] = /^(https?:\/\/[^#\s]+)#(\S+)$/.exec(given) ?? [];
  if (url === undefined || model === undefined)
    throw usage(`--model is URL#NAME, such as http://127.0.0.1:8080/v1#qwen3-8b, not "${given}".`);
  const variable = keyVariable ?? (io.env[KEY_VARIABLE] === undefined ? undefined : KEY_VARIABLE);
  if (keyVariable !== undefined && io.env[keyVariable] === undefined)
    throw usage(`--key-variable: there is no ${keyVariable} in the environment.`);
  const options = { url, model, environment: io.env, ...(variable !== undefined && { keyVariable: variable }) };
  const { openaiModel, probeSupport } = await import("@semantic-xpath/llm/openai");
  try {
    const supports = await probeSupport(options);
    return openaiModel({ ...options, supports });
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    throw problem(EXIT.scorer, `${error.code}: ${error.diagnostic.message}`);
  }
}
