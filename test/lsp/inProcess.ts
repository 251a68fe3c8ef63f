import { PassThrough } from "node:stream";
import { type MemoryProvider, REQUESTS } from "@semantic-xpath/lsp";
import { notebookCells } from "@semantic-xpath/readers/notebook";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { ApplyWorkspaceEditParams, ClientCapabilities, PublishDiagnosticsParams } from "vscode-languageserver";
import { createConnection } from "vscode-languageserver/node";
import type { FileSystem } from "../../packages/lsp/src/server/fileSystem.js";
import { onlyMessages } from "../../packages/lsp/src/server/messages.js";
import { serve } from "../../packages/lsp/src/server/server.js";
import { StreamReader } from "../../packages/lsp/src/server/streamReader.js";

export interface ServerOptions {
  readonly capabilities?: ClientCapabilities;
  readonly options?: object;
  readonly memories?: MemoryProvider | null;
}

/** A server in this process over files in memory, with a client that notes what it is sent. */
export async function inProcess(
  texts: Map<string, string>,
  { capabilities = {}, options = {}, memories = null }: ServerOptions = {},
) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const writer = new StreamMessageWriter(toClient);
  const server = createConnection(onlyMessages(new StreamReader(toServer), writer), writer);
  const fileSystem: FileSystem = {
    read: async (uri) => texts.get(uri) ?? null,
    list: async (folder) => {
      const inside = [...texts.keys()].filter((uri) => uri.startsWith(folder)).map((uri) => uri.slice(folder.length));
      return [...new Set(inside.map((name) => name.replace(/\/.*/, "/")))];
    },
    find: async (folder) =>
      [...texts.keys()].filter((uri) => uri.startsWith(folder) && /\.(?:sxp|sxpnb|ts)$/.test(uri)),
    notebookCells,
  };
  const extra: { files?: { settled(): Promise<void> } } = {};
  serve(server, fileSystem, "file:///manual/", null, memories, ({ files }) => {
    extra.files = files;
  });
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  /** What a client is sent without a request, in order. */
  const sent: { readonly method: string; readonly params: unknown }[] = [];
  const published = new Map<string, PublishDiagnosticsParams>();
  client.onNotification((method, params) => {
    if (method === "textDocument/publishDiagnostics") {
      const shown = params as unknown as PublishDiagnosticsParams;
      published.set(shown.uri, shown);
    } else sent.push({ method, params });
  });
  client.onRequest("workspace/applyEdit", (params: ApplyWorkspaceEditParams) => {
    sent.push({ method: "workspace/applyEdit", params });
    return { applied: true };
  });
  client.onRequest((method) => {
    sent.push({ method, params: null });
    return null;
  });
  client.listen();
  const initialized = await client.sendRequest("initialize", {
    ...{ processId: null, rootUri: null, capabilities, initializationOptions: options },
    workspaceFolders: [{ uri: "file:///w", name: "w" }],
  });
  await client.sendNotification("initialized", {});
  /** Until nothing is read, and nothing more is sent. */
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3; quiet++) {
      const before = JSON.stringify([...published]);
      await client.sendRequest("workspace/symbol", { query: "" });
      await extra.files!.settled();
      for (let i = 0; i < 6; i++) await new Promise((done) => setImmediate(done));
      if (JSON.stringify([...published]) !== before) quiet = -1;
    }
  };
  const notify = (method: string, params: object): Promise<void> => client.sendNotification(method, params);
  const own = (request: keyof typeof REQUESTS, params?: object): Promise<unknown> =>
    client.sendRequest(REQUESTS[request], params);
  const request = (method: string, params?: object): Promise<unknown> => client.sendRequest(method, params);
  /** Sends a message as it is, and gives what comes back with its id, or without one. */
  const raw = (message: unknown): Promise<unknown> => {
    const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
    toServer.write(`Content-Length: ${body.length}\r\n\r\n`);
    toServer.write(body);
    return new Promise((resolve) => {
      let read = "";
      const look = (chunk: Buffer): void => {
        read += chunk.toString("utf8");
        if (!read.endsWith("}")) return;
        toClient.off("data", look);
        resolve(JSON.parse(read.slice(read.indexOf("{"))));
      };
      toClient.on("data", look);
    });
  };
  return { raw, client, initialized, notify, request, own, settled, published, sent, end: () => client.dispose() };
}
export type InProcess = Awaited<ReturnType<typeof inProcess>>;
