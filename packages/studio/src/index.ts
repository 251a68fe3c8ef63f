/** A page over a memory: conversation, tree and execution side by side. */

export type {
  ConversationView,
  DataText,
  DiffView,
  ReplayMove,
  ReplayStep,
  ReplayStepView,
  ReplayView,
  Studio,
  StudioEvent,
  StudioQuestions,
  StudioState,
  TaskView,
  UpdateView,
  VersionView,
} from "./protocol.js";
