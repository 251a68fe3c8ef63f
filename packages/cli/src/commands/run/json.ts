import type { Cause, Nearest } from "@semantic-xpath/inspect";
import type { RunResult } from "@semantic-xpath/runtime";
import type { Answer } from "./answer.js";

/** What is said about a run beside its result. */
export interface Told {
  readonly approximation: string | null;
  readonly causes: readonly Cause[];
  readonly nearest: Nearest | null;
  readonly answer: Answer | null;
}

/** One match a line, so that the JSON can be read by eye and by line. */
export function resultJson({ matches, stats }: RunResult, { approximation, causes, nearest, answer }: Told): string {
  const lines = matches.map((match) => `    ${JSON.stringify(match)}`);
  const members = [
    ["matches", lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`],
    ["stats", JSON.stringify({ ...stats, approximation })],
    ["causes", JSON.stringify(causes)],
    ["nearest", JSON.stringify(nearest)],
    ...Object.entries(answer ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
  ];
  return `{\n${members.map(([name, text]) => `  "${name}": ${text}`).join(",\n")}\n}`;
}
