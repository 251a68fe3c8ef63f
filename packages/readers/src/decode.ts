import { type ReadError, type ReadLimits, readError } from "@semantic-xpath/tree";
import type { Report } from "./readerOptions.js";

/** Error of a format at a place of its text: invalid bytes are malformed XML, or malformed JSON. */
type Malformed = (problem: string, start: number) => ReadError;

export const malformedXml: Malformed = (problem, start) => readError("SXP4005", { problem }, { start, end: start + 1 });
export const malformedJson: Malformed = (problem, start) =>
  readError("SXP4007", { problem }, { start, end: start + 1 });

/** Refuses an input that is longer than the limit. */
export function checkLength(length: number, { maxInputLength }: ReadLimits): void {
  if (length <= maxInputLength) return;
  const parameters = { what: "characters of input", limit: maxInputLength, option: "limits.maxInputLength" };
  throw readError("SXP4003", parameters, { start: maxInputLength, end: maxInputLength + 1 });
}

/** Bytes of white space and of byte order marks, and the zero that goes with them in UTF-16. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]);
const LESS = 0x3c;

/** Tests that the first character is `<`. */
export function startsAsXml(input: string | Uint8Array): boolean {
  if (typeof input === "string") return /^\uFEFF?\s*</.test(input);
  return input.find((byte) => !BLANK.has(byte)) === LESS;
}

/** Bytes in which the encoding shows: by a byte order mark, or the declaration of XML. */
const HEAD = 1024;
/** UTF-16 shows in the first two bytes, with a mark or by the `<` of XML; UTF-8 only if it is marked. */
const STARTS: Readonly<Record<number, string>> = {
  65534: "utf-16le",
  65279: "utf-16be",
  15360: "utf-16le",
  60: "utf-16be",
  61371: "utf-8",
};
/** Byte order marks. */
const MARKS: ReadonlySet<number> = new Set([65534, 65279, 61371]);
const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]*)/;

interface Encoding {
  readonly name: string;
  /** Reason against reading it so, with the place of its declaration; null: none. */
  readonly problem: string | null;
  readonly at: number;
}

/** The encoding of bytes by their beginning: the mark, the caller's label, or the declaration of XML, else UTF-8. */
function encodingOf(bytes: Uint8Array, label: string | null = null): Encoding {
  const [first = 0, second = 0] = bytes;
  const byMark = STARTS[(first << 8) | second];
  if (label !== null) return { name: MARKS.has((first << 8) | second) ? byMark! : label, problem: null, at: 0 };
  const declaration = DECLARED.exec(new TextDecoder(byMark ?? "latin1").decode(bytes.subarray(0, HEAD)));
  if (declaration === null) return { name: byMark ?? "utf-8", problem: null, at: 0 };
  const declared = declaration[1]!;
  const declaredName = knownName(declared);
  const isSame =
    byMark === undefined ? !declaredName?.startsWith("utf-16") : declaredName?.slice(0, 6) === byMark.slice(0, 6);
  const problem =
    declaredName === null ? `the encoding "${declared}" is not known` : `its bytes are not ${declared}, as it says`;
  return {
    name: byMark ?? declaredName ?? "utf-8",
    problem: declaredName !== null && isSame ? null : problem,
    at: declaration[0].length - declared.length,
  };
}

/** The encoding that a label means. Throws a RangeError where it means none. */
export function encodingNamed(label: string): string {
  const name = knownName(label);
  if (name === null)
    throw new RangeError(`encoding: "${label.slice(0, 40)}" is not known; windows-1252 and utf-16le are`);
  return name;
}

function knownName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** The encoding of bytes, by the name that a `TextDecoder` has for it. */
export const encodingName = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes).name).encoding;

/** The text of bytes in their encoding, as the readers see it, for messages about it: invalid bytes are U+FFFD. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes).name).decode(bytes);

/**
 * Bytes to text, piece by piece, in the encoding that they show or declare. A byte order mark is not part of the text, a character may
 * be cut anywhere, and invalid bytes are refused and not replaced.
 */
class Decoder {
  private decoder: InstanceType<typeof TextDecoder> | null = null;
  /** The beginning, until it shows the encoding. */
  private held: Uint8Array = new Uint8Array(0);
  private units = 0;
  /** Decoder without refusals, for a text that is read on. */
  private lenient: InstanceType<typeof TextDecoder> | null = null;
  private isBroken = false;

  /**
   * @param malformed null: by the format that the beginning suggests
   * @param report null: a problem is thrown
   * @param label the encoding of bytes without a byte order mark; null: the one that they show or declare
   */
  constructor(
    private malformed: Malformed | null,
    private readonly report: Report | null = null,
    private readonly label: string | null = null,
  ) {}

