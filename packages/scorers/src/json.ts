/** The value of a JSON text; null for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The members of a JSON object, not looked at yet. */
export type Json = Readonly<Record<string, unknown>>;

/** An object with members: no list, and not null. */
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
