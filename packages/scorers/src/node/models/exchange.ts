import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from "node:http";
import { type RequestOptions, request as requestTls } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { hasCredentials, httpAddress } from "../../http/endpoint.js";
import { Passing } from "../../http/retry.js";
import type { Environment } from "../../http/secret.js";
import { ModelFailure } from "./failure.js";

export interface ExchangeOptions {
  readonly headers: OutgoingHttpHeaders;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the other side is given up. */
  readonly patience: number;
}

/**
 * One GET, as far as the headers of the answer; redirects are answers like any other. Goes through the proxy of the environment: by
 * CONNECT for https, so that the proxy sees neither headers nor content, and by absolute address for http.
 */
export async function exchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  const { headers, environment } = options;
  const proxy = proxyFor(url, environment);
  const path = `${url.pathname}${url.search}`;
  if (proxy === null) return send(url, { path, headers }, url, options);
  if (url.protocol === "http:") {
    const spoken: OutgoingHttpHeaders = { ...headers, host: url.host, ...proxyAuthorization(proxy) };
    return send(proxy, { path: url.origin + path, headers: spoken }, url, options);
  }
  const tunnel = await openTunnel(proxy, url, options);
  const host = bareHost(url);
  const createConnection = () =>
    connectTls({ socket: tunnel, host, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ["http/1.1"] });
  return send(url, { path, headers, createConnection }, url, options);
}

function send(to: URL, sent: RequestOptions, url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const silence = `sent nothing for ${options.patience / 1000} seconds`;
    dial(to, sent, options, { about: url, silence, reject }).on("response", resolve).end();
  });
}

/** Opens a request to a server or proxy; the caller must end it. `reject` receives the failure, with the host. */
function dial(
  to: URL,
  sent: RequestOptions,
  { patience, signal }: ExchangeOptions,
  { about, silence, reject }: { about: URL; silence: string; reject(reason: unknown): void },
) {
  const ask = to.protocol === "https:" ? requestTls : requestPlain;
  const request = ask({ host: bareHost(to), port: portOf(to), ...sent, signal });
  request.setTimeout(patience, () => request.destroy(new Error(silence)));
  return request.on("error", (error) => reject(signal.aborted ? signal.reason : unreachable(about, error)));
}

/** A connection to the host of `url` through a proxy (RFC 9110, section 9.3.6). */
function openTunnel(proxy: URL, url: URL, options: ExchangeOptions): Promise<Socket> {
  const path = `${url.hostname}:${portOf(url)}`;
  const sent = { method: "CONNECT", path, headers: { host: path, ...proxyAuthorization(proxy) } };
  return new Promise((resolve, reject) => {
    const connect = ({ statusCode = 0 }: IncomingMessage, socket: Socket): void => {
      if (statusCode === 200) {
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      const message = `The proxy ${proxy.host} does not lead to ${url.host}: it answered ${statusCode}.`;
      reject(statusCode >= 500 ? new Passing(message) : new ModelFailure("hub", message));
    };
    dial(proxy, sent, options, { about: proxy, silence: "does not answer", reject }).on("connect", connect).end();
  });
}

/** Hosts only: addresses may hold signatures. */
export function unreachable({ host }: URL, error: Error): ModelFailure | Passing {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return new ModelFailure("hub", `${host}: there is no such host.`, { cause: error });
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) {
    const advice = "Where a proxy looks into connections, NODE_EXTRA_CA_CERTS names the file with its certificate.";
    return new ModelFailure("hub", `${host} is not trusted: ${message}. ${advice}`, { cause: error });
  }
  return new Passing(`${host}: ${REASONS[code] ?? message}.`, null, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: "the name can't be looked up; is there a network?",
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection was cut",
  ETIMEDOUT: "it did not answer in time",
};

/**
 * The proxy that the environment names for an address, or null: `HTTPS_PROXY` or `HTTP_PROXY` by the protocol of the address,
 * else `ALL_PROXY`. Each exists in small letters as well, which win. Node's `fetch` and `http` ignore all of them.
 *
 * @throws ModelFailure for a proxy that is not an http address. The message does not repeat it: it may hold a password.
 */
export function proxyFor(url: URL, environment: Environment): URL | null {
  const variable = (name: string): string => environment[name.toLowerCase()] || environment[name] || "";
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const value = variable(name) || variable("ALL_PROXY");
  if (value === "" || isExempt(url, variable("NO_PROXY"))) return null;
  const proxy = httpAddress(value.includes("://") ? value : `http://${value}`);
  if (proxy !== null) return proxy;
  throw new ModelFailure("hub", `${name} names no proxy that is spoken to by http or https.`);
}

/** Authorization header for a proxy with a name and a password in its address. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  if (!hasCredentials(proxy)) return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** `NO_PROXY`: hosts, with their subdomains, optionally with a port; `*` for all. */
function isExempt(url: URL, exempt: string): boolean {
  const host = bareHost(url);
  return exempt
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const isBareIpv6 = !entry.startsWith("[") && entry.split(":").length > 2;
      const port = isBareIpv6 ? null : /:(\d+)$/.exec(entry);
      if (port !== null && Number(port[1]) !== portOf(url)) return false;
      const domain = entry
        .slice(0, port?.index)
        .replace(/^\*?\./, "")
        .replace(/^\[|\]$/g, "");
      return host === domain || host.endsWith(`.${domain}`);
    });
}

/** The host without the brackets of an IPv6 address. */
export const bareHost = ({ hostname }: URL): string => hostname.toLowerCase().replace(/^\[|\]$/g, "");

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
