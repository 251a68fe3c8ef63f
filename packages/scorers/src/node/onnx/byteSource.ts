import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes that can be read anywhere. `read` gives fewer than asked for only at the end. */
export interface ByteSource {
  readonly length: number;
  read(position: number, length: number): Uint8Array;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  length: bytes.length,
  read: (position, length) => bytes.subarray(position, position + length),
});

/** Bytes that are read at once and kept: the structure of a graph lies between its weights, in small pieces. */
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
