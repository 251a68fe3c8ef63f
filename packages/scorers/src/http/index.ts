/** HTTP client parts for any caller of a server: attempts and waits, turns, addresses, keys, and failures that are safe to show. */

export { checkOptions, REQUESTS, whole } from "../options.js";
export { networkReason, refusal } from "./api.js";
export { Gate } from "./concurrency.js";
export { type Endpoint, endpointOf } from "./endpoint.js";
export { ApiFailure } from "./failure.js";
export { Passing, RETRY_POLICY, type RetryPolicy, retried } from "./retry.js";
export { type Environment, fitToShow, isVariableName, keyOf, processEnvironment } from "./secret.js";
