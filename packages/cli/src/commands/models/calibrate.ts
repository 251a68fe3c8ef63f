import { readText, shownPath } from "../../input/files.js";
import { count } from "../../render/columns.js";
import { writeLines } from "../../render/write.js";

import { command, option } from "../../spec/spec.js";
import { usage } from "../../stop.js";
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
      const { readPairs } = await import("./judgedPairs.js");
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
