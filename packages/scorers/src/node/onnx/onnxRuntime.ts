import { modelError } from "./modelFolder.js";
import { importOptional, whyNot } from "./optionalPackage.js";

/** The used part of onnxruntime-node, which is an optional peer: our declarations contain none of its types. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: object): Promise<OnnxSession>;
  };
  readonly env?: { readonly versions?: { readonly common?: string } };
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

const PACKAGE = "onnxruntime-node";
/** The oldest version that was tried: it refuses weights outside of a model's folder, whatever path, link or address names them. */
const MIN_VERSION = [1, 30] as const;
const HOW = `Run "npm install --ignore-scripts onnxruntime-node" next to this package.`;

/** Loads onnxruntime-node, from the folder in `SXP_ONNXRUNTIME` if it is set. Throws SXP4001 with the command that installs it. */
export async function loadOnnxRuntime(model: string): Promise<OnnxRuntime> {
  const runtime = await importOptional<OnnxRuntime>(PACKAGE).catch((failure: unknown) => {
    throw modelError(model, `${whyNot(PACKAGE, failure)}. ${HOW}`, failure);
  });
  const version = runtime.env?.versions?.common ?? "0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return runtime;
  throw modelError(model, `${PACKAGE} ${version} is older than ${MIN_VERSION.join(".")}. ${HOW}`);
}

/**
 * Opens a model file on the CPU. One thread by default and no spinning: two threads that spin were 1.5 to 3 times slower
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
