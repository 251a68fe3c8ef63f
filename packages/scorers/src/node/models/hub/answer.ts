import type { IncomingMessage } from "node:http";
import { retryAfter } from "../../../http/backoff.js";
import { ModelFailure, PassingFailure } from "../failure.js";
import type { ModelReference } from "../names.js";
import type { Hub } from "./hub.js";

/** Statuses that often pass: too many requests, and servers in trouble. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** Why an answer is no success, null where it is one. What the server wrote is not repeated. */
export function refusalOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  of: { readonly host: string; readonly what: string; readonly reference: ModelReference; readonly hub: Hub },
): ModelFailure | null {
  if (status >= 200 && status < 300) return null;
  const { host, what, reference, hub } = of;
  const repository = `"${reference.repository}"`;
  if (PASSING.includes(status)) {
    const asked = retryAfter(headers["retry-after"] ?? null);
    const trouble = status === 429 ? "has had too many requests (429)" : `is in trouble (${status})`;
    return new PassingFailure(`${host} ${trouble}.`, asked);
  }
  if (status === 401)
    return new ModelFailure(
      "hub",
      `${repository} does not exist at ${host}, or not for everybody (401). ${hub.tokenAdvice}`,
    );
  if (status === 403)
    return new ModelFailure(
      "hub",
      `${host} does not let you have ${repository} (403): access is asked for on its page there. ${hub.tokenAdvice}`,
    );
  if (status === 404) {
    if (headers["x-error-code"] === "RevisionNotFound")
      return new ModelFailure("hub", `${repository} has no revision "${reference.revision}".`);
    return new ModelFailure("hub", `${host} has no ${what} of ${repository} at "${reference.revision}" (404).`);
  }
  return new ModelFailure("hub", `${host} answered ${status} for ${what} of ${repository}.`);
}
