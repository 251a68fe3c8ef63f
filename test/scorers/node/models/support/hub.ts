import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the hub saw it. */
export interface Seen {
  readonly path: string;
  readonly range: string | null;
  readonly authorization: string | null;
}

/** What goes wrong with one file or with the list; each answer takes the next fault of its path. */
export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The connection is cut after so many bytes of the body. */
  | { readonly kind: "cut"; readonly after: number; readonly isKept?: (() => boolean) | undefined }
  /** Says nothing more after so many bytes. */
  | { readonly kind: "stall"; readonly after: number }
  | { readonly kind: "slow"; readonly milliseconds: number }
  | { readonly kind: "body"; readonly body: string | Uint8Array }
  /** Sends all, whatever part is asked for; cut after so many bytes. */
  | { readonly kind: "noRange"; readonly after?: number }
  | { readonly kind: "redirect"; readonly to: string };

export interface FakeHub {
  /** The endpoint. */
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Requests for a file, in order. */
  seenOf(file: string): readonly Seen[];
  /** Faults of the next answers for a file, or for the list (`"list"`). */
  fault(file: string, ...faults: readonly Fault[]): void;
  /** All is well from here on. */
  recover(): void;
  close(): Promise<void>;
}

export const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** The smallest file that is an ONNX model: one node, an Identity. */
export const TINY_ONNX = Buffer.concat([Buffer.from([0x3a, 0x0c, 0x0a, 0x0a, 0x22, 0x08]), Buffer.from("Identity")]);

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
const gitBlob = (bytes: Buffer): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

export type HubFiles = Readonly<Record<string, string | Uint8Array>>;

/** What a small embedding model has. */
export const modelFiles = (more: HubFiles = {}): HubFiles => ({
  "README.md": "about it",
  "config.json": '{"model_type":"bert"}',
  "tokenizer.json": '{"model":{}}',
  "tokenizer_config.json": "{}",
  "modules.json": "[]",
  "1_Pooling/config.json": "{}",
  "pytorch_model.bin": "not wanted",
  "onnx/model.onnx": TINY_ONNX,
  ...more,
});

/** A hub on this machine with one revision of any repository. Large files are those that end in `.onnx` or `_data`. */
export async function fakeHub(files: HubFiles = modelFiles(), list: object = {}): Promise<FakeHub> {
  const seen: Seen[] = [];
  const faults = new Map<string, Fault[]>();
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text as Uint8Array)]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    seen.push({
      path,
      range: request.headers.range ?? null,
      authorization: request.headers.authorization ?? null,
    });
    const file = /\/resolve\/[0-9a-f]{40}\/(.+)$/.exec(path)?.[1] ?? "list";
    const fault = faults.get(file)?.shift();
    const body = file === "list" ? Buffer.from(JSON.stringify({ ...listing(contents), ...list })) : contents.get(file);
    answer(request, response, body, fault);
  });
  const url = await listen(server);
  return {
    url,
    seen,
    seenOf: (file) => seen.filter(({ path }) => path.endsWith(`/${file}`)),
    fault: (file, ...next) => void faults.set(file, [...(faults.get(file) ?? []), ...next]),
    recover: () => faults.clear(),
    close: () => shut(server),
  };
}

function listing(contents: ReadonlyMap<string, Buffer>): object {
  const siblings = [...contents].map(([rfilename, bytes]) => ({
    rfilename,
    size: bytes.length,
    blobId: gitBlob(bytes),
    ...(isLarge(rfilename) && { lfs: { sha256: sha256(bytes), size: bytes.length, pointerSize: 130 } }),
  }));
  return { id: "owner/small-model", sha: COMMIT, siblings };
}

const isLarge = (path: string): boolean => /(?:\.onnx|_data)$/.test(path);

function answer(request: IncomingMessage, response: ServerResponse, whole: Buffer | undefined, fault?: Fault): void {
  if (fault?.kind === "status") {
    response.writeHead(fault.status, fault.headers).end("trouble");
    return;
  }
  if (fault?.kind === "redirect") {
    response.writeHead(302, { location: fault.to }).end();
    return;
  }
  if (fault?.kind === "body") whole = Buffer.from(fault.body as Uint8Array);
  if (whole === undefined) {
    response.writeHead(404).end();
    return;
  }
  const from = fault?.kind === "noRange" ? 0 : Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const body = whole.subarray(from);
  const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
  response.writeHead(from > 0 ? 206 : 200, {
    "content-length": body.length,
    ...(from > 0 && { "content-range": range }),
  });
  const cut = fault?.kind === "cut" || fault?.kind === "noRange" ? fault.after : undefined;
  if (cut !== undefined) {
    const isKept = (fault?.kind === "cut" && fault.isKept) || (() => true);
    const end = (): void => void (isKept() ? response.destroy() : setTimeout(end, 5));
    response.write(body.subarray(0, cut), () => setTimeout(end, 5));
  } else if (fault?.kind === "stall") response.write(body.subarray(0, fault.after));
  else if (fault?.kind === "slow") trickle(response, body, fault.milliseconds);
  else response.end(body);
}

/** In twenty pieces. */
function trickle(response: ServerResponse, body: Buffer, milliseconds: number): void {
  const size = Math.max(1, Math.ceil(body.length / 20));
  let at = 0;
  const next = (): void => {
    if (at >= body.length) {
      response.end();
      return;
    }
    response.write(body.subarray(at, at + size));
    at += size;
    setTimeout(next, milliseconds / 20);
  };
  next();
}

export async function listen(server: Server | import("node:https").Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function shut(server: Server | import("node:https").Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
