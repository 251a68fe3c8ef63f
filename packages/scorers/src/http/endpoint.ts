/** An address, and how it is shown: without credentials, query and fragment, since keys are found there. */
export interface Endpoint {
  readonly href: string;
  readonly shown: string;
}

/** An address of http or https; null for anything else. */
export function httpAddress(text: string, base?: URL): URL | null {
  const address = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  return address !== null && /^https?:$/.test(address.protocol) ? address : null;
}

export const hasCredentials = ({ username, password }: URL): boolean => username + password !== "";

/**
 * The address of an operation under a base such as `http://127.0.0.1:8080/v1`. An address that already ends with the operation is
 * used unchanged. A query is kept for the request.
 *
 * @throws RangeError for anything but an http address, and for one with credentials. The message does not repeat the address.
 */
export function endpointOf(url: string, operation: "/embeddings" | "/chat/completions" | "/rerank"): Endpoint {
  const address = httpAddress(url);
  if (address === null) {
    throw new RangeError('"url" is no address such as "http://127.0.0.1:8080/v1".');
  }
  if (hasCredentials(address)) {
    throw new RangeError(
      '"url" has a name or password in it. Name an environment variable with "keyVariable" that holds the key.',
    );
  }
  const base = address.pathname.replace(/\/+$/, "");
  address.pathname = base.endsWith(operation) ? base : base + operation;
  address.hash = "";
  return { href: address.href, shown: address.origin + address.pathname };
}
