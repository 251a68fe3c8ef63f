import { studioError } from "./studioError.js";

/** Kind of a parameter. `?` at the end of a kind: it is optional. */
type Kind = "text" | "long" | "whole" | "flag" | "any" | "whole or null" | "text or null";
export type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;

/** UTF-16 units of a name, an id, a query, a request or an update. */
const MAX_TEXT = 64 * 1024;

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const text = (value: unknown): boolean => typeof value === "string" && value.length <= MAX_TEXT;

const KINDS: Readonly<Record<Kind, { readonly words: string; readonly has: (value: unknown) => boolean }>> = {
  text: { words: `a text of at most ${MAX_TEXT} characters`, has: text },
  long: { words: "a text", has: (value) => typeof value === "string" },
  whole: { words: "a whole number from 0 up", has: isWhole },
  flag: { words: "true or false", has: (value) => typeof value === "boolean" },
  any: { words: "a value", has: () => true },
  "whole or null": { words: "a whole number from 0 up, or null", has: (value) => value === null || isWhole(value) },
  "text or null": {
    words: `a text of at most ${MAX_TEXT} characters, or null`,
    has: (value) => value === null || text(value),
  },
};

/** The parameters of a question as it takes them, and nothing else. Throws a `StudioError` (SXP5161): they come from outside. */
export function checkParams(question: string, shape: Shape, params: unknown): Readonly<Record<string, unknown>> {
  if (typeof params !== "object" || params === null || Array.isArray(params))
    throw studioError("SXP5161", { question, problems: ["its parameters are an object"] });
  const values = new Map(Object.entries(params));
  const problems = [...values.keys()]
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => `it has no parameter "${name.slice(0, 40)}"`);
  const checked: Record<string, unknown> = {};
  for (const [name, written] of Object.entries(shape)) {
    const value = values.get(name);
    if (value === undefined && written.endsWith("?")) continue;
    const kind = KINDS[written.replace("?", "") as Kind];
    if (value === undefined || !kind.has(value)) problems.push(`"${name}" must be ${kind.words}`);
    else checked[name] = value;
  }
  if (problems.length > 0) throw studioError("SXP5161", { question, problems: problems.slice(0, 5) });
  return checked;
}
