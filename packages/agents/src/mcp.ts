/** A session as a server of the Model Context Protocol, for any transport. */

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  type InputRequiredSpec,
  inputRequired,
  inputResponse,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  ResourceTemplate,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { ModelRequest } from "@semantic-xpath/llm";
import { memoryError } from "@semantic-xpath/memory";
import { z } from "zod";
import { instructionsFor } from "./instructions.js";
import { changeOf, type ResourceChange, readResource, resourcesOf } from "./resources.js";
import { compactSchema } from "./results/compactSchema.js";
import { failureOf, ToolFailure } from "./results/failure.js";
import { type Sampled, sampledIn, sampledState, samplingModel, textOf } from "./sampling.js";
import type { MemorySession } from "./session.js";
import type { McpRequest } from "./telemetry/telemetry.js";
import { cardOf } from "./tools/schema.js";
import type { AnyTool, Question, ToolContext } from "./tools/tool.js";

const VERSION = "0.1.0";

/** Servers of one session, one for each connection (of the protocol of 2026 over HTTP: for each request). */
export class McpSession {
  /** State of a call that waits for input: the client carries it and can't change it. */
  private readonly states: RequestStateCodec<string> = createRequestStateCodec<string>({
    key: crypto.getRandomValues(new Uint8Array(32)),
  });
  /** With the resources that clients of the older protocol subscribe to; null: their transport knows. */
  private readonly servers = new Map<McpServer, Set<string> | null>();

  constructor(
    readonly session: MemorySession,
    /** Called with what changed, for transports that announce it themselves. */
    private readonly announce: (change: ResourceChange) => void = () => undefined,
  ) {
    this.close = session.memory.watch((event) => {
      const change = changeOf(session, event);
      if (change === null) return;
      this.announce(change);
      for (const [server, wanted] of this.servers) tellServer(server, wanted, change);
    });
  }

  /** Ends the notifications. */
  readonly close: () => void;

  /** A server for one connection of the protocol of 2026 (`modern`) or an older one, or for one request, which gets no notifications later. */
  server(era: "modern" | "legacy" | "request" = "modern"): McpServer {
    const { session } = this;
    const server = new McpServer(
      { name: "semantic-xpath-memory", title: "Semantic XPath memory", version: VERSION },
      {
        capabilities: { tools: {}, prompts: {}, resources: { subscribe: true, listChanged: true } },
        instructions: instructionsFor(session),
        requestState: { verify: this.states.verify },
      },
    );
    for (const tool of session.tools) register(server, tool);
    // The server's own look-up takes a name that every object has for a tool.
    server.server.setRequestHandler("tools/call", ({ params }, ctx) => this.call(server, params, ctx));
    registerResources(server, session);
    registerPrompt(server, session);
    if (era !== "request") this.servers.set(server, era === "legacy" ? subscriptions(server) : null);
    server.server.onclose = () => this.servers.delete(server);
    return server;
  }

  private async call(
    server: McpServer,
    { name, arguments: input }: { readonly name: string; readonly arguments?: unknown },
    ctx: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    let needed: Needed | null = null;
    try {
      this.session.toolNamed(name);
    } catch (error) {
      return refuse(error);
    }
    const context = contextOf(ctx, capabilitiesOf(server, ctx), (input) => {
      needed = input;
    });
    const answer = await this.session.call(name, input, { ...context, request: requestOf(server, ctx) });
    if (needed !== null) {
      const { state, inputRequests } = needed as Needed;
      return inputRequired({ inputRequests, requestState: await this.states.mint(state, ctx) });
    }
    if (answer.ok) return { content: [{ type: "text", text: answer.text }], structuredContent: answer.output };
    return { isError: true, content: [{ type: "text", text: JSON.stringify(answer.failure) }] };
  }
}

/** Lists a tool. Its calls are answered by the session, by name. */
function register(server: McpServer, { name, title, description, annotations, input, output }: AnyTool): void {
  const inputSchema = published(compactSchema(input, "input"));
  const outputSchema = published(compactSchema(output, "output"));
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, () => ({ content: [] }));
}

/** Tokens of an answer of the client's model. */
const MAX_SAMPLED = 1000;

/** Input that a call waits for, and the state that comes back with it. */
interface Needed {
  readonly inputRequests: NonNullable<InputRequiredSpec["inputRequests"]>;
  readonly state: string;
}

/** A deletion for a person to confirm. */
const confirmation = ({ what, lines }: Question): Needed["inputRequests"] => ({
  confirm: inputRequired.elicit({
    message: `${what}?\n${lines.join("\n")}`,
    requestedSchema: z.object({ confirm: z.boolean().describe(what) }),
  }),
});

/** A prompt for the client's model. */
function modelPrompt({ messages }: ModelRequest): Needed["inputRequests"] {
  const system = messages.filter(({ role }) => role === "system");
  const dialogue = messages.filter(({ role }) => role !== "system");
  return {
    model: inputRequired.createMessage({
      systemPrompt: system.map(({ content }) => content).join("\n\n"),
      messages: dialogue.map(({ role, content }) => ({
        role: role === "assistant" ? "assistant" : "user",
        content: { type: "text", text: content },
      })),
      maxTokens: MAX_SAMPLED,
      temperature: 0,
    }),
  };
}

