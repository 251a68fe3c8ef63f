import { statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { type OnnxSummary, summariseOnnx } from "./onnxGraph.js";
import { ProtobufError, withFile } from "./protobuf.js";

/** A model file that was looked through and may be handed to onnxruntime. */
export interface ModelFile {
  readonly path: string;
  /** True if some operator mixes the rows of a batch, so that texts have to go one by one. */
  readonly mixesRows: boolean;
}

/** If a model is looked for, best first. After these, any other onnx/*.onnx, by name. */
const USUAL = [
  "onnx/model.onnx",
  "model.onnx",
  "onnx/model_fp16.onnx",
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
];

/**
 * Finds the model file and checks it before onnxruntime opens it: known operators only, weights only in files of the folder.
 *
 * @param file the file to use, relative to the folder; by default the most usual one.
 * @throws SXP4001 that names the refused part
 */
export function openModelFile(folder: ModelFolder, file?: string): ModelFile {
  const path = file ?? usualFile(folder);
  const real = folder.find(path);
  if (real === undefined) throw modelError(folder.name, `the model folder has no file "${path}".`);
  const summary = summarise(folder, path, real);
  checkOperators(folder, path, summary);
  folder.include(path, real);
  for (const [location, end] of summary.external) checkExternal(folder, real, location, end);
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

/** The standard operators (github.com/onnx/onnx/blob/main/docs/Operators.md), deprecated ones included. */
const STANDARD = `
  Abs Acos Acosh Add AffineGrid And ArgMax ArgMin Asin Asinh Atan Atanh Attention AveragePool BatchNormalization Bernoulli
  BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor BlackmanWindow Cast CastLike Ceil Celu CenterCropPad Clip Col2Im Compress
  Concat ConcatFromSequence Constant ConstantOfShape Conv ConvInteger ConvTranspose Cos Cosh CumProd CumSum DFT DeformConv
  DepthToSpace DequantizeLinear Det Div Dropout DynamicQuantizeLinear Einsum Elu Equal Erf Exp Expand EyeLike Flatten Floor GRU
  Gather GatherElements GatherND Gelu Gemm GlobalAveragePool GlobalLpPool GlobalMaxPool Greater GreaterOrEqual GridSample
  GroupNormalization HammingWindow HannWindow HardSigmoid HardSwish Hardmax Identity If ImageDecoder InstanceNormalization IsInf
  IsNaN LRN LSTM LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax Loop LpNormalization LpPool MatMul MatMulInteger
  Max MaxPool MaxRoiPool MaxUnpool Mean MeanVarianceNormalization MelWeightMatrix Min Mish Mod Mul Multinomial Neg
  NegativeLogLikelihoodLoss NonMaxSuppression NonZero Not OneHot Optional OptionalGetElement OptionalHasElement Or PRelu Pad Pow
  QLinearConv QLinearMatMul QuantizeLinear RMSNormalization RNN RandomNormal RandomNormalLike RandomUniform RandomUniformLike
  Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum
  ReduceSumSquare RegexFullMatch Relu Reshape Resize ReverseSequence RoiAlign RotaryEmbedding Round STFT Scan Scatter
  ScatterElements ScatterND Selu SequenceAt SequenceConstruct SequenceEmpty SequenceErase SequenceInsert SequenceLength
  SequenceMap Shape Shrink Sigmoid Sign Sin Sinh Size Slice Softmax SoftmaxCrossEntropyLoss Softplus Softsign SpaceToDepth Split
  SplitToSequence Sqrt Squeeze StringConcat StringNormalizer StringSplit Sub Sum Swish Tan Tanh TensorScatter TfIdfVectorizer
  ThresholdedRelu Tile TopK Transpose Trilu Unique Unsqueeze Upsample Where Xor`;

/**
 * Operators of com.microsoft that encoders use (github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md). Operators that
 * load other files or code (EPContext, Snpe) and the generators are left out.
 */
const MICROSOFT = `
  Attention BiasAdd BiasDropout BiasGelu BiasSoftmax BiasSplitGelu DequantizeLinear DynamicQuantizeLSTM DynamicQuantizeMatMul
  EmbedLayerNormalization ExpandDims FastGelu FusedConv FusedGemm FusedMatMul FusedMatMulActivation GatedRelativePositionBias
  GatherBlockQuantized GatherND Gelu GemmFastGelu GemmaRotaryEmbedding GroupQueryAttention LongformerAttention MatMulBnb4
  MatMulFpQ4 MatMulInteger16 MatMulIntegerToFloat MatMulNBits MoE MulInteger MultiHeadAttention PackedAttention
  PackedMultiHeadAttention Pad QAttention QEmbedLayerNormalization QGemm QLinearAdd QLinearConcat QLinearMul QLinearReduceMean
  QLinearSigmoid QLinearSoftmax QLinearWhere QMoE QOrderedAttention QOrderedGelu QOrderedLayerNormalization QOrderedMatMul
  QuantizeLinear QuickGelu Range ReduceSumInteger RelativePositionBias RemovePadding RestorePadding RotaryEmbedding
  SkipLayerNormalization SkipSimplifiedLayerNormalization SparseAttention TransposeMatMul Trilu Unique`;

/** Operator that optimised exports put into the standard domain although only onnxruntime defines it. */
const IN_STANDARD_DOMAIN = "SimplifiedLayerNormalization";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** "domain:op" of every operator that a model may use. */
const KNOWN_OPERATORS: ReadonlySet<string> = new Set([
  ...words(STANDARD).map((name) => `:${name}`),
  `:${IN_STANDARD_DOMAIN}`,
  ...words(MICROSOFT).map((name) => `com.microsoft:${name}`),
]);

/**
 * Operators that measure the range of their whole input at run time, the batch included: with them the result for a text depends
 * on its neighbours.
 */
const BATCH_DEPENDENT: ReadonlySet<string> = new Set([
  ":DynamicQuantizeLinear",
  "com.microsoft:DynamicQuantizeMatMul",
  "com.microsoft:DynamicQuantizeLSTM",
  "com.microsoft:MoE",
  "com.microsoft:QMoE",
]);
