import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listModels } from "../../../../packages/scorers/src/node/models/library.js";
import { kindOfModel } from "../../../../packages/scorers/src/node/models/open.js";
import { type PullOptions, type PullProgress, pullModel } from "../../../../packages/scorers/src/node/models/pull.js";
import { tinyStaticFiles } from "../../../support/onnx/tinyModels.js";
import { COMMIT, type FakeHub, fakeHub, type HubFiles, modelFiles, sha256, TINY_ONNX } from "./support/hub.js";

const TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
/** Weights that are long enough to be cut. */
const LONG = Buffer.alloc(300_000, "weights ");
const withData = modelFiles({ "onnx/model.onnx_data": LONG });

let hub: FakeHub;
let home: string;
const hubs: FakeHub[] = [];

async function serve(files?: HubFiles, list?: object): Promise<FakeHub> {
  const started = await fakeHub(files, list);
  hubs.push(started);
  return started;
}

beforeEach(async () => {
  hub = await serve(withData);
  home = join(mkdtempSync(join(tmpdir(), "sxp-models-")), "models");
});

afterEach(async () => {
  await Promise.all(hubs.splice(0).map((each) => each.close()));
});

const RETRY = { retries: 2, firstWait: 1, longestWait: 2_000 };

const pull = (text = "owner/small-model", options: Partial<PullOptions> = {}) =>
  pullModel(text, {
    home,
    retry: RETRY,
    patience: 1000,
    ...options,
    environment: { HF_ENDPOINT: hub.url, ...options.environment },
  });

/** Rejects with a message that matches, and leaves no model. */
async function refuses(pulled: Promise<unknown>, message: RegExp): Promise<string> {
  const error = await pulled.then(
    () => new Error("it was pulled"),
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(message);
  expect(await listModels(home)).toEqual([]);
  expect(existsSync(join(home, "small-model"))).toBe(false);
  expect(error.message).not.toContain(TOKEN);
  return error.message;
}

describe("pulling a model", () => {
  it("fetches the files that are needed, pinned and verified", async () => {
    const { folder, manifest, wasThere } = await pull("owner/small-model@v1.0", { name: "small" });
    expect([wasThere, folder]).toEqual([false, join(home, "small", "small-model")]);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      "1_Pooling",
      "1_Pooling/config.json",
      "config.json",
      "modules.json",
      "onnx",
      "onnx/model.onnx",
      "onnx/model.onnx_data",
      "tokenizer.json",
      "tokenizer_config.json",
    ]);
    expect(readFileSync(join(folder, "onnx/model.onnx_data"))).toEqual(LONG);
    expect(manifest.source).toEqual({
      kind: "hub",
      repository: "owner/small-model",
      revision: "v1.0",
      commit: COMMIT,
      variant: "default",
    });
    expect(manifest.files.at(-1)).toEqual({ path: "onnx/model.onnx_data", bytes: LONG.length, sha256: sha256(LONG) });
    expect(hub.seen[0]!.path).toBe("/api/models/owner/small-model/revision/v1.0?blobs=true");
    expect(hub.seen.slice(1).every(({ path }) => path.startsWith(`/owner/small-model/resolve/${COMMIT}/`))).toBe(true);
    expect(readdirSync(home)).toEqual([".partial", "small"]);
    expect(readdirSync(join(home, "small"))).toEqual(["small-model", "sxp-model.json"]);
    expect(readdirSync(join(home, ".partial"))).toEqual([]);
  });

  it("fetches nothing that is there already", async () => {
    await pull();
    const before = hub.seen.length;
    expect((await pull()).wasThere).toBe(true);
    expect(hub.seen.length).toBe(before + 1);
  });

  it("says how far it is", async () => {
    const said: PullProgress[] = [];
    await pull(undefined, { onProgress: (progress) => said.push(progress) });
    const total = said[0]!.total!;
    expect(said.at(-1)).toEqual({ file: "onnx/model.onnx_data", received: total, total });
    for (let i = 1; i < said.length; i++) expect(said[i]!.received).toBeGreaterThanOrEqual(said[i - 1]!.received);
  });

  it("takes a variant, and names those that there are", async () => {
    hub = await serve(modelFiles({ "onnx/model_quantized.onnx": TINY_ONNX, "onnx/model_fp16.onnx": TINY_ONNX }));
    await refuses(pull(undefined, { variant: "q4" }), /no variant "q4".*default, quantized, fp16/);
    const { folder, manifest } = await pull(undefined, { variant: "fp16" });
    expect([manifest.weights, readdirSync(join(folder, "onnx"))]).toEqual([
      "onnx/model_fp16.onnx",
      ["model_fp16.onnx"],
    ]);
  });

  it("replaces another commit of the same repository, and never a model of another", async () => {
    await pull();
    const next = "89abcdef".repeat(5);
    hub = await serve(modelFiles({ "config.json": '{"new":true}' }), { sha: next });
    const { manifest, folder } = await pull();
    expect(manifest.source).toMatchObject({ commit: next });
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe('{"new":true}');
    await expect(pull("another/small-model")).rejects.toThrow(
      '"small-model" is the model of owner/small-model already',
    );
    expect((await pull("another/small-model", { name: "mine" })).name).toBe("mine");
  });

  it("refuses a commit that is not the one asked for", async () => {
    await refuses(pull(`owner/small-model@${"f".repeat(40)}`), /gives commit 0123/);
  });
});

