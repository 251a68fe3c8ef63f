import { parsedJson } from "../../json.js";

/**
 * The file that words are kept in: words in the order of their letters, vectors of some of them, and the graph of WordNet. Numbers are little
 * endian. Eight bytes MAGIC, the length of the header (u32), the header (JSON), then from multiples of eight the sections.
 */
export interface Pack {
  readonly about: PackHeader;
  readonly sections: Sections;
}

export interface PackHeader {
  /** What it was made of. */
  readonly sources: readonly PackSource[];
  /** Numbers of a vector, with its padding; 0 if there are no vectors. */
  readonly stride: number;
  /** SHA-256 of all that follows the header, in hexadecimal. `openPack` does not compute it. */
  readonly sha256: string;
}

export interface PackSource {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Lists of lists have an array of starts, one longer than the list, and an array of what is in them. */
export interface Sections {
  /** The words, one after the other, as ASCII. */
  readonly letters: Uint8Array;
  readonly wordStart: Uint32Array;
  /** By row of a vector, its word; the most frequent word first. */
  readonly rowWord: Uint32Array;
  readonly vectors: Int8Array;
  /** By word, the synsets that it is in, the commonest first; what share of the word's uses is of that sense, of 255; whether it is a name. */
  readonly senseStart: Uint32Array;
  readonly sense: Uint32Array;
  readonly senseShare: Uint8Array;
  readonly senseIsName: Uint8Array;
  /** By synset, its part of speech (see `POS`) and its words. */
  readonly pos: Uint8Array;
  readonly memberStart: Uint32Array;
  readonly member: Uint32Array;
  /** By synset, what it is related to: see `EDGE`. */
  readonly edgeStart: Uint32Array;
  readonly edgeTo: Uint32Array;
  readonly edgeKind: Uint8Array;
  /** By synset, the words that explain it. */
  readonly glossStart: Uint32Array;
  readonly gloss: Uint32Array;
  /** By synset, how special it is: information content of 255. */
  readonly specificity: Uint8Array;
}

const TYPES = { u8: Uint8Array, i8: Int8Array, u32: Uint32Array } as const;

/** In the order of the file. */
const SECTIONS: Readonly<Record<keyof Sections, keyof typeof TYPES>> = {
  letters: "u8",
  wordStart: "u32",
  rowWord: "u32",
  vectors: "i8",
  senseStart: "u32",
  sense: "u32",
  senseShare: "u8",
  senseIsName: "u8",
  pos: "u8",
  memberStart: "u32",
  member: "u32",
  edgeStart: "u32",
  edgeTo: "u32",
  edgeKind: "u8",
  glossStart: "u32",
  gloss: "u32",
  specificity: "u8",
};
const NAMES = Object.keys(SECTIONS) as readonly (keyof Sections)[];

/** What a synset is to another. */
export const EDGE = {
  broader: 0,
  antonym: 1,
  similar: 2,
  derived: 3,
  part: 4,
  whole: 5,
  attribute: 6,
  also: 7,
  domain: 8,
  entails: 9,
} as const;
const EDGE_KINDS = Object.keys(EDGE).length;

/** Parts of speech. */
export const POS = { noun: 0, verb: 1, adjective: 2, adverb: 3 } as const;
const ALL_POS = Object.keys(POS).length;

const MAGIC = "SXPWORDS";
const MOST_HEADER = 2 ** 16;
/** A file is refused beyond these. */
export const PACK_LIMITS = { bytes: 64 * 2 ** 20, words: 2 ** 20, dimensions: 1024 } as const;
const ALIGNED = 8;

/** Why bytes are no pack. */
export class PackError extends Error {
  override readonly name = "PackError";
}

const fail = (reason: string): never => {
  throw new PackError(reason);
};

/**
 * The pack in these bytes, which are used and not copied if they begin at a multiple of eight. Every number in it that is a place is checked.
 *
 * @throws PackError for anything else.
 */
export function openPack(bytes: Uint8Array): Pack {
  if (bytes.length > PACK_LIMITS.bytes) fail(`it has more than ${PACK_LIMITS.bytes} bytes`);
  const own = bytes.byteOffset % ALIGNED === 0 ? bytes : bytes.slice();
  const { header, bodyStart } = readHeader(own);
  const sections: Partial<Record<keyof Sections, unknown>> = {};
  let at = bodyStart;
  for (const name of NAMES) {
    const type = TYPES[SECTIONS[name]];
    const length = header.lengths[name];
    if (!Number.isInteger(length) || length! < 0) fail(`"${name}" has no length`);
    const end = at + length! * type.BYTES_PER_ELEMENT;
    if (end > own.length) fail("it ends too early");
    sections[name] = new type(own.buffer as ArrayBuffer, own.byteOffset + at, length);
    at = aligned(end);
  }
  if (at !== aligned(own.length)) fail("it goes on after its end");
  const pack = { about: header, sections: sections as unknown as Sections };
  checkPack(pack);
  return pack;
}

/** The header of a pack whose first bytes these are. @throws PackError */
export const headerOf = (start: Uint8Array): PackHeader => readHeader(start).header;

/** What the digest of a pack is of. @throws PackError */
export const bodyOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(readHeader(bytes).bodyStart);

type StoredHeader = PackHeader & { readonly lengths: Readonly<Partial<Record<keyof Sections, number>>> };

function readHeader(bytes: Uint8Array): { readonly header: StoredHeader; readonly bodyStart: number } {
  const decoder = new TextDecoder();
  const fixed = MAGIC.length + 4;
  if (bytes.length < fixed || decoder.decode(bytes.subarray(0, MAGIC.length)) !== MAGIC)
    fail("it is of another format");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  if (length > MOST_HEADER || fixed + length > bytes.length) fail("its header is cut off");
  const header = parsedJson(decoder.decode(bytes.subarray(fixed, fixed + length)));
  if (!isHeader(header)) return fail("its header is damaged");
  if (!Number.isInteger(header.stride) || header.stride < 0 || header.stride > PACK_LIMITS.dimensions) {
    fail(`its vectors have ${header.stride} numbers`);
  }
  return { header, bodyStart: aligned(fixed + length) };
}

function isHeader(given: unknown): given is StoredHeader {
  const { sources, sha256, lengths } = (given ?? {}) as Partial<StoredHeader>;
  const isSource = (source: Partial<PackSource> | null) =>
    [source?.name, source?.version, source?.licence].every((text) => typeof text === "string");
  return (
    Array.isArray(sources) &&
    sources.every(isSource) &&
    typeof sha256 === "string" &&
    typeof lengths === "object" &&
    lengths !== null
  );
}

const aligned = (at: number): number => Math.ceil(at / ALIGNED) * ALIGNED;

/** No place in a pack leads out of it, so that whoever reads it needs no checks. */
function checkPack({ about: { stride }, sections: all }: Pack): void {
  const words = all.wordStart.length - 1;
  const synsets = all.memberStart.length - 1;
  if (words > PACK_LIMITS.words || synsets > PACK_LIMITS.words) fail(`it has more than ${PACK_LIMITS.words} words`);
  checkStarts("wordStart", all.wordStart, all.letters.length);
  checkStarts("senseStart", all.senseStart, all.sense.length);
  checkStarts("memberStart", all.memberStart, all.member.length);
  checkStarts("edgeStart", all.edgeStart, all.edgeTo.length);
  checkStarts("glossStart", all.glossStart, all.gloss.length);
  checkBelow("rowWord", all.rowWord, words);
  checkBelow("sense", all.sense, synsets);
  checkBelow("member", all.member, words);
  checkBelow("edgeTo", all.edgeTo, synsets);
  checkBelow("edgeKind", all.edgeKind, EDGE_KINDS);
  checkBelow("gloss", all.gloss, words);
  checkBelow("pos", all.pos, ALL_POS);
  const pairs: readonly (readonly [number, number])[] = [
    [all.senseStart.length, words + 1],
    [all.senseShare.length, all.sense.length],
    [all.senseIsName.length, all.sense.length],
    [all.pos.length, synsets],
    [all.edgeStart.length, synsets + 1],
    [all.edgeKind.length, all.edgeTo.length],
    [all.glossStart.length, synsets + 1],
    [all.specificity.length, synsets],
    [all.vectors.length, all.rowWord.length * stride],
  ];
  if (pairs.some(([length, wanted]) => length !== wanted)) fail("its parts don't fit each other");
}

function checkStarts(name: string, starts: Uint32Array, end: number): void {
  if (starts[0] !== 0 || starts[starts.length - 1] !== end) fail(`"${name}" is damaged`);
  for (let i = 1; i < starts.length; i++) if (starts[i]! < starts[i - 1]!) fail(`"${name}" is damaged`);
}

function checkBelow(name: string, numbers: Uint32Array | Uint8Array, bound: number): void {
  let most = -1;
  for (let i = 0; i < numbers.length; i++) if (numbers[i]! > most) most = numbers[i]!;
  if (most >= bound) fail(`"${name}" is damaged`);
}

/** A pack as bytes; `sha256` gives the digest of its body. */
export function printPack(
  about: Omit<PackHeader, "sha256">,
  sections: Sections,
  sha256: (body: Uint8Array) => string,
): Uint8Array {
  const sizes = NAMES.map((name) => aligned(sections[name].byteLength));
  const body = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  NAMES.forEach((name, i) => {
    const { buffer, byteOffset, byteLength } = sections[name];
    body.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += sizes[i]!;
  });
  const lengths = Object.fromEntries(NAMES.map((name) => [name, sections[name].length]));
  const header = new TextEncoder().encode(JSON.stringify({ ...about, sha256: sha256(body), lengths }));
  const start = aligned(MAGIC.length + 4 + header.length);
  const bytes = new Uint8Array(start + body.length);
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(MAGIC.length, header.length, true);
  bytes.set(header, MAGIC.length + 4);
  bytes.set(body, start);
  return bytes;
}
