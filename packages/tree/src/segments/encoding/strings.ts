import { type ByteReader, malformed } from "./byteReader.js";
import { ByteWriter } from "./byteWriter.js";

/** A surrogate without its partner, which UTF-8 has no bytes for. */
const ALONE = /\p{Surrogate}/u;

const utf8 = new TextEncoder();
const UTF8 = 0;
const UTF16 = 1;

/** Texts as their lengths in UTF-16 units, and one run of characters: UTF-8, or UTF-16 where a surrogate stands alone. */
function writeTexts(texts: readonly string[], out: ByteWriter): void {
  out.number(texts.length);
  for (const text of texts) out.number(text.length);
  const joined = texts.join("");
  const isUtf16 = ALONE.test(joined);
  const bytes = isUtf16 ? utf16Of(joined) : utf8.encode(joined);
  out.byte(isUtf16 ? UTF16 : UTF8);
  out.number(bytes.length);
  out.bytes(bytes);
}

function readTexts(input: ByteReader): string[] {
  const count = input.count("texts");
  const lengths = Array.from({ length: count }, () => input.number());
  const coding = input.below(2, "coding");
  const joined = textOf(input.bytes(input.count("characters")), coding);
  if (lengths.reduce((sum, length) => sum + length, 0) !== joined.length)
    throw malformed("texts have other lengths than they say");
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return joined.substring(at - length, at);
  });
}

function utf16Of(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[i * 2] = unit & 0xff;
    bytes[i * 2 + 1] = unit >> 8;
  }
  return bytes;
}

/** Maximum number of arguments of a call. */
const SLICE = 4096;

function textOf(bytes: Uint8Array, coding: number): string {
  if (coding === UTF8) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw malformed("a text is no UTF-8");
    }
  }
  if (bytes.length % 2 === 1) throw malformed("a text is no UTF-16");
  const units = Uint16Array.from({ length: bytes.length / 2 }, (_, i) => bytes[i * 2]! | (bytes[i * 2 + 1]! << 8));
  let text = "";
  for (let at = 0; at < units.length; at += SLICE) text += String.fromCharCode(...units.subarray(at, at + SLICE));
  if (!ALONE.test(text)) throw malformed("a text is UTF-16 without need");
  return text;
}

/**
 * Texts that are referred to while a body is written, numbered in order of first use. A reference to one that was not used before is 0, so
 * that texts that occur once cost a byte.
 */
export class TextWriter<K> {
  readonly body = new ByteWriter();
  private readonly ids = new Map<K, number>();
  private readonly texts: string[] = [];

  /** @param textOf what the text of a key is */
  constructor(private readonly textOf: (key: K) => string) {}

  /** A reference to a text, moved up by `from`, below which numbers mean something else. */
  text(key: K, from = 0): void {
    const index = this.ids.get(key);
    if (index === undefined) {
      this.ids.set(key, this.texts.length);
      this.texts.push(this.textOf(key));
      this.body.number(from);
    } else this.body.number(from + 1 + index);
  }

  /** The texts, then the body. */
  finish(head: ByteWriter): Uint8Array {
    writeTexts(this.texts, head);
    head.bytes(this.body.written);
    return head.finish();
  }
}

/** Reads references that a `TextWriter` wrote, as the places of texts in `texts`. */
export class TextReader {
  readonly texts: readonly string[];
  private used = 0;

  constructor(readonly input: ByteReader) {
    this.texts = readTexts(input);
  }

  /** A text itself. */
  text(): string {
    return this.texts[this.place(this.input.number())]!;
  }

  /** The place of the text that a number refers to: 0 is the next one that was not used before. */
  place(number: number): number {
    if (number > this.used || (number === 0 && this.used === this.texts.length))
      throw malformed(`there is no text ${number}`);
    return number === 0 ? this.used++ : number - 1;
  }

  end(): void {
    this.input.end();
    if (this.used < this.texts.length) throw malformed("there are texts that nothing refers to");
  }
}
