import { statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { withFile } from "./byteSource.js";
import { modelError } from "./modelError.js";
import type { ModelFolder } from "./modelFolder.js";
import { type OnnxSummary, summariseOnnx } from "./onnxGraph.js";
import { BATCH_DEPENDENT, KNOWN_OPERATORS } from "./operators.js";
import { ProtobufError } from "./protobuf.js";

/** A model file that was looked through and may be handed to onnxruntime. */
export interface ModelFile {
  readonly path: string;
  /** Whether some operator mixes the rows of a batch, so that texts have to go one by one. */
  readonly mixesRows: boolean;
}

/** Where a model is looked for, best first. After these, any other onnx/*.onnx, by name. */
const USUAL = [
  "onnx/model.onnx",
  "model.onnx",
  "onnx/model_fp16.onnx",
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
];

/**
 * Finds the model file and checks it before onnxruntime sees it: known operators only, weights only in files of the folder. Throws
 * SXP4001 that says what was refused.
 *
 * @param file the one to take, relative to the folder; by default the most usual one.
 */
export function openModelFile(folder: ModelFolder, file?: string): ModelFile {
  const path = file ?? usualFile(folder);
  const real = folder.find(path);
  if (real === undefined) throw modelError(folder.name, `the model folder has no file "${path}".`);
  const summary = summarise(folder, path, real);
  checkOperators(folder, path, summary);
  folder.include(path, real);
  for (const { location, end } of summary.external.values()) checkExternal(folder, real, location, end);
  return { path: real, mixesRows: [...summary.operators].some((operator) => BATCH_DEPENDENT.has(operator)) };
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

function summarise(folder: ModelFolder, path: string, real: string): OnnxSummary {
  try {
    return withFile(real, summariseOnnx);
  } catch (failure) {
    if (!(failure instanceof ProtobufError)) throw failure;
    throw modelError(folder.name, `"${path}" is not an ONNX model: ${lowerFirst(failure.message)}`, failure);
  }
}

function checkOperators(folder: ModelFolder, path: string, { operators, functions }: OnnxSummary): void {
  for (const operator of operators) {
    if (KNOWN_OPERATORS.has(operator) || functions.has(operator)) continue;
    const named = operator.startsWith(":") ? operator.slice(1) : operator.replace(":", ".");
    throw modelError(
      folder.name,
      `"${path}" uses the operator "${named}", which is not a standard one. It was not loaded.`,
    );
  }
}

/** Weights lie beside the real model file, where onnxruntime looks for them, whatever links led to it. */
function checkExternal(folder: ModelFolder, model: string, location: string, end: number): void {
  const path = relative(folder.root, model).replaceAll(sep, "/");
  const parent = dirname(path);
  const external = parent === "." ? location : `${parent}/${location}`;
  const real = folder.find(external);
  if (real === undefined) {
    throw modelError(folder.name, `"${path}" keeps weights in "${location}", which is not in the model folder.`);
  }
  if (statSync(real).size < end)
    throw modelError(folder.name, `"${external}" is cut short: weights lie beyond its end.`);
  folder.include(external, real);
}

const lowerFirst = (sentence: string): string => sentence[0]!.toLowerCase() + sentence.slice(1);
