// @module-tag process
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer as createPlainServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pullProgram, start } from "./support/child.js";
import { fakeHub, listen, modelFiles, shut } from "./support/hub.js";

const TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
const LONG = Buffer.alloc(2_000_000, "weights ");
const FILES = modelFiles({ "onnx/model.onnx_data": LONG });

let program: string;
beforeAll(async () => {
  program = await pullProgram();
});

const newHome = (): string => join(mkdtempSync(join(tmpdir(), "sxp-models-")), "models");
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("a pull that is killed", () => {
  it("leaves no model, and the next one goes on where it was", { tags: "smoke" }, async () => {
    const hub = await fakeHub(FILES);
    const home = newHome();
    const environment = { MODELS: home, REPOSITORY: "owner/small-model", HF_ENDPOINT: hub.url };
    hub.fault("onnx/model.onnx_data", { kind: "stall", after: 300_000 });
    const part = join(home, ".partial/small-model/small-model/onnx/model.onnx_data.part");
    const killed = start(program, environment);
    while (!(existsSync(part) && statSync(part).size >= 200_000)) await pause(20);
    expect(await start(program, environment).ended).toContain("is being fetched already, by process");
    killed.process.kill("SIGKILL");
    await killed.ended;
    expect(existsSync(join(home, "small-model"))).toBe(false);
    const had = statSync(part).size;
    expect(had).toBeGreaterThanOrEqual(200_000);
    expect(await start(program, environment).ended).toBe("pulled\n");
    expect(readFileSync(join(home, "small-model/small-model/onnx/model.onnx_data"))).toEqual(LONG);
    expect(hub.seenOf("onnx/model.onnx_data").map(({ range }) => range)).toEqual([null, `bytes=${had}-`]);
    expect(hub.seenOf("config.json").length).toBe(2);
    await hub.close();
  });
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A key and a certificate for this machine, gone with its temporary files. */
function certificate(): { key: Buffer; cert: Buffer; file: string } {
  const folder = mkdtempSync(join(tmpdir(), "sxp-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    cert,
    ...subject,
  ];
  execFileSync("openssl", made, { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

describe.skipIf(!hasOpenssl)("a pull through a proxy", () => {
  it("reaches a hub over TLS, with the token for the hub alone", async () => {
    const hub = await fakeHub(modelFiles());
    const { key, cert, file } = certificate();
    const authorizations = new Set<string | undefined>();
    const secure = createTlsServer({ key, cert }, (request, response) => {
      authorizations.add(request.headers.authorization);
      const plain = /^\/plain(.*)$/.exec(request.url!)?.[1];
      if (plain === undefined) response.writeHead(302, { location: `/plain${request.url}` }).end();
      else void fetch(hub.url + plain).then(async (answer) => response.end(Buffer.from(await answer.arrayBuffer())));
    });
    const port = (): number => (secure.address() as AddressInfo).port;
    await listen(secure);
    const connected: [string | undefined, string | undefined][] = [];
    const proxy = createPlainServer();
    proxy.on("connect", ({ url, headers }: IncomingMessage, socket: Socket) => {
      connected.push([url, headers.authorization]);
      const on = connect(port(), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      on.on("error", () => undefined).on("close", () => socket.destroy());
      socket.on("error", () => undefined).on("close", () => on.destroy());
      socket.pipe(on).pipe(socket);
    });
    const environment = {
      MODELS: newHome(),
      REPOSITORY: "owner/small-model",
      HF_ENDPOINT: `https://localhost:${port()}`,
      HF_TOKEN: TOKEN,
      HTTPS_PROXY: await listen(proxy),
    };
    expect(await start(program, environment).ended).toMatch(/self[- ]signed certificate/);
    expect(authorizations.size).toBe(0);
    expect(await start(program, { ...environment, NODE_EXTRA_CA_CERTS: file }).ended).toBe("pulled\n");
    expect([...authorizations]).toEqual([`Bearer ${TOKEN}`]);
    expect(new Set(connected.map(String))).toEqual(new Set([`localhost:${port()},`]));
    await Promise.all([shut(proxy), shut(secure), hub.close()]);
  });
});