/** A schema for clients to read: the session checks the inputs, with messages that describe the repair. */
const published = (schema: Record<string, unknown>): StandardSchemaWithJSON<unknown, unknown> => ({
  "~standard": {
    version: 1,
    vendor: "semantic-xpath",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});

/** The request of a call, for the trace that it is in. */
function requestOf({ server }: McpServer, { sessionId, mcpReq }: ServerContext): McpRequest {
  return {
    sessionId: sessionId ?? null,
    protocolVersion: server.getNegotiatedProtocolVersion() ?? null,
    meta: { ...mcpReq._meta },
  };
}

function contextOf(ctx: ServerContext, offers: Capabilities, need: (input: Needed) => void): ToolContext {
  const { signal, _meta, inputResponses, requestState, notify } = ctx.mcpReq;
  const progressToken = _meta?.progressToken;
  const answer = inputResponse(inputResponses, "confirm");
  const sampled = offers.sampling === undefined ? [] : answersOf(inputResponses, sampledIn(requestState<string>()));
  return {
    signal,
    ...(progressToken !== undefined && {
      onProgress: (progress, total, message) => {
        const params = { progressToken, progress, message, ...(total !== null && { total }) };
        // A client that is gone does not want to know.
        notify({ method: "notifications/progress", params }).catch(() => undefined);
      },
    }),
    ...(offers.sampling !== undefined && {
      model: samplingModel(sampled, (request) => {
        need({ inputRequests: modelPrompt(request), state: sampledState(sampled) });
      }),
    }),
    ...(offers.elicitation !== undefined && {
      confirm: (question) => {
        const text = JSON.stringify(question);
        // An answer counts for what was shown: if the store has changed meanwhile, it is shown again.
        if (answer.kind === "elicit" && requestState<string>() === text)
          return answer.action === "accept" && answer.content?.confirm === true;
        need({ inputRequests: confirmation(question), state: text });
        throw new ToolFailure(failureOf("", memoryError("SXP5065", { what: question.what, isDeclined: false })));
      },
    }),
  };
}

/** Answers of earlier rounds, with that of this one. */
function answersOf(responses: ServerContext["mcpReq"]["inputResponses"], before: Sampled): Sampled {
  if (responses === undefined || !Object.hasOwn(responses, "model")) return before;
  const response = inputResponse(responses, "model");
  return [...before, response.kind === "sampling" ? textOf(response.result.content) : null];
}

/** Services of a client for a tool: questions to a person, and to its model. */
interface Capabilities {
  readonly elicitation?: unknown;
  readonly sampling?: unknown;
}

function capabilitiesOf(server: McpServer, { mcpReq }: ServerContext): Capabilities {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as Capabilities | undefined;
  return declared ?? server.server.getClientCapabilities() ?? {};
}

/** Refuses a request with the code and message of an error. */
function refuse(error: unknown): never {
  const { code, message } = failureOf("the request", error);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`);
}

function registerResources(server: McpServer, session: MemorySession): void {
  const list = () => ({ resources: resourcesOf(session).map((resource) => ({ ...resource })) });
  const read = async (uri: URL) => {
    const { mimeType, text } = await readResource(session, uri.href).catch(refuse);
    return { contents: [{ uri: uri.href, mimeType, text }] };
  };
  server.registerResource(
    "memory",
    new ResourceTemplate("memory://{+rest}", { list }),
    { title: "Tasks of the memory" },
    read,
  );
  const ofVersion = new ResourceTemplate("memory://task/{task}/version/{version}", { list: undefined });
  server.registerResource("version", ofVersion, { title: "A version of a task", mimeType: "text/plain" }, read);
}

/** The resources that a client of an older protocol subscribes to. */
function subscriptions({ server }: McpServer): Set<string> {
  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return subscribed;
}

function registerPrompt(server: McpServer, session: MemorySession): void {
  server.registerPrompt(
    "query_memory",
    {
      title: "How to query a task",
      description: "The types of a task, the query language in a few lines, and examples.",
      argsSchema: z.object({ task: z.string().optional() }),
    },
    ({ task }) => {
      try {
        const text = cardOf(session.scope.view(session.taskNamed(task)));
        return { messages: [{ role: "user", content: { type: "text", text } }] };
      } catch (error) {
        return refuse(error);
      }
    },
  );
}

function tellServer(server: McpServer, wanted: Set<string> | null, { isListChanged, updated }: ResourceChange): void {
  if (!server.isConnected()) return;
  const ignore = () => undefined;
  if (isListChanged) server.server.sendResourceListChanged().catch(ignore);
  for (const uri of updated) if (wanted?.has(uri) ?? true) server.server.sendResourceUpdated({ uri }).catch(ignore);
}
