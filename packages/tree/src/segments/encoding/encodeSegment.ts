import { type ReadError, readError } from "../../failure.js";
import type { ValueTableBuilder } from "../../values.js";
import type { Segment } from "../segment.js";
import { ByteReader, malformed } from "./byteReader.js";
import { ByteWriter } from "./byteWriter.js";
import { checkLevels, readSegment, type Texts, writeSegment } from "./segmentBody.js";
import { TextReader, TextWriter } from "./strings.js";

/** Goes up when what is written can't be read by what was there before. */
const STORED_FORMAT = 1;

/** Kind of stored bytes: the second of them. */
const STORED = { segment: 0, segmentDelta: 1, manifest: 2, manifestDelta: 3 } as const;

type StoredKind = keyof typeof STORED;
const KINDS = Object.keys(STORED) as readonly StoredKind[];

export function headOf(kind: StoredKind): ByteWriter {
  const head = new ByteWriter();
  head.byte(STORED_FORMAT);
  head.byte(STORED[kind]);
  return head;
}

const ofNewerVersion = (format: number): ReadError => readError("SXP4051", { format, known: STORED_FORMAT });

/** The bytes after the head, and what they are. Throws SXP4050, or SXP4051 for a format of later. */
export function readHead(bytes: Uint8Array): { readonly kind: StoredKind; readonly input: ByteReader } {
  const input = new ByteReader(bytes);
  const format = input.byte();
  if (format > STORED_FORMAT) throw ofNewerVersion(format);
  const kind = KINDS[input.byte()];
  if (format < 1 || kind === undefined) throw malformed("the first bytes are not those of a stored tree");
  return { kind, input };
}

/** A writer of texts and of values of a table. */
export const textsOf = (values: ValueTableBuilder): Texts =>
  new TextWriter((key) => (typeof key === "number" ? values.get(key) : key));

/** A segment as bytes that stand for themselves. */
export function encodeSegment(segment: Segment, values: ValueTableBuilder): Uint8Array {
  const texts = textsOf(values);
  writeSegment(segment, texts);
  return texts.finish(headOf("segment"));
}

/**
 * The segment that bytes of `encodeSegment` are, its values interned. Throws a `ReadError`: SXP4050 where they are not, SXP4051 where a later
 * version of this library wrote them.
 */
export function decodeSegment(bytes: Uint8Array, values: ValueTableBuilder): Segment {
  const { kind, input } = readHead(bytes);
  if (kind !== "segment") throw malformed("the bytes are no segment");
  return readWhole(input, values);
}

export function readWhole(input: ByteReader, values: ValueTableBuilder): Segment {
  const reader = new TextReader(input);
  const segment = readSegment(reader, values);
  reader.end();
  if (segment.size === 0) throw malformed("there is no node");
  checkLevels(segment);
  return segment;
}
