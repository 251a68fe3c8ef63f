import type { IncomingMessage } from "node:http";
import { hasCredentials, httpAddress } from "../../http/endpoint.js";
import { Passing, retryAfter } from "../../http/retry.js";
import type { Environment } from "../../http/secret.js";
import { isObject, parsedJson } from "../../json.js";
import { bareHost, unreachable } from "./exchange.js";
import { ModelFailure } from "./failure.js";
import { type FetchOptions, fetchFollowing, type Persistence, persist } from "./fetch.js";
import type { ModelReference } from "./names.js";

/** The only default address in the whole project; only an explicit command contacts it. */
const DEFAULT_ENDPOINT = "https://huggingface.co";

/** Source of models, with the authorization for it. */
interface Hub {
  /** Without a slash at the end. */
  readonly base: string;
  readonly authorization: { readonly origin: string; readonly value: string } | null;
  /** Advice about the token for a refused access. */
  readonly tokenAdvice: string;
}

/**
 * The hub that `HF_ENDPOINT` names, with the token of `HF_TOKEN`. Over plain http a token goes to this machine only.
 *
 * @throws ModelFailure for an address or a token that can't be sent. The message repeats neither.
 */
export function hubOf(environment: Environment): Hub {
  const endpoint = environment.HF_ENDPOINT?.trim() || DEFAULT_ENDPOINT;
  const address = httpAddress(endpoint);
  if (address === null || hasCredentials(address)) {
    throw new ModelFailure("usage", `HF_ENDPOINT is no address such as "${DEFAULT_ENDPOINT}".`);
  }
  const base = address.origin + address.pathname.replace(/\/+$/, "");
  const token = environment.HF_TOKEN?.trim() ?? "";
  if (token === "")
    return { base, authorization: null, tokenAdvice: "If you may read it, set HF_TOKEN to your token." };
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ModelFailure("usage", "HF_TOKEN has characters that a header can't hold.");
  }
  if (address.protocol === "http:" && !isLoopback(address)) {
    return { base, authorization: null, tokenAdvice: "HF_TOKEN was not sent, because HF_ENDPOINT is plain http." };
  }
  const authorization = { origin: address.origin, value: `Bearer ${token}` };
  return { base, authorization, tokenAdvice: "The token in HF_TOKEN does not give access." };
}

const isLoopback = (url: URL): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(bareHost(url));

/** A file of a revision, and what its content must be. */
export interface RemoteFile {
  readonly path: string;
  readonly bytes: number | null;
  /** SHA-256 of the content in hexadecimal, by which large files are identified. */
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

const MAX_BYTES = 2 ** 26;
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
      if (bytes > MAX_BYTES) break;
      pieces.push(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(from, error as Error);
  }
  if (bytes > MAX_BYTES) throw new ModelFailure("refused", `The list of files of ${from.host} has no end.`);
  return Buffer.concat(pieces).toString("utf8");
}

/** @throws ModelFailure for anything but a list, and for file names that lead out of a folder. */
function readListing(text: string, host: string): Listing {
  const data = parsedJson(text);
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

/** Tests that a path stays inside its folder, on every system. */
const isInside = (path: string): boolean =>
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

/** Statuses that often pass: too many requests, and servers in trouble. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** Reason of an unsuccessful answer, null for a success. The body of the answer is not repeated. */
export function refusalOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  of: { readonly host: string; readonly what: string; readonly reference: ModelReference; readonly hub: Hub },
): Error | null {
  if (status >= 200 && status < 300) return null;
  const { host, what, reference, hub } = of;
  const repository = `"${reference.repository}"`;
  if (PASSING.includes(status)) {
    const wait = retryAfter(headers["retry-after"] ?? null);
    const trouble = status === 429 ? "has had too many requests (429)" : `is in trouble (${status})`;
    return new Passing(`${host} ${trouble}.`, wait);
  }
  const isUnknown = status === 404 && headers["x-error-code"] === "RevisionNotFound";
  if (isUnknown) return new ModelFailure("hub", `${repository} has no revision "${reference.revision}".`);
  const reasons: Readonly<Record<number, string>> = {
    401: `${repository} does not exist at ${host}, or not for everybody (401). ${hub.tokenAdvice}`,
    403: `${host} does not let you have ${repository} (403): access is asked for on its page there. ${hub.tokenAdvice}`,
    404: `${host} has no ${what} of ${repository} at "${reference.revision}" (404).`,
  };
  return new ModelFailure("hub", reasons[status] ?? `${host} answered ${status} for ${what} of ${repository}.`);
}
