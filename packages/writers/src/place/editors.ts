import type { Edit, FormatName, Tree } from "@semantic-xpath/tree";
import type { TextEdit } from "./textEdits.js";

/**
 * The ways in which one edit of a tree can be made in its text, the most natural first: each as edits of the text. Whether a way is right
 * is found out by reading, so that an editor may guess; what it must not do is to change more than it says.
 */
export type Ways = (edit: Edit) => Iterable<readonly TextEdit[]>;

/** Looks at a text and its tree once, for any number of edits. */
export type Editor = (text: string, tree: Tree) => Ways;

/** The editors by format, each loaded when it is needed. */
export const EDITORS: Readonly<Record<FormatName, () => Promise<Editor>>> = {
  xml: async () => (await import("./xml/editXml.js")).editXml,
  json: async () => (await import("./data/editJson.js")).editJson,
  jsonl: async () => (await import("./data/editJson.js")).editJson,
  yaml: async () => (await import("./data/editYaml.js")).editYaml,
  markdown: async () => (await import("./markdown/editMarkdown.js")).editMarkdown,
  html: async () => (await import("./xml/editXml.js")).editHtml,
  csv: async () => (await import("./csv/editCsv.js")).editCsv,
};
