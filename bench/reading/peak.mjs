import { readFileSync } from "node:fs";
import { readJson, readXml } from "@semantic-xpath/runtime";

/** A process of its own, whose peak is that of one reading: prints bytes a node above what the bytes of the file take, and the nodes. */
const [format, path] = process.argv.slice(2);
const bytes = readFileSync(path);
globalThis.gc();
const before = process.memoryUsage().rss;
const tree = (format === "xml" ? readXml : readJson)(bytes);
// Kilobytes.
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ nodes: tree.size, perNode: (peak - before) / tree.size }));
