/** A page over a memory: conversation, tree and execution side by side. */

export type {
  ConversationView,
  DataText,
  ReplayStep,
  ReplayView,
  Studio,
  StudioEvent,
  StudioQuestions,
  UpdateView,
  VersionView,
} from "./protocol.js";