  decode(bytes: Uint8Array): string {
    if (this.decoder !== null) return this.piece(bytes, true);
    this.held = this.held.length === 0 ? bytes : joined(this.held, bytes);
    return this.held.length < HEAD ? "" : this.begin();
  }

  /**
   * All of the bytes at once. Where it need not go on later an engine makes a string of half the size of UTF-8 that is ASCII; of other
   * encodings some then read a few bytes otherwise.
   */
  whole(bytes: Uint8Array): string {
    this.held = bytes;
    const isUtf8 = encodingOf(bytes, this.label).name === "utf-8";
    const text = this.begin(!isUtf8);
    return isUtf8 ? text : text + this.piece(new Uint8Array(0), false);
  }

  /** Remainder at the end. */
  end(): string {
    const start = this.decoder === null ? this.begin() : "";
    return start + this.piece(new Uint8Array(0), false);
  }

  private begin(stream = true): string {
    const { name, problem, at } = encodingOf(this.held, this.label);
    this.malformed ??= startsAsXml(this.held) ? malformedXml : malformedJson;
    if (problem !== null) this.fail(problem, at);
    if (this.report !== null) this.lenient = new TextDecoder(name);
    this.decoder = new TextDecoder(name, { fatal: true });
    return this.piece(this.held, stream);
  }

  private piece(bytes: Uint8Array, stream: boolean): string {
    let text = "";
    try {
      if (!this.isBroken) text = this.decoder!.decode(bytes, { stream });
    } catch {
      const name = this.decoder!.encoding.replace("utf", "UTF");
      this.isBroken = true;
      this.fail(`a byte here is not ${name}`, this.units + this.unitsBefore(bytes));
    }
    if (this.lenient !== null) text = this.lenient.decode(bytes, { stream });
    this.units += text.length;
    return text;
  }

  private fail(problem: string, at: number): void {
    const error = this.malformed!(problem, at);
    if (this.report === null) throw error;
    this.report(error);
  }

  /** Length of the valid beginning of a refused piece: by halving, since a prefix is refused exactly if it reaches the bad byte. */
  private unitsBefore(bytes: Uint8Array): number {
    let good = 0;
    let units = 0;
    for (let bad = bytes.length; good + 1 < bad; ) {
      const middle = (good + bad) >>> 1;
      try {
        units = new TextDecoder(this.decoder!.encoding, { fatal: true }).decode(bytes.subarray(0, middle), {
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
  const concatenated = new Uint8Array(first.length + second.length);
  concatenated.set(first);
  concatenated.set(second, first.length);
  return concatenated;
}

/** Bytes decoded at a time, so that neither a copy of the whole nor a string beyond the engine's limit arises. */
const PIECE = 1 << 20;
/** Bytes whose text is surely no longer than a string can be. */
const ONE_PIECE = 1 << 28;

/** The text of an input that is given whole, in pieces. */
export function* piecesOf(
  bytes: Uint8Array,
  malformed: Malformed,
  report: Report | null = null,
  size = PIECE,
  label: string | null = null,
): Generator<string, void, undefined> {
  const decoder = new Decoder(malformed, report, label);
  if (bytes.length <= size) {
    yield decoder.whole(bytes);
    return;
  }
  for (let at = 0; at < bytes.length; at += size) yield decoder.decode(bytes.subarray(at, at + size));
  yield decoder.end();
}

/** The text of an input that is given whole, within the limit of its length and without a byte order mark. */
export function wholeText(
  input: string | Uint8Array,
  limits: ReadLimits,
  malformed: Malformed,
  report: Report | null = null,
  label: string | null = null,
): string {
  if (typeof input === "string") {
    checkLength(input.length, limits);
    return input;
  }
  let text = "";
  // A single piece avoids a copy.
  const size = input.length <= Math.min(limits.maxInputLength, ONE_PIECE) ? input.length : PIECE;
  for (const piece of piecesOf(input, malformed, report, size, label)) {
    checkLength(text.length + piece.length, limits);
    text += piece;
  }
  return text;
}

/** The text of a stream of strings or bytes, in pieces. */
export async function* streamedPieces(
  stream: AsyncIterable<string | Uint8Array>,
  malformed: Malformed | null,
  report: Report | null = null,
): AsyncGenerator<string, void, undefined> {
  let decoder: Decoder | null = null;
  for await (const chunk of stream) {
    if (typeof chunk === "string") {
      yield chunk;
    } else {
      decoder ??= new Decoder(malformed, report);
      yield decoder.decode(chunk);
    }
  }
  if (decoder !== null) yield decoder.end();
}
