/** What of an evaluation needs files. */

export { fileResults } from "./node/fileResults.js";
export { nodeHost, treeDigest } from "./node/nodeHost.js";
