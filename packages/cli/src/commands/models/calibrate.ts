import type { JudgedPair } from "@semantic-xpath/runtime/node";
import * as z from "zod/mini";
import { readText, shownPath } from "../../input/files.js";
import { count } from "../../render/columns.js";
import { writeLines } from "../../render/write.js";

import { command, option } from "../../spec/spec.js";
import { EXIT, problem, usage } from "../../stop.js";
import { withModels } from "./shared.js";

export const calibrate = command({
  name: "models calibrate",
  summary: "fit a model's scores to judged pairs",
  description:
    "Fits the curve that turns a cosine into a score, and writes it beside the model, where it is used from then on. It changes the scores, never " +
    "their order. A few hundred pairs are plenty.",
  operands: ["NAME"],
  options: [
    option("--pairs FILE", "JSON or JSON Lines: objects with text, condition, and relevant (true, false, or 0 to 1)"),
  ],
  examples: {
    "One pair a line.": "models calibrate all-MiniLM-L6-v2 --pairs pairs.jsonl",
    "A list of pairs.": "models calibrate house --pairs pairs.json",
    "From standard input.": "models calibrate house --pairs -",
  },
  run: ({ operands: [wanted = ""], options: { pairs: file } }, io) =>
    withModels(io, async ({ calibrateModel, modelNamed }, home) => {
      if (file === undefined) throw usage("judged pairs are needed: add --pairs FILE.");
      const { folder, name } = await modelNamed(home, wanted);
      const pairs = readPairs(await readText(file, io), file);
      const { calibration, file: path, brier } = await calibrateModel(folder, pairs, { signal: io.signal });
      const { kind, slope, intercept } = calibration;
      writeLines(io.stdout, [
        `${name}: ${kind}, slope ${slope.toFixed(4)}, intercept ${intercept.toFixed(4)}, from ${count(pairs.length, "pair")}`,
        `Brier score ${brier.before.toFixed(4)} as bare cosine, ${brier.after.toFixed(4)} calibrated (on these pairs; lower is better)`,
        `written to ${shownPath(path, io)}`,
      ]);
    }),
});

/** Judged pairs: a JSON list, or one JSON object a line. Ends with exit code 3 at the first invalid one, with its place. */
function readPairs(text: string, name: string): readonly JudgedPair[] {
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
