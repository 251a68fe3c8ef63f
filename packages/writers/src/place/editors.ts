import type { Edit, FormatName, Tree } from "@semantic-xpath/tree";
import type { TextEdit } from "./textEdits.js";

/**
 * The ways to make one edit of a tree in its text, the most natural first: each as edits of the text. Reading the result verifies a
 * way, so that an editor may guess; it must not change more than it lists.
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
