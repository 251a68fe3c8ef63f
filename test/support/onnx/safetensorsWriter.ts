/** Numbers of a tensor as they lie in a file. */
export interface TensorFile {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data: ArrayBufferView;
}

/** A file of safetensors (github.com/huggingface/safetensors, "Format"). */
export function writeSafetensors(tensors: Readonly<Record<string, TensorFile>>): Uint8Array {
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: { format: "pt" } };
  for (const [name, { dtype, shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [at, at + data.byteLength] };
    at += data.byteLength;
  }
  const bytes = Object.values(tensors).map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return withHeader(JSON.stringify(header), Buffer.concat(bytes));
}

/** Any header before any bytes. */
export function withHeader(header: string, bytes: Uint8Array = new Uint8Array(0)): Uint8Array {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  return Buffer.concat([length, Buffer.from(header), bytes]);
}

export const f32 = (shape: readonly number[], numbers: ArrayLike<number>): TensorFile => ({
  dtype: "F32",
  shape,
  data: Float32Array.from(numbers),
});
