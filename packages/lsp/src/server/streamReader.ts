import { AbstractMessageReader, type DataCallback, Disposable, type Message } from "vscode-languageserver";

/**
 * The messages of a stream of bytes; a text that is no JSON stays a text. After a header that does not say how long its message is,
 * nothing that follows can be understood: that is an error, and the stream counts as closed.
 */
export class StreamReader extends AbstractMessageReader {
  constructor(private readonly input: AsyncIterable<Buffer>) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    void this.read((body) => callback(parsed(body)))
      .catch((error: unknown) => this.fireError(error))
      .finally(() => this.fireClose());
    return Disposable.create(() => {});
  }

  private async read(take: (body: string) => void): Promise<void> {
    let chunks: Buffer[] = [];
    let size = 0;
    // Length of the message being read; null: its header is being read.
    let length: number | null = null;
    for await (const chunk of this.input) {
      chunks.push(chunk);
      size += chunk.length;
      if (length !== null && size < length) continue;
      let bytes: Buffer = Buffer.concat(chunks);
      for (;;) {
        if (length === null) {
          const end = bytes.indexOf("\r\n\r\n");
          if (end < 0) break;
          length = lengthIn(bytes.toString("latin1", 0, end));
          bytes = bytes.subarray(end + 4);
        }
        if (bytes.length < length) break;
        take(bytes.toString("utf8", 0, length));
        bytes = bytes.subarray(length);
        length = null;
      }
      chunks = [bytes];
      size = bytes.length;
    }
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
