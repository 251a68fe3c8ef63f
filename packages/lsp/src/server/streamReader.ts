import { AbstractMessageReader, type DataCallback, Disposable, type Message } from "vscode-languageserver";

/**
 * The messages of a stream of bytes; a text that is no JSON stays a text. After a header that does not say how long its message is,
 * nothing that follows can be understood: that is an error, and the stream counts as closed.
 */
export class StreamReader extends AbstractMessageReader {
  private chunks: Buffer[] = [];
  private size = 0;
  /** Length of the message being read; null: its header is being read. */
  private length: number | null = null;

  constructor(private readonly input: NodeJS.ReadableStream) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    const { input } = this;
    const end = (): void => {
      input.off("data", take).off("end", end).off("close", end).off("error", fail);
      this.fireClose();
    };
    const fail = (error: unknown): void => {
      this.fireError(error);
      end();
    };
    const take = (chunk: Buffer): void => {
      try {
        for (const body of this.bodies(chunk)) callback(parsed(body));
      } catch (error) {
        fail(error);
      }
    };
    // A stream that is destroyed has no end.
    input.on("data", take).on("end", end).on("close", end).on("error", fail);
    return Disposable.create(() => {});
  }

  /** The messages that a chunk completes. */
  private *bodies(chunk: Buffer): Generator<string> {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.length !== null && this.size < this.length) return;
    let bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    for (;;) {
      if (this.length === null) {
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) break;
        this.length = lengthIn(bytes.toString("latin1", 0, end));
        bytes = bytes.subarray(end + 4);
      }
      if (bytes.length < this.length) break;
      yield bytes.toString("utf8", 0, this.length);
      bytes = bytes.subarray(this.length);
      this.length = null;
    }
    this.chunks = [bytes];
    this.size = bytes.length;
  }
}

function lengthIn(header: string): number {
  const [, digits] = /^content-length: *(\d+) *$/im.exec(header) ?? [];
  if (digits === undefined) throw new Error(`No Content-Length in the header ${JSON.stringify(header.slice(0, 200))}.`);
  return Number(digits);
}

function parsed(body: string): Message {
  try {
    return JSON.parse(body) as Message;
  } catch {
    return body as unknown as Message;
  }
}
