import { createServer as createPlainServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { proxyAuthorization, proxyFor } from "../../../../packages/scorers/src/node/models/exchange.js";
import { fetchFollowing } from "../../../../packages/scorers/src/node/models/fetch.js";
import { hubOf } from "../../../../packages/scorers/src/node/models/hub.js";
import { listen, shut } from "./support/hub.js";

const TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(shut));
});

/** A server that notes what it is asked, and redirects where `to` says so. */
async function server(to: (path: string) => string | null = () => null) {
  const seen: Pick<IncomingMessage, "url" | "headers">[] = [];
  const made = createPlainServer((request, response) => {
    seen.push({ url: request.url!, headers: request.headers });
    const location = to(request.url!);
    if (location === null) response.end("here");
    else response.writeHead(302, { location }).end();
  });
  servers.push(made);
  return { url: await listen(made), seen };
}

const get = (url: string, environment: Record<string, string> = {}) => {
  const { authorization } = hubOf({ HF_ENDPOINT: new URL(url).origin, HF_TOKEN: TOKEN });
  const signal = new AbortController().signal;
  return fetchFollowing(new URL(url), { environment, signal, patience: 1000, headers: {}, authorization });
};

describe("redirects", () => {
  it("show the token to its own host only, and not again once they led away", async () => {
    const elsewhere = await server((path) => (path === "/back" ? `${home.url}/returned` : null));
    const home = await server((path) =>
      path === "/moved"
        ? "/file"
        : path === "/away"
          ? `${elsewhere.url}/file`
          : path === "/trip"
            ? `${elsewhere.url}/back`
            : null,
    );
    await get(`${home.url}/moved`);
    expect(home.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    await get(`${home.url}/away`);
    await get(`${home.url}/trip`);
    expect(elsewhere.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/file", undefined],
      ["/back", undefined],
    ]);
    expect(home.seen.at(-1)).toMatchObject({ url: "/returned" });
    expect(home.seen.at(-1)!.headers.authorization).toBeUndefined();
  });

  it("end at some point", async () => {
    const { url, seen } = await server((path) => path);
    await expect(get(url)).rejects.toThrow("redirects endlessly");
    expect(seen.length).toBe(9);
  });

  it.each(["file:///etc/passwd", "ftp://127.0.0.1/", "http://["])("do not lead to %s", async (location) => {
    const { url } = await server(() => location);
    await expect(get(url)).rejects.toThrow("redirects to no address");
  });
});

