import { calibrateModel, modelNamed, modelsHome } from "@semantic-xpath/runtime/node";
import { readText, shownPath } from "../../input/files.js";
import { withModels } from "../../input/models.js";
import { readPairs } from "../../input/pairs.js";
import type { MODELS_CALIBRATE_OPTIONS } from "../../options/modelCommands.js";
import type { Command } from "../../options/spec.js";
import { count } from "../../render/columns.js";
import { EXIT, usage } from "../../stop.js";

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
