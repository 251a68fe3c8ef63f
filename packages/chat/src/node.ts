/** What of conversations needs Node: the folder that they are kept in. */

export { type FolderConversationsOptions, folderConversations } from "./node/folderConversations.js";
