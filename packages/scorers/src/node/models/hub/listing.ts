import { ModelFailure } from "../failure.js";
import { unreachable } from "../http/exchange.js";
import { type FetchOptions, fetchFollowing } from "../http/fetch.js";
import { type Persistence, persist } from "../http/persist.js";
import type { ModelReference } from "../names.js";
import { refusalOf } from "./answer.js";
import type { Hub } from "./hub.js";

/** A file of a revision, and what its content must be. */
export interface RemoteFile {
  readonly path: string;
  readonly bytes: number | null;
  /** Of the content, in hexadecimal: what large files are known by. */
  readonly sha256: string | null;
  /** The object id of git: SHA-1 over a header and the content. */
  readonly blob: string | null;
}

/** A revision, pinned. */
export interface Listing {
  /** The commit, 40 hexadecimal digits. */
  readonly commit: string;
  readonly files: readonly RemoteFile[];
}

export interface HubAccess extends Persistence, Omit<FetchOptions, "headers" | "authorization" | "signal"> {
  readonly hub: Hub;
}

const MOST_BYTES = 2 ** 26;
const COMMIT = /^[0-9a-f]{40}$/;

/** Asks the hub which commit a revision is, and which files it has. */
export async function fetchListing(reference: ModelReference, access: HubAccess): Promise<Listing> {
  const { hub } = access;
  const url = new URL(
    `${hub.base}/api/models/${reference.repository}/revision/${encodeURIComponent(reference.revision)}?blobs=true`,
  );
  const headers = { accept: "application/json", "accept-encoding": "identity", "user-agent": "sxp" };
  const text = await persist(async () => {
    const { response, url: from } = await fetchFollowing(url, { ...access, headers, authorization: hub.authorization });
    const refusal = refusalOf(response, { host: from.host, what: "list of files", reference, hub });
    if (refusal !== null) {
      response.destroy();
      throw refusal;
    }
    return collect(response, from, access.signal);
  }, access);
  const listing = readListing(text, url.host);
  if (COMMIT.test(reference.revision) && listing.commit !== reference.revision) {
    throw new ModelFailure(
      "refused",
      `${url.host} gives commit ${listing.commit} where ${reference.revision} was asked for.`,
    );
  }
  return listing;
}

async function collect(body: AsyncIterable<Buffer>, from: URL, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) break;
      pieces.push(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ModelFailure ? error : unreachable(from, error as Error);
  }
  if (bytes > MOST_BYTES) throw new ModelFailure("refused", `The list of files of ${from.host} has no end.`);
  return Buffer.concat(pieces).toString("utf8");
}

/** @throws ModelFailure for what is no list, and for file names that lead out of a folder. */
export function readListing(text: string, host: string): Listing {
  const data = parse(text);
  const { sha, siblings } = isObject(data) ? data : {};
  if (typeof sha !== "string" || !COMMIT.test(sha) || !Array.isArray(siblings)) {
    throw new ModelFailure("hub", `${host} answered with something that is no list of files.`);
  }
  return { commit: sha, files: siblings.map((entry: unknown) => readFile(entry, host)) };
}

function readFile(entry: unknown, host: string): RemoteFile {
  const { rfilename: path, size, blobId, lfs } = isObject(entry) ? entry : {};
  if (typeof path !== "string") throw new ModelFailure("hub", `${host} lists a file without a name.`);
  if (!isInside(path)) {
    throw new ModelFailure(
      "refused",
      `${host} lists a file ${JSON.stringify(path)}, which leads out of the model's folder. Nothing was fetched.`,
    );
  }
  const large = isObject(lfs) ? lfs : {};
  const digest = hex(large.sha256 ?? large.oid, 64);
  return {
    path,
    bytes: wholeNumber(large.size ?? size),
    sha256: digest,
    blob: digest === null ? hex(blobId, 40) : null,
  };
}

/** Whether a path stays where it is put, on every system. */
export const isInside = (path: string): boolean =>
  path !== "" &&
  !/[\\\p{Cc}]|^[A-Za-z]:/u.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

function hex(value: unknown, digits: number): string | null {
  if (typeof value !== "string") return null;
  const text = value.replace(/^sha256:/, "").toLowerCase();
  return text.length === digits && /^[0-9a-f]+$/.test(text) ? text : null;
}

const wholeNumber = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
