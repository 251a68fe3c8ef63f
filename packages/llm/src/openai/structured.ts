import { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import type { ModelMessage, ModelRequest, ModelUsage } from "../languageModel.js";
import { modelError } from "../modelError.js";

/** The messages with the schema in them: for servers that don't enforce it, and for models that answer better if they see it. */
export function withSchema({ messages, schema }: ModelRequest): readonly ModelMessage[] {
  if (schema === undefined) return messages;
  const text = `Answer with JSON and nothing else, by this JSON Schema:\n${JSON.stringify(schema.json)}`;
  const [first, ...others] = messages;
  if (first?.role === "system") return [{ ...first, content: `${first.content}\n\n${text}` }, ...others];
  return [{ role: "system", content: text }, ...messages];
}

/** The JSON of an answer, which fits the schema. Throws SXP5107 and SXP5108. */
export function structuredValue(text: string, { schema }: ModelRequest, usage: ModelUsage): unknown {
  if (schema === undefined) return undefined;
  const value = parsed(text, usage);
  const validate = validatorOf(schema.json);
  if (validate(value)) return value;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message = "is not as it must be", params }) =>
      `${instancePath === "" ? "the answer" : JSON.stringify(instancePath)} ${message}${detail(params)}`,
  );
  throw modelError("SXP5108", { name: schema.name, problems: problems.slice(0, MAX_PROBLEMS) }, usage, text);
}

const MAX_PROBLEMS = 5;

/** Name of the extra member, or list of the allowed values. */
function detail(params: Readonly<Record<string, unknown>>): string {
  const { additionalProperty, allowedValues } = params;
  if (typeof additionalProperty === "string") return ` (${JSON.stringify(additionalProperty)})`;
  return Array.isArray(allowedValues) ? ` (${allowedValues.slice(0, 8).join(", ")})` : "";
}

/** Content of the code fence, if it is the whole answer. */
function parsed(text: string, usage: ModelUsage): unknown {
  const trimmed = text.trim();
  const isFenced = trimmed.startsWith("```") && trimmed.endsWith("```") && trimmed.includes("\n");
  const inside = isFenced ? trimmed.slice(trimmed.indexOf("\n"), -3) : trimmed;
  try {
    return JSON.parse(inside);
  } catch (error) {
    const problem = trimmed === "" ? "it said nothing" : error instanceof Error ? plain(error.message) : "not JSON";
    throw modelError("SXP5107", { text: trimmed, problem }, usage, text);
  }
}

/** Without the text itself, which the engine repeats. */
const plain = (message: string): string => (message.split(/,? (?:"|\.\.\.)/, 1)[0] ?? message).replace(/\.$/, "");

const ajv = new Ajv({ strict: false, validateFormats: false, addUsedSchema: false });
const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>();

function validatorOf(schema: object): ReturnType<typeof ajv.compile> {
  const compiled = validators.get(schema);
  if (compiled !== undefined) return compiled;
  const validate = ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}
