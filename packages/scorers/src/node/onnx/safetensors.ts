import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { isObject } from "../../json.js";
import { fromHalf } from "./half.js";

/** Fault of a safetensors file: another format, or a missing tensor. The message is the end of a sentence. */
export class SafetensorsError extends Error {
  override readonly name = "SafetensorsError";
}

/** Bytes of a number, by the format's name for its type; those that are read as numbers here. */
const SIZES = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1, U8: 1 } as const;
type ElementType = keyof typeof SIZES;

const isElementType = (type: unknown): type is ElementType => typeof type === "string" && Object.hasOwn(SIZES, type);

/** A tensor as it is in the file: numbers of `type`, row by row. */
export interface RawTensor {
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** Little endian, aligned for the widest number. */
  readonly bytes: Uint8Array;
}

interface Place {
  readonly type: string;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** Bytes of the list at the head of a file. That of the largest models has a few hundred thousand. */
const LONGEST_HEADER = 16 * 2 ** 20;
/** Numbers of one tensor: 4 GiB of them as f32. */
const MAX_NUMBERS = 2 ** 30;

/**
 * The wanted tensors of a file that exist, by name (github.com/huggingface/safetensors, "Format"): eight bytes with the length of a
 * JSON header, the header, the numbers. Only wanted tensors are read. Every place is checked before: it lies within the file, overlaps no
 * other, and has the bytes that shape and type require.
 *
 * @throws SafetensorsError for anything else, and the errors of the file system
 */
export function readSafetensors(path: string, wanted: readonly string[]): ReadonlyMap<string, RawTensor> {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const length = headerLength(read(file, 0, Math.min(8, size)), size);
    const places = readHeader(new TextDecoder().decode(read(file, 8, length)), size - 8 - length);
    const tensors = wanted.flatMap((name) => {
      const place = places.get(name);
      if (place === undefined) return [];
      if (!isElementType(place.type)) throw new SafetensorsError(`"${name}" is of type ${place.type}`);
      const bytes = read(file, 8 + length + place.start, place.end - place.start);
      return [[name, { type: place.type, shape: place.shape, bytes }] as const];
    });
    return new Map(tensors);
  } finally {
    closeSync(file);
  }
}

function headerLength(bytes: Uint8Array, size: number): number {
  if (bytes.length < 8) throw new SafetensorsError("it is cut short");
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  if (length > LONGEST_HEADER) throw new SafetensorsError(`its header would have ${length} bytes`);
  if (length < 2 || 8 + length > size) throw new SafetensorsError("it is cut short");
  return length;
}

/** The places of a header, `room` being the bytes after it. */
export function readHeader(text: string, room: number): ReadonlyMap<string, Place> {
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch {
    throw new SafetensorsError("its header is not JSON");
  }
  if (!isObject(header)) throw new SafetensorsError("its header is no JSON object");
  const places = new Map<string, Place>();
  for (const [name, entry] of Object.entries(header)) {
    if (name !== "__metadata__") places.set(name, placeOf(name, entry, room));
  }
  let end = 0;
  for (const place of [...places.values()].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (place.start < end) throw new SafetensorsError("two of its tensors lie in one place");
    end = place.end;
  }
  return places;
}

function placeOf(name: string, entry: unknown, room: number): Place {
  const { dtype, shape, data_offsets: offsets } = isObject(entry) ? entry : {};
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  const isFit = typeof dtype === "string" && Array.isArray(shape) && shape.length <= 8 && shape.every(isCount);
  if (!isFit || !Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isCount)) {
    throw new SafetensorsError(`its entry for "${name}" has no type, shape and place`);
  }
  const [start, end] = offsets as [number, number];
  if (start > end || end > room) throw new SafetensorsError(`"${name}" lies outside of the file`);
  const numbers = (shape as number[]).reduce((product, size) => product * size, 1);
  if (numbers > MAX_NUMBERS) throw new SafetensorsError(`"${name}" has ${numbers} numbers`);
  const size = isElementType(dtype) ? SIZES[dtype] : null;
  if (size !== null && numbers * size !== end - start) {
    throw new SafetensorsError(`"${name}" has ${end - start} bytes for ${numbers} numbers of type ${dtype}`);
  }
  return { type: dtype, shape: shape as number[], start, end };
}

function read(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) throw new SafetensorsError("it is cut short");
    done += count;
  }
  return bytes;
}

/** Numbers of a tensor, one by one, without a copy of all as floats. */
export type NumberAt = (index: number) => number;

/** The f16 as floats, made at first use: what is looked up is not computed for each token again. */
let halves: Float32Array | undefined;

export function numbersOf({ type, bytes }: RawTensor): NumberAt {
  const { buffer } = bytes;
  switch (type) {
    case "F64":
      return at(new Float64Array(buffer));
    case "F32":
      return at(new Float32Array(buffer));
    case "I32":
      return at(new Int32Array(buffer));
    case "I8":
      return at(new Int8Array(buffer));
    case "U8":
      return at(bytes);
    case "I64": {
      const numbers = new BigInt64Array(buffer);
      return (index) => Number(numbers[index]);
    }
    case "F16": {
      const numbers = new Uint16Array(buffer);
      halves ??= Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits));
      const table = halves;
      return (index) => table[numbers[index]!]!;
    }
    case "BF16": {
      const numbers = new Uint16Array(buffer);
      const word = new Uint32Array(1);
      const float = new Float32Array(word.buffer);
      return (index) => {
        word[0] = numbers[index]! << 16;
        return float[0]!;
      };
    }
  }
}

const at =
  (numbers: { readonly [index: number]: number }): NumberAt =>
  (index) =>
    numbers[index]!;

/** All numbers of a tensor as f32. */
export function floatsIn(tensor: RawTensor): Float32Array {
  const number = numbersOf(tensor);
  const floats = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
  for (let i = 0; i < floats.length; i++) floats[i] = number(i);
  return floats;
}
