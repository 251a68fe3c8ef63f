import type { JudgedPair } from "@semantic-xpath/runtime/node";
import { EXIT, Stop } from "../stop.js";

/** Judged pairs: a JSON list, or one JSON object a line. Ends with exit code 3 at the first that is none, with its place. */
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
    throw new Stop(EXIT.input, `sxp: ${place} is not JSON: ${(error as Error).message}.`);
  }
}

function readPair(entry: unknown, place: string): JudgedPair {
  const { text, condition, relevant } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const isGrade = typeof relevant === "boolean" || (typeof relevant === "number" && relevant >= 0 && relevant <= 1);
  if (typeof text === "string" && typeof condition === "string" && isGrade) return { text, condition, relevant };
  throw new Stop(
    EXIT.input,
    `sxp: ${place} is no object with text, condition, and relevant as true, false, or a number from 0 to 1.`,
  );
}
