import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from "node:http";
import { type RequestOptions, request as requestTls } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Environment } from "../../../http/secret.js";
import { ModelFailure, PassingFailure } from "../failure.js";
import { bareHost, portOf, proxyAuthorization, proxyFor } from "./proxy.js";

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
  const { headers, environment, signal } = options;
  const proxy = proxyFor(url, environment);
  if (proxy === null) return send(url.protocol, { ...target(url), headers, signal }, url, options);
  if (url.protocol === "http:") {
    const spoken: OutgoingHttpHeaders = { ...headers, host: url.host, ...proxyAuthorization(proxy) };
    const path = `${url.origin}${url.pathname}${url.search}`;
    return send(
      proxy.protocol,
      { host: bareHost(proxy), port: portOf(proxy), path, headers: spoken, signal },
      url,
      options,
    );
  }
  const tunnel = await openTunnel(proxy, url, options);
  const host = bareHost(url);
  const createConnection = () =>
    connectTls({ socket: tunnel, host, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ["http/1.1"] });
  return send("https:", { ...target(url), headers, signal, createConnection }, url, options);
}

const target = (url: URL) => ({ host: bareHost(url), port: portOf(url), path: `${url.pathname}${url.search}` });

function send(protocol: string, sent: RequestOptions, url: URL, { patience, signal }: ExchangeOptions) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (protocol === "https:" ? requestTls : requestPlain)(sent);
    request.setTimeout(patience, () => request.destroy(new Error(`sent nothing for ${patience / 1000} seconds`)));
    request.on("response", resolve);
    request.on("error", (error) => reject(signal.aborted ? signal.reason : unreachable(url, error)));
    request.end();
  });
}

/** A connection to the host of `url` through a proxy (RFC 9110, section 9.3.6). */
function openTunnel(proxy: URL, url: URL, { signal, patience }: ExchangeOptions): Promise<Socket> {
  const authority = `${url.hostname}:${portOf(url)}`;
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === "https:" ? requestTls : requestPlain)({
      host: bareHost(proxy),
      port: portOf(proxy),
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      signal,
    });
    request.setTimeout(patience, () => request.destroy(new Error("does not answer")));
    request.on("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) {
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      const message = `The proxy ${proxy.host} does not lead to ${url.host}: it answered ${statusCode}.`;
      reject((statusCode ?? 0) >= 500 ? new PassingFailure(message) : new ModelFailure("hub", message));
    });
    request.on("error", (error) => reject(signal.aborted ? signal.reason : unreachable(proxy, error)));
    request.end();
  });
}

/** Hosts only: addresses may hold signatures. */
export function unreachable({ host }: URL, error: Error): ModelFailure {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return new ModelFailure("hub", `${host}: there is no such host.`, { cause: error });
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) {
    const advice = "Where a proxy looks into connections, NODE_EXTRA_CA_CERTS names the file with its certificate.";
    return new ModelFailure("hub", `${host} is not trusted: ${message}. ${advice}`, { cause: error });
  }
  return new PassingFailure(`${host}: ${REASONS[code] ?? message}.`, null, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: "the name can't be looked up; is there a network?",
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection was cut",
  ETIMEDOUT: "it did not answer in time",
};
