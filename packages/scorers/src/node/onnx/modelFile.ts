import { dirname, relative, sep } from "node:path";
import { type ModelFolder, modelError } from "./modelFolder.js";

/** Paths at which a model is looked for, best first. After these, any other onnx/*.onnx, by name. */
const USUAL = [
  "onnx/model.onnx",
  "model.onnx",
  "onnx/model_fp16.onnx",
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
];
/** Files beside a model that hold no weights of it. */
const OTHER = /\.(?:onnx|json|txt|md)$/;

/**
 * The real path of the model file, which becomes a part of the identity with all files beside it that may hold its weights. onnxruntime checks its
 * operators, and that its weights lie in its folder.
 *
 * @param file the file to use, relative to the folder; by default the most usual one.
 * @throws SXP4001 if there is none
 */
export function findModelFile(folder: ModelFolder, file?: string): string {
  const path = file ?? usualFile(folder);
  const real = folder.find(path);
  if (real === undefined) throw modelError(folder.name, `the model folder has no file "${path}".`);
  folder.include(path, real);
  const place = relative(folder.root, dirname(real)).replaceAll(sep, "/");
  for (const name of folder.list(place)) {
    const neighbour = place === "" ? name : `${place}/${name}`;
    const weights = OTHER.test(name) ? undefined : folder.find(neighbour);
    if (weights !== undefined) folder.include(neighbour, weights);
  }
  return real;
}

function usualFile(folder: ModelFolder): string {
  const usual = USUAL.find((path) => folder.find(path) !== undefined);
  if (usual !== undefined) return usual;
  const other = folder.list("onnx").find((name) => name.endsWith(".onnx"));
  if (other !== undefined) return `onnx/${other}`;
  throw modelError(
    folder.name,
    'the model folder has no file "onnx/model.onnx". Export the model to ONNX, or take one that has it.',
  );
}
