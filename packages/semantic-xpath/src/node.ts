/** Files, folders, models and memories on disk: what needs Node. */

export { folderConversations } from "@semantic-xpath/chat/node";
export * from "@semantic-xpath/memory/node";
export * from "@semantic-xpath/readers/node";
export * from "@semantic-xpath/runtime/node";
export {
  type EditFileOptions,
  editDocuments,
  editFile,
  type OpenedFile,
  openSource,
} from "@semantic-xpath/writers/node";