describe("a hub in trouble", () => {
  const data = "onnx/model.onnx_data";

  /** What is on its way when the connection goes may be lost: it is cut when all that came is kept. */
  const cutWith = (kept: number) => {
    const part = join(home, ".partial/small-model/small-model", `${data}.part`);
    return { kind: "cut", after: 60_000, isKept: () => existsSync(part) && statSync(part).size >= kept } as const;
  };

  it("goes on where a connection was cut, as often as it takes", async () => {
    const cuts = [60_000, 120_000, 180_000, 240_000].map(cutWith);
    hub.fault(data, ...cuts);
    const { folder } = await pull();
    expect(readFileSync(join(folder, data))).toEqual(LONG);
    const ranges = hub.seenOf(data).map(({ range }) => range);
    expect(ranges).toEqual([null, "bytes=60000-", "bytes=120000-", "bytes=180000-", "bytes=240000-"]);
  });

  it("goes on in a later run", async () => {
    hub.fault(data, cutWith(60_000), ...Array(3).fill({ kind: "status", status: 500 }));
    await refuses(pull(), /in trouble \(500\)/);
    const before = hub.seen.length;
    hub.recover();
    const { folder } = await pull();
    expect(readFileSync(join(folder, data))).toEqual(LONG);
    expect(hub.seen.slice(before).map(({ path, range }) => [path.split("/").at(-1), range])).toEqual([
      ["main?blobs=true", null],
      ["model.onnx_data", "bytes=60000-"],
    ]);
  });

  it("notices that what came before was altered, and begins anew", async () => {
    hub.fault(data, cutWith(60_000), ...Array(3).fill({ kind: "status", status: 500 }));
    await refuses(pull(), /in trouble \(500\)/);
    hub.recover();
    const part = join(home, ".partial/small-model/small-model", `${data}.part`);
    writeFileSync(part, Buffer.alloc(60_000, "evil wei"));
    await refuses(pull(), /model\.onnx_data is not what it should be: its SHA-256 is .*It was removed/);
    expect(existsSync(part)).toBe(false);
    expect(readFileSync(join((await pull()).folder, data))).toEqual(LONG);
    expect(
      hub
        .seenOf(data)
        .map(({ range }) => range)
        .slice(-2),
    ).toEqual(["bytes=60000-", null]);
  });

  it("notices that the rest is another file's", async () => {
    hub.fault(data, cutWith(60_000), { kind: "body", body: Buffer.alloc(300_000, "evil wei") });
    await refuses(pull(), /model\.onnx_data is not what it should be: its SHA-256 is/);
  });

  it("begins anew where ranges are not known there", async () => {
    hub.fault(data, cutWith(60_000), { kind: "noRange" });
    const { folder } = await pull();
    expect(readFileSync(join(folder, data))).toEqual(LONG);
  });

  it("gives up where every attempt begins anew and is cut", async () => {
    const whole = { kind: "noRange", after: 60_000 } as const;
    hub.fault(data, ...Array(9).fill(whole));
    await refuses(pull(), /the connection was cut|ended .* early/);
    // A cut may lose bytes that were sent: then a later attempt gets further, and the count begins anew.
    expect(hub.seenOf(data).length).toBeGreaterThanOrEqual(3);
    expect(hub.seenOf(data).length).toBeLessThan(9);
  });

  it("gives up a connection on which nothing comes, and goes on", async () => {
    hub.fault(data, { kind: "stall", after: 50_000 });
    const { folder } = await pull();
    expect(readFileSync(join(folder, data))).toEqual(LONG);
    expect(hub.seenOf(data)[1]!.range).toBe("bytes=50000-");
  });

  it("waits for what is slow", async () => {
    hub.fault(data, { kind: "slow", milliseconds: 1500 });
    expect((await pull()).wasThere).toBe(false);
  });

  it.each<[string, Uint8Array]>([
    ["the same length", Buffer.alloc(300_000, "evil wei")],
    ["less", LONG.subarray(0, 1000)],
    ["more", Buffer.concat([LONG, LONG])],
  ])("refuses other content: %s", async (_, body) => {
    const fault = { kind: "body", body } as const;
    hub.fault(data, fault, fault, fault, fault);
    await refuses(pull(), /SHA-256 is|ended .* early|sends more/);
    // What was wrong is not built on.
    hub.recover();
    expect(readFileSync(join((await pull()).folder, data))).toEqual(LONG);
  });

  it("refuses a small file with another content", async () => {
    hub.fault("config.json", { kind: "body", body: '{"model_type":"BERT"}' });
    await refuses(pull(), /config\.json is not what it should be: its git object id is/);
    expect(hub.seenOf(data)).toEqual([]);
  });

  it("refuses what nothing is known about", async () => {
    hub = await serve(modelFiles(), { siblings: Object.keys(modelFiles()).map((rfilename) => ({ rfilename })) });
    await refuses(pull(), /nothing says what it should be/);
  });

  it("waits as long as it is asked to, and tries again", async () => {
    const waits: number[] = [];
    hub.fault("list", { kind: "status", status: 429, headers: { "retry-after": "1" } });
    await pull(undefined, { onWait: (_, milliseconds) => waits.push(milliseconds) });
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
  });

  it("does not wait for long", async () => {
    hub.fault("list", { kind: "status", status: 429, headers: { "retry-after": "3600" } });
    await refuses(pull(), /too many requests \(429\)\. It asks to come back in 3600 seconds/);
  });

  it("tries again after 500, and not for ever", async () => {
    hub.fault("list", { kind: "status", status: 500 });
    await pull();
    hub.fault("list", ...Array(3).fill({ kind: "status", status: 503 }));
    await expect(pull("owner/other")).rejects.toThrow("in trouble (503)");
  });

  it("says what is not there", async () => {
    hub.fault("list", { kind: "status", status: 404 });
    await refuses(pull(), /has no list of files of "owner\/small-model" at "main" \(404\)/);
    hub.fault("list", { kind: "status", status: 404, headers: { "x-error-code": "RevisionNotFound" } });
    await refuses(pull("owner/small-model@v9"), /has no revision "v9"/);
    hub.fault("config.json", { kind: "status", status: 404 });
    await refuses(pull(), /has no config\.json of/);
  });

  it.each([401, 403])("names HF_TOKEN at %i, and never shows it", async (status) => {
    hub.fault("list", { kind: "status", status });
    await refuses(pull(), /If you may read it, set HF_TOKEN/);
    hub.fault("list", { kind: "status", status });
    await refuses(pull(undefined, { environment: { HF_TOKEN: TOKEN } }), /The token in HF_TOKEN does not give access/);
    expect(hub.seen.map(({ authorization }) => authorization)).toEqual([null, `Bearer ${TOKEN}`]);
  });

  it.each(["<html>", "[]", "null", '{"sha":"main","siblings":[]}', '{"sha":1}'])(
    "refuses %s as a list",
    async (body) => {
      hub.fault("list", { kind: "body", body });
      await refuses(pull(), /something that is no list of files/);
    },
  );

  it.each([
    "../evil.json",
    "/etc/evil",
    "onnx/../../evil",
    "a\\..\\evil",
    "C:evil",
    "onnx//model.onnx",
    "./config.json",
    "evil\n",
  ])("refuses a list with %j", async (rfilename) => {
    const size = 1;
    hub = await serve(modelFiles(), { siblings: [{ rfilename, size, blobId: "0".repeat(40) }] });
    await refuses(pull(), /leads out of the model's folder/);
    expect(existsSync(home)).toBe(false);
  });

  it("says where nothing answers", async () => {
    await hub.close();
    hubs.splice(hubs.indexOf(hub), 1);
    await refuses(pull(), /^127\.0\.0\.1:\d+: nothing answers there\.$/);
  });

  it("says what a repository lacks", async () => {
    hub = await serve({ "config.json": "{}", "onnx/model.onnx": TINY_ONNX });
    await refuses(pull(), /has no tokenizer\.json/);
    hub = await serve({ "config.json": "{}", "pytorch_model.bin": "" });
    await refuses(pull(), /has no ONNX model: no file onnx\/model\.onnx\.$/);
    hub = await serve({ "config.json": "{}", "tokenizer.json": "{}", "model.safetensors": "" });
    await refuses(pull(), /has no ONNX model.* --variant static fetches the table/);
    await refuses(pull(undefined, { variant: "static" }), /"model\.safetensors" is no static model/);
  });

  it("fetches the table of a static model, and nothing of its graph", async () => {
    hub = await serve({ ...tinyStaticFiles(), "onnx/model.onnx": TINY_ONNX });
    const { manifest, folder } = await pull(undefined, { variant: "static" });
    expect(manifest.weights).toBe("model.safetensors");
    expect(manifest.files.map(({ path }) => path)).toEqual(["config.json", "tokenizer.json", "model.safetensors"]);
    expect(await kindOfModel(folder)).toBe("static");
  });

  it("ends when it is told to, and keeps what came", async () => {
    hub.fault(data, { kind: "slow", milliseconds: 10_000 });
    const stop = new AbortController();
    const onProgress = ({ file, received }: PullProgress) => {
      if (file === data && received > 30_000) stop.abort(new Error("enough"));
    };
    await refuses(pull(undefined, { signal: stop.signal, onProgress }), /enough/);
    const { folder } = await pull();
    expect(readFileSync(join(folder, data))).toEqual(LONG);
    expect(hub.seenOf(data)[1]!.range).toMatch(/^bytes=\d{5}-$/);
  });
});

describe("what is asked for", () => {
  it.each(["", "../x", "a/b/c", "owner/../x", "owner/na me", "/etc", "https://x/y", "a@", "a@../b", "a@-x"])(
    "refuses %j as a name of a model",
    async (text) => {
      await refuses(pull(text), /names no model: write OWNER\/NAME/);
      expect(hub.seen).toEqual([]);
    },
  );

  it.each(["../x", ".hidden", "a/b", "con", "x."])("refuses to call it %j", async (name) => {
    await refuses(pull(undefined, { name }), /can't be the name of a model/);
  });
});
