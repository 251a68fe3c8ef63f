type ParameterType = "string" | "number" | "node" | null;

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Problem of a typed argument; null without one. */
export function problemOfArgument(text: string, type: ParameterType): string | null {
  if (type === "number" && !NUMBER.test(text)) return "Write a number, such as 3 or 0.5.";
  if (type === "node" && !/^\s*\//.test(text)) return "Write a path that begins with a slash.";
  return null;
}

/** An argument as the query takes it. Where the type is not known, what reads as a number is one. */
export const readArgument = (text: string, type: ParameterType): string | number =>
  type === "number" || (type === null && NUMBER.test(text)) ? Number(text) : text;

/** Arguments of a run are texts and numbers; a truth value is written as the language has it. */
export const asArgument = (value: string | number | boolean): string | number =>
  typeof value === "boolean" ? String(value) : value;
