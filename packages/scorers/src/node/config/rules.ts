import { MAPPINGS, SCHEMAS } from "@semantic-xpath/readers";
import { LANGUAGE_NAMES, languageNamed } from "@semantic-xpath/values";
import { readCalibration } from "../../calibration.js";
import { endpointOf } from "../../http/endpoint.js";
import { isVariableName } from "../../http/secret.js";
import { isObject } from "../../json.js";
import { above0, type Rule, rule } from "../../options.js";

export * from "../../options.js";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isList = (value: unknown, isFit: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isFit);

export const needed = (of: Rule): Rule & { readonly isNeeded: true } => ({ ...of, isNeeded: true });

export const text = rule("a text that is not empty", isText);
export const anyText = rule("a text", (value) => typeof value === "string");
export const language = rule(
  `a language: ${LANGUAGE_NAMES.join(", ")}, or its code`,
  (value) => isText(value) && languageNamed(value) !== null,
);
export const flag = rule("true or false", (value) => typeof value === "boolean");
export const texts = rule("a list of at least one text", (value) => isList(value, isText));
export const weights = rule("a list of numbers above 0", (value) => isList(value, above0.isFit));
export const object = rule("an object", isObject);

/** Tests that the reader of a value accepts it. */
function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** The messages of these two never repeat the value: it may hold a secret. */
export const address = rule(
  'an address such as "http://127.0.0.1:8080/v1", without a name or password in it',
  (value) => isText(value) && isTaken(() => endpointOf(value, "/embeddings")),
);
export const variable = rule(
  'the name of an environment variable that holds the key, such as "OPENAI_API_KEY"',
  (value) => isText(value) && isVariableName(value),
);

export const calibration = rule(
  'an object with a "kind" of "affine" or "logistic", a "slope" above 0 and an "intercept"',
  (value) => isObject(value) && Object.keys(value).length === 3 && isTaken(() => readCalibration(value)),
);

/** A path that stays in the folder of the configuration: a stranger's may name nothing else. */
const isInside = (value: unknown): boolean =>
  isText(value) && !/^(?:[/\\]|[A-Za-z]:)/.test(value) && !value.split(/[/\\]/).includes("..") && !value.includes("\0");

export const inside = rule("a path within the folder of the configuration", isInside);
const shippedOrInside = (what: string, shipped: readonly { readonly name: string }[]) =>
  rule(
    `the name of a ${what} (${shipped.map(({ name }) => name).join(", ")}) or a path within the folder of the configuration`,
    isInside,
  );
export const mapping = shippedOrInside("mapping", MAPPINGS);
export const schema = shippedOrInside("schema", SCHEMAS);
