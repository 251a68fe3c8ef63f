import { RunError } from "../../failure.js";
import { openModelFile } from "../onnx/modelFile.js";
import { ModelFolder } from "../onnx/modelFolder.js";
import { ModelFailure } from "./failure.js";

/** Rejects where a model must not be used. `weights` is the ONNX file, relative to the folder. */
export type CheckModel = (folder: string, weights: string) => Promise<void>;

/**
 * Looks a model through before it gets a name here, and runs nothing of it: operators have to be known ones, and weights have to lie in
 * the folder, neither behind a link nor behind a path that leads out.
 *
 * @throws ModelFailure
 */
export const checkModel: CheckModel = async (folder, weights) => {
  try {
    openModelFile(ModelFolder.open(folder), weights);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new ModelFailure("refused", error.diagnostic.message, { cause: error });
  }
};
