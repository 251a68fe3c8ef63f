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
 * Those of com.microsoft that encoders use (github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md). Left out are
 * those that load other files or code (EPContext, Snpe) and the generators.
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

/** What optimised exports put into the standard domain although only onnxruntime defines it. */
const IN_STANDARD_DOMAIN = "SimplifiedLayerNormalization";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** "domain:op" of every operator that a model may use. */
export const KNOWN_OPERATORS: ReadonlySet<string> = new Set([
  ...words(STANDARD).map((name) => `:${name}`),
  `:${IN_STANDARD_DOMAIN}`,
  ...words(MICROSOFT).map((name) => `com.microsoft:${name}`),
]);

/**
 * Operators that measure the range of their whole input at run time, the batch included: with them the result for a text depends
 * on its neighbours.
 */
export const BATCH_DEPENDENT: ReadonlySet<string> = new Set([
  ":DynamicQuantizeLinear",
  "com.microsoft:DynamicQuantizeMatMul",
  "com.microsoft:DynamicQuantizeLSTM",
  "com.microsoft:MoE",
  "com.microsoft:QMoE",
]);
