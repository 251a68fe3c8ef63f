import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { MemorySession } from "@semantic-xpath/agents";
import { serveHttp, serveTransport } from "@semantic-xpath/agents/node";
import { onTestFinished } from "vitest";

export const TOKEN = "a-token-of-the-tests-0123456789";

/** The two generations of the protocol, over a stream and over HTTP. */
export const CONNECTIONS = ["2026 stream", "2025 stream", "2026 http", "2025 http"] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** What a person says when they are asked; null: the client can't ask. */
export type Person = ((message: string) => boolean | "cancel") | null;

/** What the client's model answers to a prompt; null: the client offers none. What it throws is what a person declines. */
export type Played =
  | ((prompt: {
      readonly system: string;
      readonly said: readonly string[];
      readonly roles: readonly string[];
    }) => string)
  | null;

interface SamplingParams {
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const sampledBy = (model: NonNullable<Played>, { systemPrompt = "", messages }: SamplingParams) => ({
  role: "assistant" as const,
  model: "played",
  content: {
    type: "text" as const,
    text: model({
      system: systemPrompt,
      said: messages.map(({ content }) => (content as { text: string }).text),
      roles: messages.map(({ role }) => role),
    }),
  },
});

interface Tools {
  readonly tools: readonly {
    readonly name: string;
    readonly annotations?: unknown;
    readonly inputSchema: unknown;
    readonly outputSchema?: unknown;
  }[];
}
export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** What both official clients can do, in one form. */
export interface TestClient {
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  /** URIs of updated resources, and "list" for changed lists. */
  readonly told: string[];
  listTools(): Promise<Tools>;
  call(
    name: string,
    input: object,
    options?: { signal?: AbortSignal; onprogress?: (progress: unknown) => void },
  ): Promise<ToolResult>;
  listResources(): Promise<readonly { readonly uri: string }[]>;
  read(uri: string): Promise<string>;
  prompt(name: string, input?: Record<string, string>): Promise<string>;
  subscribe(uri: string): Promise<void>;
}

const answered = (person: NonNullable<Person>, message: string) => {
  const said = person(message);
  return said === "cancel" ? { action: "cancel" as const } : { action: "accept" as const, content: { confirm: said } };
};

export async function connect(
  session: MemorySession,
  connection: Connection,
  person: Person = null,
  model: Played = null,
): Promise<TestClient> {
  const [generation, medium] = connection.split(" ");
  const capabilities = { ...(person !== null && { elicitation: {} }), ...(model !== null && { sampling: {} }) };
  const told: string[] = [];
  const open = async <C extends { close(): Promise<void> }>(
    client: C,
    start: (client: C) => Promise<void>,
  ): Promise<C> => {
    await start(client);
    onTestFinished(() => client.close());
    return client;
  };
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  let url = "";
  if (medium === "http") {
    const server = await serveHttp(session, { port: 0, token: TOKEN });
    onTestFinished(() => server.close());
    url = server.url;
  } else {
    const handle = serveTransport(session, theirs);
    onTestFinished(() => handle.close());
  }
  const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
  if (generation === "2026") {
    const client = await open(
      new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode: "auto" } }),
      async (made) => {
        if (person !== null)
          made.setRequestHandler("elicitation/create", ({ params }) => answered(person, params.message));
        if (model !== null) made.setRequestHandler("sampling/createMessage", ({ params }) => sampledBy(model, params));
        made.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
        made.setNotificationHandler("notifications/resources/list_changed", () => void told.push("list"));
        await made.connect(medium === "http" ? new StreamableHTTPClientTransport(new URL(url), { requestInit }) : mine);
      },
    );
    return clientOf(client, told, client.getNegotiatedProtocolVersion(), async (uri) => {
      await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
    });
  }
  const client = await open(new OldClient({ name: "test", version: "1" }, { capabilities }), async (made) => {
    if (person !== null) made.setRequestHandler(ElicitRequestSchema, ({ params }) => answered(person, params.message));
    if (model !== null) made.setRequestHandler(CreateMessageRequestSchema, ({ params }) => sampledBy(model, params));
    made.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    made.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push("list"));
    const transport = medium === "http" ? new OldHttpTransport(new URL(url), { requestInit }) : mine;
    await made.connect(transport as Parameters<OldClient["connect"]>[0]);
  });
  return clientOf(client as unknown as Client, told, undefined, async (uri) => {
    await client.subscribeResource({ uri });
  });
}

/** The methods that we call take and give the same in both generations. */
const clientOf = (
  client: Client,
  told: string[],
  version: string | undefined,
  subscribe: (uri: string) => Promise<void>,
): TestClient => ({
  version,
  instructions: client.getInstructions(),
  told,
  subscribe,
  listTools: async () => (await client.listTools()) as unknown as Tools,
  call: async (name, input, options) => {
    const params = { name, arguments: input as Record<string, unknown> };
    const isOld = version === undefined;
    return (await (isOld
      ? (client as unknown as { callTool(p: object, s: undefined, o?: object): Promise<unknown> }).callTool(
          params,
          undefined,
          options,
        )
      : client.callTool(params, options))) as ToolResult;
  },
  listResources: async () => (await client.listResources()).resources,
  read: async (uri) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  },
  prompt: async (name, input = {}) => {
    const [message] = (await client.getPrompt({ name, arguments: input })).messages;
    return message?.content.type === "text" ? message.content.text : "";
  },
});
