import { calibrateModel, type JudgedPair, modelNamed, modelsHome } from "@semantic-xpath/runtime/node";
import { readText, shownPath } from "../../input/files.js";
import type { MODELS_CALIBRATE_OPTIONS } from "../../options/modelCommands.js";
import { count } from "../../render/columns.js";
import type { Command } from "../../spec/spec.js";
import { EXIT, Stop, usage } from "../../stop.js";
import { withModels } from "./shared.js";

/** `sxp models calibrate` */
export const calibrate: Command<typeof MODELS_CALIBRATE_OPTIONS> = async ({ operands, options }, io) =>
  withModels("models calibrate", io, async () => {
    const { pairs: file } = options;
    if (file === undefined) throw usage("judged pairs are needed: add --pairs FILE.", "models calibrate");
    const { folder, name } = await modelNamed(modelsHome(io.env, io.cwd), operands[0]!);
    const pairs = readPairs(await readText(file, io), file);
    const { calibration, file: written, brier } = await calibrateModel(folder, pairs, { signal: io.signal });
    const { kind, slope, intercept } = calibration;
    io.stdout.write(
      [
        `${name}: ${kind}, slope ${slope.toFixed(4)}, intercept ${intercept.toFixed(4)}, from ${count(pairs.length, "pair")}`,
        `Brier score ${brier.before.toFixed(4)} as bare cosine, ${brier.after.toFixed(4)} calibrated (on these pairs; lower is better)`,
        `written to ${shownPath(written, io)}`,
        "",
      ].join("\n"),
    );
    return EXIT.fine;
  });

/** Judged pairs: a JSON list, or one JSON object a line. Ends with exit code 3 at the first that is none, with its place. */
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
