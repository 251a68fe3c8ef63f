import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Passing } from "../../http/retry.js";
import { unreachable } from "./exchange.js";
import { ModelFailure } from "./failure.js";
import { type Fetched, fetchFollowing, persist } from "./fetch.js";
import { type HubAccess, type RemoteFile, refusalOf } from "./hub.js";
import type { ModelReference } from "./names.js";

export interface Receiving extends HubAccess {
  readonly reference: ModelReference;
  readonly commit: string;
  /** Called with the bytes that are there, those of an earlier attempt included. */
  readonly onBytes: (received: number) => void;
}

/**
 * Fetches one file to `target` and verifies it. What arrives is kept in `target.part`, so that a cut connection, or another process
 * later, goes on where this one ended. What does not verify is removed: bytes that are wrong are not built on.
 */
export async function receiveFile(file: RemoteFile, target: string, receiving: Receiving): Promise<Digests> {
  const { signal } = receiving;
  const size = await sizeOf(target);
  if (size !== null) {
    const digests = await digestsOf(target, size, signal);
    if (mismatch(digests, file) === null) return reported(digests, receiving);
    await rm(target);
  }
  const part = `${target}.part`;
  // Bytes received before do not count as progress: a server that restarts each time and always cuts is given up.
  let furthest = 0;
  const description = await persist(async (progressed) => {
    const advanced = (at: number): void => {
      if (at > furthest) progressed();
      furthest = Math.max(furthest, at);
    };
    return fetchRest(file, part, advanced, receiving);
  }, receiving);
  const digests = await digestsOf(part, (await sizeOf(part)) ?? 0, signal);
  const wrong = mismatch(digests, description);
  if (wrong !== null) {
    await rm(part);
    throw new ModelFailure("refused", `${file.path} is not what it should be: ${wrong}. It was removed.`);
  }
  await rename(part, target);
  return reported(digests, receiving);
}

function reported(digests: Digests, { onBytes }: Receiving): Digests {
  onBytes(digests.bytes);
  return digests;
}

/** Fetches what is missing of the part; gives what is known about the file, by the list and by the headers. */
async function fetchRest(
  file: RemoteFile,
  part: string,
  advanced: (at: number) => void,
  receiving: Receiving,
): Promise<RemoteFile> {
  const { hub, reference, commit, onBytes } = receiving;
  let have = (await sizeOf(part)) ?? 0;
  if (file.bytes !== null && have > file.bytes) {
    await rm(part);
    have = 0;
  }
  onBytes(have);
  const isDescribed = file.sha256 !== null || file.blob !== null;
  if (have > 0 && have === file.bytes && isDescribed) return file;
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`${hub.base}/${reference.repository}/resolve/${commit}/${path}`);
  // Encoded content would have other bytes than those that were counted and hashed.
  const headers = { "accept-encoding": "identity", "user-agent": "sxp", ...(have > 0 && { range: `bytes=${have}-` }) };
  const fetched = await fetchFollowing(url, { ...receiving, headers, authorization: hub.authorization });
  try {
    const { response } = fetched;
    if (response.statusCode === 416) {
      await rm(part, { force: true });
      throw new Passing(`${fetched.url.host} has no such part of ${file.path}.`);
    }
    const refusal = refusalOf(response, { host: fetched.url.host, what: file.path, reference, hub });
    if (refusal !== null) throw refusal;
    const description = describedBy(file, fetched);
    await append(fetched, description, { part, from: startOf(response, have), advanced, receiving });
    return description;
  } finally {
    fetched.response.destroy();
  }
}

/** If the answer begins: it may have ignored the range and sent everything. */
function startOf({ statusCode, headers }: IncomingMessage, have: number): number {
  if (statusCode !== 206) return 0;
  const start = Number(/^bytes (\d+)-/.exec(headers["content-range"] ?? "")?.[1]);
  if (start === have) return have;
  throw new ModelFailure("hub", "The server sent another part of the file than it was asked for.");
}

interface Appending {
  readonly part: string;
  readonly from: number;
  readonly advanced: (at: number) => void;
  readonly receiving: Receiving;
}

async function append(
  { response, url }: Fetched,
  { path, bytes: most }: RemoteFile,
  { part, from, advanced, receiving }: Appending,
): Promise<void> {
  const { signal, onBytes } = receiving;
  const handle = await open(part, from === 0 ? "w" : "r+");
  let at = from;
  try {
    for await (const piece of received(response, url, signal)) {
      if (most !== null && at + piece.length > most) {
        await rm(part);
        throw new ModelFailure("refused", `${url.host} sends more for ${path} than its ${most} bytes.`);
      }
      await handle.write(piece, 0, piece.length, at);
      at += piece.length;
      advanced(at);
      onBytes(at);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (most !== null && at < most) throw new Passing(`${url.host} ended ${path} early.`);
}

async function* received(response: IncomingMessage, url: URL, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response) yield piece as Buffer;
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(url, error as Error);
  }
}

/** The list of files describes most; where it does not, the headers of the hub itself do. */
function describedBy(file: RemoteFile, { headers: passed }: Fetched): RemoteFile {
  if (file.sha256 !== null || file.blob !== null) return file;
  const tag = (passed["x-linked-etag"] ?? passed.etag ?? "").replace(/^W\//, "").replaceAll('"', "").toLowerCase();
  const linked = Number(passed["x-linked-size"]);
  return {
    ...file,
    bytes: file.bytes ?? (Number.isSafeInteger(linked) && linked > 0 ? linked : null),
    sha256: /^[0-9a-f]{64}$/.test(tag) ? tag : null,
    blob: /^[0-9a-f]{40}$/.test(tag) ? tag : null,
  };
}

async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats.size : null;
}

/** Identity of a file; the SHA-256 if there is one. */
interface Digests {
  readonly bytes: number;
  readonly sha256: string;
  /** As git names its content. */
  readonly blob: string;
}

/** Reads a file once, for both digests. `bytes` is its size: git hashes it first. */
export async function digestsOf(path: string, bytes: number, signal: AbortSignal): Promise<Digests> {
  const sha256 = createHash("sha256");
  const blob = createHash("sha1").update(`blob ${bytes}\0`);
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    sha256.update(piece);
    blob.update(piece);
  }
  return { bytes, sha256: sha256.digest("hex"), blob: blob.digest("hex") };
}

/** Fault of a file, null if it matches its digests. A file without digests has no fault. */
function mismatch(found: Digests, { bytes, sha256, blob }: RemoteFile): string | null {
  if (bytes !== null && found.bytes !== bytes) return `it has ${found.bytes} bytes instead of ${bytes}`;
  if (sha256 !== null) return found.sha256 === sha256 ? null : `its SHA-256 is ${found.sha256} instead of ${sha256}`;
  if (blob !== null) return found.blob === blob ? null : `its git object id is ${found.blob} instead of ${blob}`;
  return "nothing says what it should be";
}
