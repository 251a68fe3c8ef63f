/** What of an evaluation needs files. */

export { nodeHost, treeDigest } from "./node/nodeHost.js";
