import type { MemorySession } from "@semantic-xpath/agents";
import { serveTransport } from "@semantic-xpath/agents/node";

type Transport = NonNullable<Parameters<typeof serveTransport>[1]>;
type Message = Parameters<Transport["send"]>[0];

/**
 * Calls one tool of a session over the Model Context Protocol, through the server that `sxp mcp` runs, in this process. Returns the answer's text.
 * Throws if the server answers with an error.
 */
export async function mcpCall(session: MemorySession, name: string, input: Record<string, unknown>): Promise<string> {
  const answers = new Map<number, (message: Message) => void>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => {
      if ("id" in message && typeof message.id === "number") answers.get(message.id)?.(message);
    },
  };
  const server = serveTransport(session, transport);
  const request = (id: number, method: string, params: Record<string, unknown>): Promise<Message> =>
    new Promise((resolve) => {
      answers.set(id, resolve);
      transport.onmessage?.({ jsonrpc: "2.0", id, method, params });
    });
  try {
    await request(1, "initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "sxp demo", version: "0.1.0" },
    });
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
    const answer = await request(2, "tools/call", { name, arguments: input });
    const result = "result" in answer ? (answer.result as { content?: readonly { text?: string }[] }) : {};
    const text = result.content?.[0]?.text;
    if (text === undefined) throw new Error(`The server answered ${JSON.stringify(answer)}.`);
    return text;
  } finally {
    await server.close();
  }
}
