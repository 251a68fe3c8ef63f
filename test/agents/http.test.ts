import { request } from "node:http";
import { connect } from "node:net";
import { serveHttp } from "@semantic-xpath/agents/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { TOKEN } from "./support/connect.js";
import { session } from "./support/trip.js";

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

async function opened(options: object = {}) {
  const server = await serveHttp(session().session, { port: 0, token: TOKEN, ...options });
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const send = ({ headers = {}, method = "POST", path = "/mcp", body = INITIALIZE }: Sent = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const given = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${TOKEN}`,
        ...headers,
      };
      const call = request({ host: "127.0.0.1", port, method, path, headers: given }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      call.on("error", reject);
      call.end(["GET", "OPTIONS"].includes(method) ? undefined : body);
    });
  return { send, port, url: server.url };
}

describe("the server over HTTP", () => {
  it("answers who has the token", async () => {
    const { send, url } = await opened();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it.each([
    ["no token", { authorization: "" }, 401],
    ["another token", { authorization: "Bearer something-else-that-is-long" }, 401],
    ["a part of the token", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ["a token in the words of another scheme", { authorization: `Basic ${TOKEN}` }, 401],
    ["a page of another site", { origin: "https://evil.example" }, 403],
    ["a page of this machine", { origin: "http://localhost:3000" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a host that was rebound to this machine", { host: "evil.example" }, 403],
    ["a host that only begins as this machine", { host: "127.0.0.1.evil.example:80" }, 403],
  ])("refuses %s", async (_, headers, status) => {
    const { send } = await opened();
    const answer = await send({ headers });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain("semantic-xpath-memory");
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("lets the pages in that it was started for", async () => {
    const { send } = await opened({ allowedOrigins: ["http://localhost:5173"] });
    expect(await send({ headers: { origin: "http://localhost:5173" } })).toMatchObject({ status: 200 });
    expect(await send({ headers: { origin: "http://localhost:5174" } })).toMatchObject({ status: 403 });
  });

  it("gives a browser that asks beforehand no leave", async () => {
    const { send } = await opened();
    const answer = await send({ method: "OPTIONS", headers: { origin: "https://evil.example", authorization: "" } });
    expect(answer.status).toBe(403);
  });

  it("reads no more of a request than is allowed", async () => {
    const { send } = await opened({ maxBodyBytes: 1000 });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { x: "y".repeat(2000) } } });
    expect(await send({ body })).toMatchObject({ status: 413 });
    const chunked = await send({ body, headers: { "transfer-encoding": "chunked" } });
    expect(chunked.status).toBe(413);
  });

  it("has so many sessions: one more makes room by ending the one that was used longest ago", async () => {
    const { send } = await opened({ maxSessions: 2 });
    const begin = async (): Promise<string> => String((await send()).headers["mcp-session-id"]);
    const ping = async (session: string): Promise<number> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
      return (await send({ body, headers: { "mcp-session-id": session } })).status;
    };
    const [first, second] = [await begin(), await begin()];
    expect(await ping(first)).toBe(200);
    const third = await begin();
    expect([await ping(first), await ping(second), await ping(third)]).toEqual([200, 404, 200]);
    // What begins no session ends none.
    for (const method of ["tools/list", "ping", "nothing"])
      expect((await send({ body: JSON.stringify({ jsonrpc: "2.0", id: 3, method }) })).status).toBe(400);
    expect([await ping(first), await ping(third)]).toEqual([200, 200]);
    for (let i = 0; i < 20; i++) expect(await send()).toMatchObject({ status: 200 });
    expect([await ping(third), await ping("made-up")]).toEqual([404, 404]);
  });

  it("ends a connection whose request does not come, and takes no more connections than its bound", async () => {
    const slow = await opened({ headersWithin: 50 });
    const stuck = connect(Number(slow.port), "127.0.0.1");
    const ended = new Promise((resolve) => stuck.once("close", resolve));
    stuck.on("data", () => undefined).write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    await ended;
    const full = await opened({ connections: 2 });
    const held = [0, 1].map(() => connect(Number(full.port), "127.0.0.1"));
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    await expect(full.send()).rejects.toThrow();
    for (const socket of held) socket.destroy();
    await expect
      .poll(() =>
        full.send().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it("has nothing elsewhere, and no other methods", async () => {
    const { send } = await opened();
    expect(await send({ path: "/" })).toMatchObject({ status: 404 });
    expect(await send({ method: "PUT" })).toMatchObject({ status: 405 });
    expect(await send({ body: "not JSON" })).toMatchObject({ status: 400 });
  });

  it("needs a token that can't be guessed", async () => {
    await expect(serveHttp(session().session, { port: 0, token: "short" })).rejects.toThrow(RangeError);
  });
});
