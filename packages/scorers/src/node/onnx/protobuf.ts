import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes that are not protobuf, or exceed the size of a model. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

/** The wire types in ONNX (protobuf encoding guide). Groups, 3 and 4, do not occur. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Fields read in one file. A model has some per node and per weight. */
const MAX_FIELDS = 20_000_000;
/** Bytes of a name or path. */
const MAX_TEXT = 65536;

/** A field: a number (a varint, by its low 53 bits) or a piece of the source. */
export interface Field {
  readonly number: number;
  readonly wire: number;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads protobuf messages from a source field by field, without reading what is skipped. Throws a ProtobufError on anything that
 * is not well formed, and on no other occasion.
 */
export class ProtobufReader {
  private fields = 0;

  constructor(private readonly source: ByteSource) {}

  /** The fields of the message in [start, end), in order. */
  *message(start = 0, end = this.source.length): Generator<Field> {
    let at = start;
    while (at < end) {
      if (++this.fields > MAX_FIELDS) throw new ProtobufError("It has too many fields.");
      const tag = this.varint(at, end);
      at = tag.next;
      const number = Math.floor(tag.value / 8);
      const wire = tag.value % 8;
      if (number === 0 || number >= 2 ** 29) throw new ProtobufError(`There is no field number ${number}.`);
      const { value, from, next } = this.payload(wire, at, end);
      at = next;
      yield { number, wire, value, start: from, end: next };
    }
  }

  /** A nested message, string or bytes as a piece; anything else is not well formed. */
  piece(field: Field): Field {
    return ofWire(BYTES, field);
  }

  number(field: Field): number {
    return ofWire(VARINT, field).value;
  }

  text(field: Field): string {
    const { start, end } = this.piece(field);
    if (end - start > MAX_TEXT) throw new ProtobufError("A name is too long.");
    return new TextDecoder().decode(this.source.read(start, end - start));
  }

  private payload(wire: number, at: number, end: number): { value: number; from: number; next: number } {
    if (wire === VARINT) {
      const { value, next } = this.varint(at, end);
      return { value, from: at, next };
    }
    const length = wire === BYTES ? this.varint(at, end) : { value: fixedLength(wire), next: at };
    const next = length.next + length.value;
    if (next > end) throw new ProtobufError("It ends in the middle of a field.");
    return { value: 0, from: length.next, next };
  }

  private varint(at: number, end: number): { value: number; next: number } {
    const bytes = this.source.read(at, Math.min(10, end - at));
    let value = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return { value, next: at + i + 1 };
    }
    throw new ProtobufError(bytes.length === 10 ? "A number is too long." : "It ends in the middle of a number.");
  }
}

function ofWire(wire: number, field: Field): Field {
  if (field.wire === wire) return field;
  throw new ProtobufError(`Field ${field.number} has the wrong wire type.`);
}

function fixedLength(wire: number): number {
  if (wire === FIXED64) return 8;
  if (wire === FIXED32) return 4;
  throw new ProtobufError(`There is no wire type ${wire}.`);
}

/** Bytes that can be read anywhere. `read` gives fewer than asked for only at the end. */
export interface ByteSource {
  readonly length: number;
  read(position: number, length: number): Uint8Array;
}

/** Bytes that are read at once and kept: the structure of a graph is between its weights, in small pieces. */
const WINDOW = 65536;

/** A file, read through a window, so that skipping the weights reads nothing. Closed when `use` returns. */
export function withFile<T>(path: string, use: (source: ByteSource) => T): T {
  const file = openSync(path, "r");
  try {
    const window = Buffer.alloc(WINDOW);
    let start = 0;
    let end = 0;
    const fill = (into: Uint8Array, position: number): number => {
      let done = 0;
      for (;;) {
        const read = readSync(file, into, done, into.length - done, position + done);
        done += read;
        if (read === 0 || done === into.length) return done;
      }
    };
    return use({
      length: fstatSync(file).size,
      read(position, length) {
        if (length > WINDOW) {
          const bytes = new Uint8Array(length);
          return bytes.subarray(0, fill(bytes, position));
        }
        if (position < start || position + length > end) {
          start = position;
          end = position + fill(window, position);
        }
        return window.subarray(position - start, Math.min(position - start + length, end - start));
      },
    });
  } finally {
    closeSync(file);
  }
}
