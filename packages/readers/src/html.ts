/** HTML to trees: an entry of its own, so that only those who read HTML load its parser. */
export { type HtmlOptions, readHtml } from "./html/readHtml.js";
