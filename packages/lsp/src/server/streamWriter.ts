import { AbstractMessageWriter, type Message } from "vscode-languageserver";

/** Writes each message with its header at once: every write is a call of the system, which takes longer than a short answer. */
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
