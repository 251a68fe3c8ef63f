import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { RunError } from "@semantic-xpath/tree";
import { openModelFile } from "../onnx/modelFile.js";
import { ModelFolder } from "../onnx/modelFolder.js";
import { ModelFailure } from "./failure.js";

/** Rejects where a model must not be used. Gives the ONNX file, relative to the folder: `weights`, or the usual one. */
export type CheckModel = (folder: string, weights?: string) => Promise<string>;

/**
 * Looks a model through before it gets a name here, and runs nothing of it: operators have to be known ones, and weights have to lie in
 * the folder, neither behind a link nor behind a path that leads out.
 *
 * @throws ModelFailure
 */
export const checkModel: CheckModel = async (folder, weights) => {
  try {
    const { path } = openModelFile(ModelFolder.open(folder), weights);
    return relative(realpathSync(folder), path).split(sep).join("/");
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new ModelFailure("refused", error.diagnostic.message, { cause: error });
  }
};
