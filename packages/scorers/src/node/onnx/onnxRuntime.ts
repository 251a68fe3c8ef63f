import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { modelError } from "./modelFolder.js";

/** What is used of onnxruntime-node, which is an optional peer: none of its types are in our declarations. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: object): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: string, data: TensorData, dims: readonly number[]) => OnnxTensor;
}

export type TensorData = BigInt64Array | Int32Array | Float32Array | Uint16Array | Uint8Array;

export interface OnnxTensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
}

export interface OnnxSession {
  readonly inputMetadata: readonly OnnxValue[];
  readonly outputMetadata: readonly OnnxValue[];
  run(
    feeds: Readonly<Record<string, OnnxTensor>>,
    fetches: readonly string[],
  ): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

/** An input or output: sizes are numbers where the graph fixes them, names where it does not. */
export interface OnnxValue {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

/** Held in a variable, so that bundlers leave it to be found at run time. */
const PACKAGE = "onnxruntime-node";
/** For programs that are not installed next to it, such as an editor's extension: the folder whose `node_modules` has it. */
const PLACE = "SXP_ONNXRUNTIME";

/** Loads onnxruntime-node, from the folder that `SXP_ONNXRUNTIME` names where it is set. Throws SXP4001 that says what to install. */
export async function loadOnnxRuntime(model: string): Promise<OnnxRuntime> {
  try {
    const loaded = (await import(specifier())) as { readonly default?: OnnxRuntime } & OnnxRuntime;
    return loaded.default ?? loaded;
  } catch (failure) {
    const missing = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(String((failure as { code?: unknown }).code));
    const why = missing
      ? "onnxruntime-node is not installed"
      : `onnxruntime-node can't be loaded (${(failure as Error).message})`;
    throw modelError(
      model,
      `${why}. Run "npm install --ignore-scripts onnxruntime-node" next to this package.`,
      failure,
    );
  }
}

function specifier(): string {
  const folder = process.env[PLACE];
  if (folder === undefined || folder === "") return PACKAGE;
  return pathToFileURL(createRequire(join(folder, "package.json")).resolve(PACKAGE)).href;
}

/**
 * Opens a checked model file on the CPU. One thread by default and no spinning: two threads that spin were 1.5 to 3 times slower
 * than one where another process worked on the same two cores.
 */
export async function openSession(
  runtime: OnnxRuntime,
  model: string,
  path: string,
  threads: number,
): Promise<OnnxSession> {
  try {
    return await runtime.InferenceSession.create(path, {
      executionProviders: ["cpu"],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      logSeverityLevel: 3,
      extra: { session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } } },
    });
  } catch (failure) {
    throw modelError(model, `onnxruntime can't load the model: ${(failure as Error).message}`, failure);
  }
}
