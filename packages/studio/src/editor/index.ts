/** An editor of queries for any page, and the language server in a worker for other editors. */

export type { DataText } from "../protocol.js";
export { colours } from "./colours.js";
export { type Files, type Port, type Reading, startServer } from "./languageServer.js";
export { type MountedEditor, mountEditor } from "./mountEditor.js";
export { safeHtml } from "./safeHtml.js";
export { transportTo } from "./transport.js";
