import { AbstractMessageWriter, type Message } from "vscode-languageserver";

/** Messages for a stream, each with its header in one write: two writes are two calls of the system, and half of what a short answer costs. */
export class StreamWriter extends AbstractMessageWriter {
  constructor(private readonly output: NodeJS.WritableStream) {
    super();
    output.on("error", (error: Error) => this.fireError(error));
    output.on("close", () => this.fireClose());
  }

  write(message: Message): Promise<void> {
    const body = JSON.stringify(message);
    return new Promise((resolve, reject) => {
      this.output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, (error) => {
        if (error == null) resolve();
        else {
          this.fireError(error, message);
          reject(error);
        }
      });
    });
  }

  end(): void {
    this.output.end();
  }
}
