/** Markdown to trees: an entry of its own, so that only those who read Markdown load its parser. */
export { type MarkdownOptions, readMarkdown } from "./markdown/readMarkdown.js";
