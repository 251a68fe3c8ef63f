import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { PublishDiagnosticsParams } from "vscode-languageserver";
import { createConnection } from "vscode-languageserver/node";
import { serve } from "../../packages/lsp/src/server/server.js";
import { StreamReader } from "../../packages/lsp/src/server/streamReader.js";
import { runs } from "../support/runs.js";

const framed = (text: string): Buffer => {
  const body = Buffer.from(text, "utf8");
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

/** The messages that are read from a stream, until it ends. */
function readAll(chunks: readonly Buffer[]): Promise<readonly unknown[]> {
  const reader = new StreamReader(Readable.from(chunks));
  return new Promise((resolve, reject) => {
    const messages: unknown[] = [];
    reader.onError(reject);
    reader.onClose(() => resolve(messages));
    reader.listen((message) => messages.push(message));
  });
}

it("law: messages are read as they were written, in whatever pieces they come", async () => {
  const message = fc
    .jsonValue({ stringUnit: "binary", maxDepth: 2 })
    .map((value) => JSON.parse(JSON.stringify({ value })));
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 20 }),
      async (all, cuts) => {
        const bytes = Buffer.concat(all.map((one) => framed(JSON.stringify(one))));
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(await readAll(chunks)).toEqual(all);
      },
    ),
    { numRuns: runs(500, 100) },
  );
});

/** A server in this process over files in memory, with a client. */
async function connected(files: ReadonlyMap<string, string>) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamReader(toServer), new StreamMessageWriter(toClient));
  serve(server, { read: async (uri) => files.get(uri) ?? null, list: async () => [], find: async () => [] });
  const client: MessageConnection = createMessageConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const published: PublishDiagnosticsParams[] = [];
  client.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    published.push(params);
  });
  client.listen();
  await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await client.sendNotification("initialized", {});
  const send = (what: string, params: object) => client.sendNotification(`textDocument/${what}`, params);
  /** What an editor shows of a file: the newest findings. */
  const shown = (uri: string) => published.findLast((one) => one.uri === uri);
  return { client, send, shown };
}

describe("findings that an editor shows", () => {
  const uri = "file:///a.sxp";
  const TEXTS = ["//Day[", "//Day", "//Day[1", "//Day[1]"];

  it("law: are those of the newest text, and go when the file is closed", async () => {
    const { client, send, shown } = await connected(new Map());
    const isFaulty = (text: string): boolean => text.includes("[") && !text.includes("]");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 6 }), async (texts) => {
        await send("didOpen", { textDocument: { uri, languageId: "sxp", version: 1, text: texts[0] } });
        for (const [i, text] of texts.slice(1).entries())
          await send("didChange", { textDocument: { uri, version: i + 2 }, contentChanges: [{ text }] });
        await expect.poll(() => shown(uri)?.version, { interval: 1 }).toBe(texts.length);
        expect(shown(uri)!.diagnostics.length > 0).toBe(isFaulty(texts.at(-1)!));
        await send("didClose", { textDocument: { uri } });
        await expect.poll(() => shown(uri)?.diagnostics, { interval: 1 }).toEqual([]);
        await expect.poll(() => shown(uri)?.version, { interval: 1 }).toBeUndefined();
      }),
      { numRuns: runs(50, 15) },
    );
    client.dispose();
  });
});
