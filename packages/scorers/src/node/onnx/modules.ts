import { isObject, type Json } from "../../json.js";
import { MAX_DIMENSIONS } from "../../vectors/vectorRows.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { floatsIn, type RawTensor, readSafetensors, SafetensorsError } from "./safetensors.js";

/** Combination of the vectors of the tokens into one. */
export type Pooling = "mean" | "cls" | "last" | "max";

/** A linear map and what is done to each number after it: `y = activation(W x + b)`. */
export interface Dense {
  readonly inputs: number;
  readonly outputs: number;
  /** Row by row: `outputs` rows of `inputs` numbers. */
  readonly weights: Float32Array;
  readonly bias: Float32Array | null;
  readonly activation: Activation;
}

type Activation = (x: number) => number;

/** Processing of the vectors of the tokens, in the layout of Sentence Transformers. */
interface Modules {
  /** null: the files do not say. */
  readonly pooling: Pooling | null;
  readonly dense: readonly Dense[];
}

/**
 * The modules of a folder, as `modules.json` lists them: Transformer, Pooling, any number of Dense, Normalize. (Vectors are normalised in any
 * case: what is compared is their cosine.) Throws SXP4001 for a module or a pooling that is not known; `pooling` in the options leaves all
 * modules out.
 */
export function readModules(folder: ModelFolder): Modules {
  const listed = Object.values(folder.json("modules.json") ?? {}).filter(isObject);
  const kinds = listed.map(({ type }) => String(type).split(".").at(-1)!);
  const other = kinds.find((kind) => !KNOWN.has(kind));
  if (other !== undefined) {
    throw modelError(
      folder.name,
      `modules.json has a module "${other}", which is not supported. Name a "pooling" to leave the modules out.`,
    );
  }
  const paths = (kind: string) => listed.filter((_, i) => kinds[i] === kind).map(({ path }) => trimmed(path));
  const [path = "1_Pooling", second] = paths("Pooling");
  if (second !== undefined) throw modelError(folder.name, "modules.json has two modules of pooling.");
  const dense = paths("Dense").map((place) => readDense(folder, place));
  dense.forEach(({ inputs }, i) => {
    const before = dense[i - 1]?.outputs ?? inputs;
    if (inputs !== before)
      throw modelError(folder.name, `a dense module takes ${inputs} numbers where ${before} come in.`);
  });
  return { pooling: readPooling(folder, folder.json(`${path}/config.json`)), dense };
}

const KNOWN = new Set(["Transformer", "Pooling", "Dense", "Normalize", "Dropout"]);

const trimmed = (path: unknown): string => String(path ?? "").replace(/\/$/, "");

/** By the key that older files have, each with true or false. */
const MODES: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: "mean",
  pooling_mode_cls_token: "cls",
  pooling_mode_lasttoken: "last",
  pooling_mode_max_tokens: "max",
};
/** Names in newer files. */
const NAMES: Readonly<Record<string, Pooling>> = {
  mean: "mean",
  cls: "cls",
  lasttoken: "last",
  last: "last",
  max: "max",
};

function readPooling(folder: ModelFolder, file: Json | undefined): Pooling | null {
  if (file === undefined) return null;
  const modes = Object.keys(file).filter((key) => key.startsWith("pooling_mode") && file[key] === true);
  const named = String(file.pooling_mode);
  const pooling = Object.hasOwn(NAMES, named) ? NAMES[named] : undefined;
  const mode = modes.length === 1 ? MODES[modes[0]!] : pooling;
  if (mode === undefined) {
    const names = modes.join(", ") || (file.pooling_mode === undefined ? "none" : named);
    throw modelError(folder.name, `its pooling (${names}) is not supported. Name a "pooling": mean, cls, last or max.`);
  }
  return mode;
}

function readDense(folder: ModelFolder, place: string): Dense {
  const config = folder.needJson(`${place}/config.json`);
  const inputs = sizeOf(folder, place, config.in_features);
  const outputs = sizeOf(folder, place, config.out_features);
  const name = String(config.activation_function ?? "Identity")
    .split(".")
    .at(-1)!;
  const activation = Object.hasOwn(ACTIVATIONS, name) ? ACTIVATIONS[name] : undefined;
  if (activation === undefined)
    throw modelError(folder.name, `"${place}" has an activation "${name}", which is not supported.`);
  const tensors = denseTensors(folder, place);
  const weight = tensors.get("linear.weight");
  const bias = tensors.get("linear.bias");
  const has = (tensor: RawTensor | undefined, ...shape: number[]) => String(tensor?.shape) === String(shape);
  if (weight === undefined || !has(weight, outputs, inputs) || (bias !== undefined && !has(bias, outputs))) {
    throw modelError(
      folder.name,
      `the weights of "${place}" are not the ${outputs} × ${inputs} that its config.json says.`,
    );
  }
  return { inputs, outputs, activation, weights: floatsIn(weight), bias: bias === undefined ? null : floatsIn(bias) };
}

function sizeOf(folder: ModelFolder, place: string, value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_DIMENSIONS) return Number(value);
  throw modelError(
    folder.name,
    `"${place}/config.json" has no "in_features" and "out_features" from 1 to ${MAX_DIMENSIONS}.`,
  );
}

function denseTensors(folder: ModelFolder, place: string): ReadonlyMap<string, RawTensor> {
  const path = `${place}/model.safetensors`;
  const real = folder.find(path);
  if (real !== undefined) return tensorsOf(folder, path, real, ["linear.weight", "linear.bias"]);
  const isPickled = folder.find(`${place}/pytorch_model.bin`) !== undefined;
  throw modelError(
    folder.name,
    isPickled
      ? `the weights of "${place}" are in pytorch_model.bin only, which can hold code and is not read. Save the model anew with safetensors, or name a "pooling" to leave the modules out.`
      : `the model folder has no file "${path}".`,
  );
}

/** The tensors of a file of the folder; what is wrong with it becomes SXP4001. */
export function tensorsOf(
  folder: ModelFolder,
  path: string,
  real: string,
  wanted: readonly string[],
): ReadonlyMap<string, RawTensor> {
  folder.include(path, real);
  try {
    return readSafetensors(real, wanted);
  } catch (failure) {
    if (!(failure instanceof SafetensorsError)) throw failure;
    throw modelError(folder.name, `"${path}" can't be read: ${failure.message}.`, failure);
  }
}

const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  Identity: (x) => x,
  Tanh: Math.tanh,
  ReLU: (x) => Math.max(0, x),
  Sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  SiLU: (x) => x / (1 + Math.exp(-x)),
  GELU: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
};

/** The error function, to 1.5e-7 (M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** A vector through one module after the other. */
export const throughDense = (vector: Float64Array, modules: readonly Dense[]): Float64Array =>
  modules.reduce((x, { inputs, outputs, weights, bias, activation }) => {
    const y = new Float64Array(outputs);
    for (let row = 0; row < outputs; row++) {
      let sum = bias === null ? 0 : bias[row]!;
      for (let i = 0; i < inputs; i++) sum += weights[row * inputs + i]! * x[i]!;
      y[row] = activation(sum);
    }
    return y;
  }, vector);
