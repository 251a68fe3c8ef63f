import type { IncomingMessage } from "node:http";
import { httpAddress } from "../../http/endpoint.js";
import { type Passing, type Retrying, retried } from "../../http/retry.js";
import { type ExchangeOptions, exchange } from "./exchange.js";
import { ModelFailure } from "./failure.js";

export interface FetchOptions extends Omit<ExchangeOptions, "headers"> {
  readonly headers: Readonly<Record<string, string>>;
  /** Authorization header, and the only origin that receives it. */
  readonly authorization: { readonly origin: string; readonly value: string } | null;
}

export interface Fetched {
  readonly response: IncomingMessage;
  /** If it came from in the end. */
  readonly url: URL;
  /** Headers of all answers on the way, the last ones winning. */
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 8;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * GET, redirects followed. The authorization goes to its own origin only, and once a redirect has led away from there it is not sent
 * again, whatever the next one leads to. What was asked for by https is not fetched by http.
 */
export async function fetchFollowing(start: URL, options: FetchOptions): Promise<Fetched> {
  const { authorization } = options;
  let url = start;
  let isTrusted = true;
  let gathered: Record<string, string> = {};
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    isTrusted &&= url.origin === authorization?.origin;
    const headers = { ...options.headers, ...(isTrusted && authorization && { authorization: authorization.value }) };
    const response = await exchange(url, { ...options, headers });
    gathered = { ...gathered, ...plainHeaders(response) };
    if (!REDIRECTS.includes(response.statusCode ?? 0)) return { response, url, headers: gathered };
    response.destroy();
    url = nextOf(url, response.headers.location);
  }
  throw new ModelFailure("hub", `${start.host} redirects endlessly.`);
}

function nextOf(from: URL, location: string | undefined): URL {
  const next = location === undefined ? null : httpAddress(location, from);
  if (next === null) {
    throw new ModelFailure("hub", `${from.host} redirects to no address that can be asked.`);
  }
  if (from.protocol === "https:" && next.protocol === "http:") {
    throw new ModelFailure("refused", `${from.host} redirects from https to plain http; that is not followed.`);
  }
  return next;
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

export type Persistence = Omit<Retrying, "giveUp">;

/** As `retried`, and ends with a ModelFailure. */
export const persist = <T>(
  attempt: (progressed: () => void) => Promise<T>,
  { policy, signal, onWait }: Persistence,
): Promise<T> => retried(attempt, { policy, signal, onWait, giveUp });

function giveUp(last: Passing, _: number, seconds: number | null): ModelFailure {
  const wait = seconds === null ? "" : ` It asks to come back in ${seconds} seconds.`;
  return new ModelFailure("hub", last.message + wait, { cause: last.cause });
}
