import { treeFile, type Version } from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import type { DataText } from "../protocol.js";

/** A version as a file that an editor's language server reads. */
export function dataText(task: string, version: Version): DataText {
  const { format, text } = treeFile(version.tree());
  return { name: `${task}.${format}`, text, schema: version.schema === null ? null : printSchema(version.schema) };
}
