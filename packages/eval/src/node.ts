/** Node-only parts of an evaluation: files. */

export { nodeHost } from "./node/nodeHost.js";
