import { usage } from "../stop.js";

/** `--param NAME=VALUE…` as arguments. The runtime reads numbers where a parameter is one, and says where a value does not suit. */
export function readArguments(given: readonly string[], command: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const text of given) {
    const [, name, value] = /^\$?([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw usage(`--param is NAME=VALUE, not "${text}".`, command);
    values[name] = value;
  }
  return values;
}
