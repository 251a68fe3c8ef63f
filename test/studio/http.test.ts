import { request } from "node:http";
import { connect } from "node:net";
import { QUESTIONS } from "@semantic-xpath/studio/session";
import { describe, expect, it } from "vitest";
import { served } from "./support/studio.js";

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Buffer;
}

async function opened(...options: Parameters<typeof served>) {
  const all = await served(...options);
  const { port } = new URL(all.server.url);
  const send = ({ headers = {}, method = "POST", path = "/ask/state", body = "{}" }: Sent = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const given = { "content-type": "application/json", authorization: `Bearer ${all.server.token}`, ...headers };
      const call = request({ host: "127.0.0.1", port, method, path, headers: given }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      call.on("error", reject);
      call.end(["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : body);
    });
  return { ...all, send, port: Number(port) };
}

describe("who is let in", () => {
  it("is who has the token, which stands in the fragment of the address alone", async () => {
    const { send, server } = await opened();
    expect(server.address).toBe(`${server.url}/#token=${server.token}`);
    expect(server.token.length).toBeGreaterThan(40);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send({ headers: { origin: server.url, "sec-fetch-site": "same-origin" } })).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ["no token", { authorization: "" }, 401],
    ["another token", { authorization: "Bearer something-else-that-is-long" }, 401],
    ["a page of another site", { origin: "https://evil.example" }, 403],
    ["another page of this machine", { origin: "http://localhost:3000" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a page that hides where it comes from", { "sec-fetch-site": "cross-site" }, 403],
    ["another port of this machine", { "sec-fetch-site": "same-site" }, 403],
    ["a host that was rebound to this machine", { host: "evil.example" }, 403],
    ["a host that only begins as this machine", { host: "127.0.0.1.evil.example:80" }, 403],
    ["a form", { "content-type": "text/plain" }, 415],
  ])("is not %s", async (_, headers, status) => {
    const { send } = await opened();
    for (const path of ["/ask/state", "/ask/nothing", "/events"]) {
      const answer = await send({ headers, path });
      expect(answer.status).toBe(path === "/events" && status === 415 ? 405 : status);
      expect(answer.text).not.toContain("San Diego");
      expect(JSON.parse(answer.text).error.code).toBe("SXP5168");
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("gives no leave to a browser that asks beforehand", async () => {
    const { send } = await opened();
    const headers = { origin: "https://evil.example", authorization: "", "access-control-request-method": "POST" };
    expect(await send({ method: "OPTIONS", headers })).toMatchObject({ status: 403 });
  });

  it("is not who brings the token in the address", async () => {
    const { send, server } = await opened();
    const path = `/ask/state?token=${server.token}`;
    expect(await send({ path, headers: { authorization: "" } })).toMatchObject({ status: 401 });
  });
});

describe("what is served", () => {
  it("is no icon, to a browser that asks for one by itself", async () => {
    const { send } = await opened();
    const headers = { authorization: "" };
    expect(await send({ path: "/favicon.ico", method: "GET", headers })).toMatchObject({ status: 204, text: "" });
  });

  it("is the page, for everybody on this machine, under a strict policy", async () => {
    const { send } = await opened();
    const page = await send({ method: "GET", path: "/", headers: { authorization: "" } });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining("<title>Page") });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|blob:/);
    expect(page.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cache-control": "no-store",
    });
    expect(await send({ method: "GET", path: "/studio.js" })).toMatchObject({ status: 200, text: "export {};" });
    expect(await send({ method: "HEAD", path: "/" })).toMatchObject({ status: 200, text: "" });
  });

  it.each([
    ["GET", "/notes.txt", 404],
    ["GET", "/../package.json", 404],
    ["GET", "/%2e%2e/package.json", 404],
    ["GET", "/..%2fpackage.json", 404],
    ["GET", "//evil.example/", 404],
    ["GET", "/ask/state", 405],
    ["PUT", "/ask/state", 405],
    ["POST", "/", 405],
    ["POST", "/events", 405],
    ["POST", "/ask/state/more", 404],
    ["POST", "/ask/constructor", 404],
    ["POST", "/ask/", 404],
    ["POST", `/ask/${"x".repeat(100)}`, 404],
  ])("is nothing at %s %s", async (method, path, status) => {
    const { send, faults } = await opened();
    const answer = await send({ method, path });
    expect([answer.status, answer.headers["x-content-type-options"]]).toEqual([status, "nosniff"]);
    expect(faults).toEqual([]);
  });

  it("needs a page, and a port that is free", async () => {
    const { server } = await opened();
    await expect(served({}, { folder: "/nowhere" })).rejects.toThrow("SXP5170");
    await expect(served({}, { port: Number(new URL(server.url).port) })).rejects.toThrow("SXP5171");
    await expect(served({}, { token: "short" })).rejects.toThrow(RangeError);
  });
});

describe("bounds", () => {
  it("end what is too large before it is read", async () => {
    const { send } = await opened({}, { limits: { bodyBytes: 1000, importBytes: 3000 } });
    const body = JSON.stringify({ name: "a.xml", text: `<a>${"x".repeat(2000)}</a>` });
    expect(await send({ path: "/ask/importFile", body })).toMatchObject({ status: 200 });
    expect(await send({ path: "/ask/state", body })).toMatchObject({ status: 413 });
    const unsaid = await send({ path: "/ask/state", body, headers: { "transfer-encoding": "chunked" } });
    expect(unsaid).toMatchObject({ status: 413, text: expect.stringContaining("SXP5165") });
  });

  it("let nobody change anything in a studio that only reads, however the body is", async () => {
    const { send, memory } = await opened({ canWrite: false });
    for (const [name, { right }] of Object.entries(QUESTIONS)) {
      if (right !== "write") continue;
      expect(await send({ path: `/ask/${name}`, body: "no JSON" })).toMatchObject({ status: 403 });
    }
    expect(memory.task("trip").versions()).toHaveLength(1);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it("hold how often and how many at once", async () => {
    const { send } = await opened({}, { limits: { burst: 3, perSecond: 0.001 } });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await send()).status);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const none = await opened({}, { limits: { questions: 0, heavy: 0 } });
    expect(await none.send()).toMatchObject({ status: 429, text: expect.stringContaining("SXP5164") });
  });

  it("are free again after whatever went wrong", async () => {
    const limits = { questions: 2, heavy: 1, bodyBytes: 1000, importBytes: 1000 };
    const { send, faults } = await opened({}, { limits });
    const large = JSON.stringify({ text: "x".repeat(2000) });
    const view = { run: "none", method: "tree", params: {} };
    for (const name of Object.keys(QUESTIONS))
      for (const [body, headers] of [
        [large, {}],
        [large, { "transfer-encoding": "chunked" }],
        ["{", {}],
        [Buffer.from([0x22, 0xff, 0x22]), {}],
        ['{"zzz":1}', {}],
        [JSON.stringify(view), {}],
      ] as const) {
        const answer = await send({ path: `/ask/${name}`, body, headers });
        expect(answer.status, `${name} ${answer.text}`).not.toBe(429);
      }
    const run = await send({ path: "/ask/run", body: JSON.stringify({ query: "//POI", task: null, version: null }) });
    expect(run).toMatchObject({ status: 200 });
    expect(faults).toEqual([]);
  });

  it("end a connection that does not come to its point", async () => {
    const { port } = await opened({}, { limits: { headersWithin: 50 } });
    const socket = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write("POST /ask/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    socket.on("data", () => undefined);
    await closed;
  });
});

describe("answers to what makes no sense", () => {
  it.each(["", "{", "null", "[]", '"x"', "1e999", "{}{}", '{"task": {"toString": 1}}', "\ufeff{}"])(
    "say so for the body %j",
    async (body) => {
      const { send, faults } = await opened();
      const answer = await send({ path: "/ask/diff", body });
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("SXP5161") });
      expect(faults).toEqual([]);
    },
  );

  it("say so for bytes that are no text", async () => {
    const { send, faults } = await opened();
    expect(await send({ body: Buffer.from([0x7b, 0xff, 0x7d]) })).toMatchObject({ status: 400 });
    expect(faults).toEqual([]);
  });

  it("tell nothing of a fault of ours but that there was one", async () => {
    const { send, memory, faults } = await opened();
    memory.tasks = () => {
      throw new Error("a secret at /home/me/file.ts");
    };
    const { status, text } = await send();
    expect(status).toBe(500);
    expect(text).toContain("SXP5169");
    expect(text).not.toMatch(/secret|\/home|\bat\b.*:\d+/);
    expect(faults).toHaveLength(1);
  });

  it("say what is wrong with a query in words", async () => {
    const { send } = await opened();
    const body = JSON.stringify({ query: "//POI[", task: "trip", version: null });
    const { status, text } = await send({ path: "/ask/run", body });
    expect(status).toBe(422);
    expect(JSON.parse(text).error.message).toContain("SXP1");
  });
});

describe("events", () => {
  it("come to all tabs, whoever wrote", async () => {
    const { tab, other } = await opened();
    const [first, second] = [tab(), tab()];
    await Promise.all([first.ready, second.ready]);
    const update = 'replace value of node //Day[2]/POI[1]/@name with "Aquarium"';
    expect(await first.ask("update", { task: "trip", update, dryRun: false, ifVersion: 1 })).toMatchObject({
      version: 2,
    });
    await expect.poll(() => second.events).toContainEqual({ type: "memory", task: "trip", version: 2 });
    const late = second.ask("undo", { task: "trip", ifVersion: 1 });
    await expect(late).rejects.toMatchObject({ code: "SXP5010", status: 422 });
    await other().update("trip", "delete node //Day[1]/POI[1]");
    for (const { events } of [first, second])
      await expect.poll(() => events).toContainEqual({ type: "memory", task: "trip", version: 3 });
  });

  it("go on after a break, none twice and none missing", async () => {
    const { tab, session } = await opened();
    const breaking = breakable();
    const page = tab(breaking.fetch);
    await page.ready;
    for (let i = 0; i < 100; i++) {
      if (i % 40 === 20) {
        await expect.poll(() => page.events.length).toBe(i);
        breaking.breakAll();
      }
      session.tell({ type: "memory", task: "trip", version: i });
    }
    await expect.poll(() => page.events.length).toBe(100);
    expect(page.events.map((event) => event.type === "memory" && event.version)).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
  });

  it("say that some are lost after a long break, and after a new start", async () => {
    const { server, session } = await opened();
    for (let i = 0; i < 2_100; i++) session.tell({ type: "memory", task: "trip", version: i });
    const [fresh] = await first(server, null, 1);
    const name = fresh!.replace(/^id: (.*)-2100$/, "$1");
    expect(name).not.toBe(fresh);
    expect((await first(server, `${name}-2098`, 3)).slice(1)).toEqual([
      `id: ${name}-2099\ndata: {"type":"memory","task":"trip","version":2098}`,
      `id: ${name}-2100\ndata: {"type":"memory","task":"trip","version":2099}`,
    ]);
    for (const last of [`${name}-99`, `${name}-9999`, `${name}-`, `${name}-1e9`, "another-5", "x"])
      expect((await first(server, last, 2))[1]).toBe(`id: ${name}-2100\ndata: {"type":"reset"}`);
  });

  it("are for so many pages at once", async () => {
    const { server } = await opened({}, { limits: { streams: 1 } });
    const stop = new AbortController();
    const open = () =>
      fetch(`${server.url}/events`, { headers: { Authorization: `Bearer ${server.token}` }, signal: stop.signal });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
    stop.abort();
  });
});

/** The first pieces of a stream that goes on after an event. */
async function first({ url, token }: { url: string; token: string }, last: string | null, pieces: number) {
  const stop = new AbortController();
  const headers = { Authorization: `Bearer ${token}`, ...(last !== null && { "Last-Event-ID": last }) };
  const response = await fetch(`${url}/events`, { headers, signal: stop.signal });
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of response.body!) {
    text += decoder.decode(piece, { stream: true });
    if (text.split("\n\n").length > pieces) break;
  }
  stop.abort();
  return text.split("\n\n").slice(0, pieces);
}

/** A `fetch` whose streams of events break when they are told to. */
function breakable() {
  let broken = new AbortController();
  const wrapped: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    if (!String(address).endsWith("/events")) return response;
    const through = new TransformStream();
    response.body!.pipeTo(through.writable, { signal: broken.signal }).catch(() => undefined);
    return new Response(through.readable, { status: response.status });
  };
  const breakAll = () => {
    broken.abort(new Error("The line was cut"));
    broken = new AbortController();
  };
  return { fetch: wrapped, breakAll };
}
