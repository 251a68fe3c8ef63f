import type { LanguageModel } from "@semantic-xpath/llm";
import { defined } from "@semantic-xpath/values";
import type { Io } from "../io.js";
import { refusal } from "../refusal.js";
import { EXIT, usage } from "../stop.js";

/** The environment variable that a key is read from unless another one is named. */
const KEY_VARIABLE = "SXP_MODEL_KEY";

interface ModelOptions {
  readonly model: string | undefined;
  readonly "key-variable": string | undefined;
  readonly "most-tokens": number | undefined;
}

interface OpenedModel {
  readonly model: LanguageModel;
  readonly limits?: { readonly modelTokens: number };
}

/**
 * The model that `--model URL#NAME` names, on any server that speaks OpenAI's protocol, and what the server is found to support. A key comes
 * from the environment alone: without `--key-variable` from SXP_MODEL_KEY, if that is set. Null without `--model`.
 */
export async function openModel({ model: given, ...options }: ModelOptions, io: Io): Promise<OpenedModel | null> {
  if (given === undefined) return null;
  const { "key-variable": keyVariable, "most-tokens": modelTokens } = options;
  const [, url, model] = /^(https?:\/\/[^#\s]+)#(\S+)$/.exec(given) ?? [];
  if (url === undefined || model === undefined)
    throw usage(`--model is URL#NAME, such as http://127.0.0.1:8080/v1#qwen3-8b, not "${given}".`);
  const variable = keyVariable ?? (io.env[KEY_VARIABLE] === undefined ? undefined : KEY_VARIABLE);
  if (keyVariable !== undefined && io.env[keyVariable] === undefined)
    throw usage(`--key-variable: there is no ${keyVariable} in the environment.`);
  const server = { url, model, environment: io.env, ...defined({ keyVariable: variable }) };
  const { openaiModel, probeSupport } = await import("@semantic-xpath/llm/openai");
  try {
    const supports = await probeSupport(server);
    return {
      model: openaiModel({ ...server, supports }),
      ...(modelTokens !== undefined && { limits: { modelTokens } }),
    };
  } catch (error) {
    throw refusal(error, EXIT.scorer);
  }
}
