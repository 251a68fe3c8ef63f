/** A page over a memory: conversation, tree and execution side by side. */

export type {
  ConversationView,
  DataText,
  DiffView,
  Studio,
  StudioEvent,
  StudioQuestions,
  StudioState,
  TaskView,
  UpdateView,
  VersionView,
} from "./protocol.js";
