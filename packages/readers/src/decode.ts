import { readError } from "@semantic-xpath/tree";

/** Raises the error of a format at a place of its text: bytes that are no text are malformed XML, or malformed JSON. */
export type Malformed = (problem: string, start: number) => Error;

export const malformedXml: Malformed = (problem, start) => readError("SXP4005", { problem }, { start, end: start + 1 });
export const malformedJson: Malformed = (problem, start) =>
  readError("SXP4007", { problem }, { start, end: start + 1 });

/**
 * Bytes to text, piece by piece: UTF-8, or UTF-16 where a byte order mark says so. The mark is no part of the text, a
 * character may be cut anywhere, and bytes that are no character are refused and not replaced.
 */
class Decoder {
  private decoder: InstanceType<typeof TextDecoder> | null = null;
  private encoding = "utf-8";
  /** The first byte, while a second one is needed to know the encoding. */
  private held: Uint8Array = new Uint8Array(0);
  private units = 0;

  constructor(private readonly malformed: Malformed) {}

  decode(bytes: Uint8Array): string {
    if (this.decoder !== null) return this.piece(bytes, true);
    const start = this.held.length === 0 ? bytes : joined(this.held, bytes);
    this.held = start;
    return start.length < 2 ? "" : this.begin();
  }

  /** What is left at the end. */
  end(): string {
    const start = this.decoder === null ? this.begin() : "";
    return start + this.piece(new Uint8Array(0), false);
  }

  private begin(): string {
    const [first, second] = this.held;
    if (first === 0xff && second === 0xfe) this.encoding = "utf-16le";
    if (first === 0xfe && second === 0xff) this.encoding = "utf-16be";
    this.decoder = new TextDecoder(this.encoding, { fatal: true });
    return this.piece(this.held, true);
  }

  private piece(bytes: Uint8Array, stream: boolean): string {
    let text: string;
    try {
      text = this.decoder!.decode(bytes, { stream });
    } catch {
      const name = this.encoding === "utf-8" ? "UTF-8" : "UTF-16";
      throw this.malformed(`a byte here is not ${name}`, this.units + this.unitsBefore(bytes));
    }
    this.units += text.length;
    return text;
  }

  /** How much of a refused piece is text: by halving, since a prefix is refused exactly where it reaches the bad byte. */
  private unitsBefore(bytes: Uint8Array): number {
    let good = 0;
    let units = 0;
    for (let bad = bytes.length; good + 1 < bad; ) {
      const middle = (good + bad) >>> 1;
      try {
        units = new TextDecoder(this.encoding, { fatal: true }).decode(bytes.subarray(0, middle), {
          stream: true,
        }).length;
        good = middle;
      } catch {
        bad = middle;
      }
    }
    return units;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Bytes decoded at a time, so that neither a copy of the whole nor a string beyond the engine's limit arises. */
const PIECE = 1 << 20;

/** The text of an input that is given whole, in pieces. */
export function* piecesOf(bytes: Uint8Array, malformed: Malformed): Generator<string, void, undefined> {
  const decoder = new Decoder(malformed);
  for (let at = 0; at < bytes.length; at += PIECE) yield decoder.decode(bytes.subarray(at, at + PIECE));
  yield decoder.end();
}

/** The text of a stream of strings or bytes, in pieces. */
export async function* streamedPieces(
  stream: AsyncIterable<string | Uint8Array>,
  malformed: Malformed,
): AsyncGenerator<string, void, undefined> {
  let decoder: Decoder | null = null;
  for await (const chunk of stream) {
    if (typeof chunk === "string") {
      yield chunk;
    } else {
      decoder ??= new Decoder(malformed);
      yield decoder.decode(chunk);
    }
  }
  if (decoder !== null) yield decoder.end();
}