describe("the hub of the environment", () => {
  it("is asked with a token over https, and over http on this machine only", () => {
    expect(hubOf({ HF_ENDPOINT: "https://mirror.example/hub/", HF_TOKEN: ` ${TOKEN}\n` })).toMatchObject({
      base: "https://mirror.example/hub",
      authorization: { origin: "https://mirror.example", value: `Bearer ${TOKEN}` },
    });
    expect(hubOf({ HF_ENDPOINT: "http://mirror.example", HF_TOKEN: TOKEN }).authorization).toBeNull();
    expect(hubOf({ HF_ENDPOINT: "http://[::1]:80", HF_TOKEN: TOKEN }).authorization).not.toBeNull();
    expect(hubOf({}).authorization).toBeNull();
  });

  it.each(["mirror.example", "file:///x", "https://me:secret@mirror.example"])("is not %s", (HF_ENDPOINT) => {
    expect(() => hubOf({ HF_ENDPOINT })).toThrow(/^HF_ENDPOINT is no address such as "https:\/\/[^"]*"\.$/);
  });

  it("refuses a token that no header can hold, and does not repeat it", () => {
    expect(() => hubOf({ HF_TOKEN: "hf_a\nb" })).toThrow(/^HF_TOKEN has characters that a header can't hold\.$/);
  });
});

describe("proxies", () => {
  const proxy = (url: string, environment: Record<string, string>): string | undefined =>
    proxyFor(new URL(url), environment)?.href;

  it.each<[string, Record<string, string>, string | undefined]>([
    ["https://a.example", {}, undefined],
    ["https://a.example", { HTTPS_PROXY: "http://p:3128" }, "http://p:3128/"],
    ["http://a.example", { HTTPS_PROXY: "http://p:3128" }, undefined],
    ["http://a.example", { http_proxy: "p:3128" }, "http://p:3128/"],
    ["https://a.example", { ALL_PROXY: "http://p" }, "http://p/"],
    ["https://a.example", { HTTPS_PROXY: "http://p", https_proxy: "http://q" }, "http://q/"],
    ["https://a.example", { HTTPS_PROXY: "http://p", NO_PROXY: "*" }, undefined],
    ["https://a.example", { HTTPS_PROXY: "http://p", NO_PROXY: "b.example, .example" }, undefined],
    ["https://a.example", { HTTPS_PROXY: "http://p", NO_PROXY: "example" }, undefined],
    ["https://example.org", { HTTPS_PROXY: "http://p", NO_PROXY: "ample.org" }, "http://p/"],
    ["https://a.example", { HTTPS_PROXY: "http://p", no_proxy: "a.example:8443" }, "http://p/"],
    ["https://a.example:8443", { HTTPS_PROXY: "http://p", no_proxy: "a.example:8443" }, undefined],
    ["https://[::1]:8443", { HTTPS_PROXY: "http://p", NO_PROXY: "::1" }, undefined],
    ["https://[::1]:8443", { HTTPS_PROXY: "http://p", NO_PROXY: "[::1]:8443" }, undefined],
    ["https://127.0.0.1", { HTTPS_PROXY: "http://p", NO_PROXY: "localhost,127.0.0.1" }, undefined],
  ])("%s with %j: %s", (url, environment, expected) => {
    expect(proxy(url, environment)).toBe(expected);
  });

  it("does not repeat what may hold a password", () => {
    const HTTPS_PROXY = "socks5://me:secret@proxy:1080";
    expect(() => proxy("https://a.example", { HTTPS_PROXY })).toThrow(/^HTTPS_PROXY names no proxy[^:]*\.$/);
    expect(proxyAuthorization(new URL("http://me:se%20cret@proxy"))).toEqual({
      "proxy-authorization": `Basic ${Buffer.from("me:se cret").toString("base64")}`,
    });
  });

  it("are asked for http by absolute address", async () => {
    const { url, seen } = await server();
    const { response } = await get("http://hub.invalid/file?x=1", { HTTP_PROXY: url.replace("//", "//me:pass@") });
    expect([response.statusCode, seen[0]!.url]).toEqual([200, "http://hub.invalid/file?x=1"]);
    expect(seen[0]!.headers).toMatchObject({
      host: "hub.invalid",
      "proxy-authorization": expect.stringMatching(/^Basic /),
    });
    response.destroy();
  });

  it("are asked for https by CONNECT, and see no header of what is sent through", async () => {
    const asked: { url: string | undefined; headers: IncomingMessage["headers"] }[] = [];
    const sent: Buffer[] = [];
    const made = createPlainServer();
    servers.push(made);
    made.on("connect", ({ url, headers }: IncomingMessage, socket: Socket) => {
      asked.push({ url, headers });
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.on("data", (piece) => {
        sent.push(piece);
        socket.destroy();
      });
      socket.on("error", () => undefined);
    });
    await expect(get("https://hub.invalid/file", { HTTPS_PROXY: await listen(made) })).rejects.toThrow("hub.invalid");
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([["hub.invalid:443", undefined]]);
    // A TLS handshake, with the name of the host in it.
    expect(sent[0]![0]).toBe(0x16);
    expect(sent[0]!.includes("hub.invalid")).toBe(true);
  });

  it("say so where they do not lead there", async () => {
    const made = createPlainServer();
    servers.push(made);
    made.on("connect", (_: IncomingMessage, socket: Socket) => socket.end("HTTP/1.1 407 No\r\n\r\n"));
    await expect(get("https://hub.invalid/", { HTTPS_PROXY: await listen(made) })).rejects.toThrow(
      /^The proxy 127\.0\.0\.1:\d+ does not lead to hub\.invalid: it answered 407\.$/,
    );
  });

  it("leads through to a server", async () => {
    const { url, seen } = await server();
    const through = createPlainServer();
    servers.push(through);
    through.on("connect", (_: IncomingMessage, socket: Socket) => {
      const { hostname, port } = new URL(url);
      const on = connect(Number(port), hostname, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      on.on("error", () => socket.destroy());
      socket.on("error", () => on.destroy());
      socket.pipe(on).pipe(socket);
    });
    // A server that speaks no TLS: what arrives there is a handshake and not a request.
    await expect(get("https://hub.invalid/", { HTTPS_PROXY: await listen(through) })).rejects.toThrow("hub.invalid");
    expect(seen).toEqual([]);
  });
});
