import type { Environment } from "../../../http/secret.js";
import { ModelFailure } from "../failure.js";

/**
 * The proxy that the environment names for an address, null for none: `HTTPS_PROXY` or `HTTP_PROXY` by the protocol of the address,
 * else `ALL_PROXY`, each also in small letters, which win. Node's `fetch` and `http` know none of them.
 *
 * @throws ModelFailure for a proxy that is no http address. The message does not repeat it: it may hold a password.
 */
export function proxyFor(url: URL, environment: Environment): URL | null {
  const variable = (name: string): string => environment[name.toLowerCase()] || environment[name] || "";
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const given = variable(name) || variable("ALL_PROXY");
  if (given === "" || isExempt(url, variable("NO_PROXY"))) return null;
  const text = given.includes("://") ? given : `http://${given}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new ModelFailure("hub", `${name} names no proxy that is spoken to by http or https.`);
}

/** What is to be said to a proxy that has a name and a password in its address. */
export function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
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

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
