import { modelError } from "./modelError.js";
import type { OnnxTensor } from "./onnxRuntime.js";

/** The numbers of a float32 or float16 tensor. Throws SXP4001 for another type. */
export function floatsOf(model: string, tensor: OnnxTensor): Float32Array {
  if (tensor.data instanceof Float32Array) return tensor.data;
  if (tensor.type === "float16") {
    const { data } = tensor;
    if (data instanceof Uint16Array) return Float32Array.from(data, fromHalf);
    // A host that has Float16Array gives numbers already.
    if (ArrayBuffer.isView(data)) return Float32Array.from(data as unknown as ArrayLike<number>);
  }
  throw modelError(model, `the output of the graph is of type ${tensor.type}, not float.`);
}

/** IEEE 754 binary16. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
