/** How a server is asked, for whatever else asks one: attempts and waits, turns, addresses, keys, and failures that can be shown. */

export { checkOptions, REQUESTS, whole } from "../options.js";
export { networkReason, refusal } from "./api.js";
export { Gate } from "./concurrency.js";
export { type Endpoint, endpointOf } from "./endpoint.js";
export { ApiFailure } from "./failure.js";
export { Passing, RETRY_POLICY, type RetryPolicy, retried } from "./retry.js";
export { type Environment, fitToShow, isVariableName, keyOf, processEnvironment } from "./secret.js";
