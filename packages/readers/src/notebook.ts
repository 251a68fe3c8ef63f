/** Notebooks: Markdown files with fences of queries. An entry of its own, so that only those who read notebooks load the parser of Markdown. */
export { NO_SETTINGS, type NotebookSettings, type ReadFrontMatter, readFrontMatter } from "./notebook/frontMatter.js";
export {
  type CellKind,
  type CellOrigin,
  hasOnlyImports,
  type NotebookCell,
  notebookCells,
  textStart,
} from "./notebook/notebookCells.js";
export { proseHtml } from "./notebook/proseHtml.js";
export { type WrittenCell, writeNotebook } from "./notebook/writeNotebook.js";
