import type { Environment } from "../../../http/secret.js";
import { ModelFailure } from "../failure.js";
import { bareHost } from "../http/proxy.js";

/** The only address in the whole project that is asked without being given one, and only by a command that says so. */
export const DEFAULT_ENDPOINT = "https://huggingface.co";

/** Where models come from, and how to show there who asks. */
export interface Hub {
  /** Without a slash at the end. */
  readonly base: string;
  readonly authorization: { readonly origin: string; readonly value: string } | null;
  /** What to say about the token where access is refused. */
  readonly tokenAdvice: string;
}

/**
 * The hub that `HF_ENDPOINT` names, with the token of `HF_TOKEN`. Over plain http a token goes to this machine only.
 *
 * @throws ModelFailure for an address or a token that can't be sent. The message repeats neither.
 */
export function hubOf(environment: Environment): Hub {
  const given = environment.HF_ENDPOINT?.trim() || DEFAULT_ENDPOINT;
  const address = URL.canParse(given) ? new URL(given) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== "" || address.password !== "") {
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
