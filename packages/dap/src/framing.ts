import { Transform, type TransformCallback } from "node:stream";

/** Maximum bytes of a message: a header with a greater number is wrong. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes in which a header has room. */
const MAX_HEADER = 1024;

/** The line with the length of a message, and the end of the header. It can't occur in JSON: there, line ends are written `\n`. */
const HEADER = /content-length[ \t]*:[ \t]*(\d{1,12})[ \t]*\r?\n(?:[!-~][ -~\t]*\r?\n){0,8}\r?\n/i;

/**
 * Passes messages, each framed as the protocol requires, and nothing else. Other spellings of headers are corrected; bytes outside of messages
 * are left out, and the next message is found after them, even if a header promised more bytes than came.
 */
export class Framing extends Transform {
  /** Bytes of the present message, or of a possible header. */
  private pieces: Buffer[] = [];
  private size = 0;
  /** Bytes of the message that is being read; null: a header is looked for. */
  private wanted: number | null = null;

  override _transform(piece: Buffer | string, encoding: BufferEncoding, done: TransformCallback): void {
    let remaining = typeof piece === "string" ? Buffer.from(piece, encoding) : piece;
    while (remaining.length > 0) remaining = this.consume(remaining);
    done();
  }

  /** Consumes bytes, and returns those that must be read again. */
  private consume(bytes: Buffer): Buffer {
    const end = this.wanted === null ? bytes.length : Math.min(bytes.length, this.wanted - this.size);
    const edge = this.lastBytes(MAX_HEADER);
    const header = HEADER.exec(edge + bytes.toString("latin1", 0, end));
    if (header !== null) {
      const length = Number(header[1]);
      this.begin(length > 0 && length <= MAX_BYTES ? length : null);
      return bytes.subarray(header.index + header[0].length - edge.length);
    }
    this.pieces.push(bytes.subarray(0, end));
    this.size += end;
    if (this.wanted === null) this.forgetNoise();
    else if (this.size === this.wanted) {
      const body = Buffer.concat(this.pieces);
      this.push(`Content-Length: ${body.length}\r\n\r\n`);
      this.push(body);
      this.begin(null);
    }
    return bytes.subarray(end);
  }

  private begin(wanted: number | null): void {
    this.wanted = wanted;
    this.pieces = [];
    this.size = 0;
  }

  private forgetNoise(): void {
    if (this.size <= 2 * MAX_HEADER) return;
    this.pieces = [Buffer.concat(this.pieces).subarray(-MAX_HEADER)];
    this.size = MAX_HEADER;
  }

  private lastBytes(count: number): string {
    let text = "";
    for (let at = this.pieces.length - 1; at >= 0 && text.length < count; at--)
      text = this.pieces[at]!.toString("latin1", Math.max(0, this.pieces[at]!.length - count)) + text;
    return text.slice(-count);
  }
}
