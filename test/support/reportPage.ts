import { inflateRawSync } from "node:zlib";
import type { TreeShape } from "@semantic-xpath/inspect";
import type { EmbeddedContents } from "../../packages/views/src/report/contents.js";
import type { EmbeddedNode, EmbeddedRun } from "../../packages/views/src/report/embeddedRun.js";

/** What a report has in it as data, what is packed unpacked. */
export interface ReportData {
  readonly run: EmbeddedRun;
  readonly tree: TreeShape;
  readonly contents: EmbeddedContents;
  readonly nodes: readonly EmbeddedNode[];
}

export function dataOfReport(html: string): ReportData {
  const [, text] = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const run = JSON.parse(text ?? "null") as EmbeddedRun;
  const unpacked = <T>(packed: string): T => JSON.parse(inflateRawSync(Buffer.from(packed, "base64")).toString()) as T;
  return { run, tree: unpacked(run.tree), contents: unpacked(run.contents), nodes: unpacked(run.nodes) };
}
