import type { Import } from "@semantic-xpath/parser";
import { count } from "../words/words.js";
import type { View } from "../workspace/view.js";

/** What an import brings. */
export function importMeaning({ schema, data }: View, node: Import): string {
  const source = node.what === "schema" ? schema : data;
  if (source.path !== node) return "Only the first import of its kind counts.";
  switch (source.state) {
    case "none":
      return "This leads to no file.";
    case "loading":
      return "Being read.";
    case "missing":
      return "There is no such file.";
    case "broken":
      return `It can't be read: ${source.problem ?? "it is too large to be looked into here."}`;
    case "ready": {
      if (node.what === "data") return `Data with ${count(data.value?.size ?? 0, "node")}.`;
      const types = Object.keys(schema.value?.schema?.types ?? {});
      const documentation = schema.value?.schema?.documentation;
      return `Schema with ${count(types.length, "type")}: ${types.map((name) => `\`${name}\``).join(", ")}.${documentation === undefined ? "" : `\n\n${documentation}`}`;
    }
  }
}
