import type { Version } from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import { WriteError, writeJson, writeXml } from "@semantic-xpath/writers";
import type { DataText } from "../protocol.js";

/** A version as a file that an editor's language server reads: XML, or JSON where names can't be those of elements. */
export function dataText(task: string, version: Version): DataText {
  const tree = version.tree();
  const schema = version.schema === null ? null : printSchema(version.schema);
  try {
    return { name: `${task}.xml`, text: writeXml(tree), schema };
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    return { name: `${task}.json`, text: writeJson(tree), schema };
  }
}
