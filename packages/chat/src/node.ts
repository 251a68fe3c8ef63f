/** The Node part of conversations: the folder that stores them. */

export { type FolderConversationsOptions, folderConversations } from "./node/folderConversations.js";
