import type { JudgedPair } from "@semantic-xpath/runtime/node";
import * as z from "zod/mini";
import { EXIT, problem } from "../../stop.js";

/** Judged pairs: a JSON list, or one JSON object a line. Ends with exit code 3 at the first invalid one, with its place. */
export function readPairs(text: string, name: string): readonly JudgedPair[] {
  const trimmed = text.trimStart();
  if (trimmed.startsWith("[")) {
    const list = parse(text, name) as unknown[];
    return list.map((entry, i) => readPair(entry, `${name}: entry ${i + 1}`));
  }
  return text.split("\n").flatMap((line, i) => {
    const place = `${name}:${i + 1}`;
    return line.trim() === "" ? [] : [readPair(parse(line, place), place)];
  });
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problem(EXIT.input, `${place} is not JSON: ${(error as Error).message}.`);
  }
}

const pair = z.object({
  text: z.string(),
  condition: z.string(),
  relevant: z.union([z.boolean(), z.number().check(z.minimum(0), z.maximum(1))]),
});

function readPair(entry: unknown, place: string): JudgedPair {
  const { data } = pair.safeParse(entry);
  if (data !== undefined) return data;
  throw problem(
    EXIT.input,
    `${place} is no object with text, condition, and relevant as true, false, or a number from 0 to 1.`,
  );
}
