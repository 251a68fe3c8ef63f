/** Node-only parts of an evaluation: files. */

export { nodeHost, treeDigest } from "./node/nodeHost.js";
