import { finished } from "node:stream";
import { ProtocolServer } from "@vscode/debugadapter/lib/protocol.js";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { Framing } from "./framing.js";
import type { DebugHost } from "./host.js";
import { createDebugSession } from "./session/createDebugSession.js";

/** Serves one session on streams, framed as the protocol has it. Resolves when the client disconnects or closes its stream. */
export function serveDebugAdapter(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  host: DebugHost,
): Promise<void> {
  const session = createDebugSession(host);
  return new Promise((resolve) => {
    const server = new (class extends ProtocolServer {
      override handleMessage(message: DebugProtocol.ProtocolMessage): void {
        session.handleMessage(message);
      }
    })();
    const end = (): void => {
      session.dispose();
      resolve();
    };
    session.onDidSendMessage((message) => {
      forward(server, message as DebugProtocol.ProtocolMessage);
      if (isFarewell(message)) end();
    });
    // Bytes outside of messages can't be answered; a client that is gone closes its stream as well.
    server.on("error", () => undefined);
    finished(input, end);
    finished(output, end);
    server.start(input.pipe(new Framing()), output);
  });
}

/** The server numbers what it sends itself. */
function forward(server: ProtocolServer, message: DebugProtocol.ProtocolMessage): void {
  const sent = { ...message, seq: 0 };
  if (message.type === "event") server.sendEvent(sent as DebugProtocol.Event);
  else server.sendResponse(sent as DebugProtocol.Response);
}

const isFarewell = (message: object): boolean =>
  "type" in message && message.type === "response" && "command" in message && message.command === "disconnect";
