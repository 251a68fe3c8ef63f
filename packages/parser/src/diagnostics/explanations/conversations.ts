import type { CONVERSATIONS } from "../registry/conversations.js";
import type { Explanations } from "./explanation.js";

export const CONVERSATIONS_EXPLAINED: Explanations<typeof CONVERSATIONS> = {
  SXP5141: {
    when: "when a request is sent",
    text: "A conversation keeps each turn, at most `limits.turns`, 1000 by default. A new conversation on the same memory continues where this one ends.",
  },
  SXP5142: {
    when: "when a request is sent",
    text: "A turn, with all calls of a model in it, took longer than `limits.turnMilliseconds`, two minutes by default. It was cancelled: nothing was changed.",
  },
  SXP5143: {
    when: "when a request is sent",
    text: "A conversation runs one turn at a time, since the next one may refer to its results. Wait until it has ended, or cancel it.",
  },
  SXP5144: {
    when: "when a turn is chosen in, retried or rewritten",
    text: "The conversation has no such turn, the turn isn't waiting for a choice or has no choice of that number, or a retry has replaced the turn.",
  },
  SXP5145: {
    when: "when a conversation is opened",
    text: "A turn in the file was cut off or changed, so it is left out. What it wrote is still in the memory, where each version names its turn.",
  },
  SXP5146: {
    when: "during a turn",
    text: "The disk is full, the folder is gone or read-only, or the file has its size limit. Changes are in the memory; texts are lost at the end.",
  },
  SXP5147: {
    when: "when a request is about an earlier version",
    text: 'The task has fewer versions than the request counts back, such as "the earlier plan" of one that was never changed. "Which versions are there?" lists them.',
  },
  SXP5148: {
    when: "when a conversation is opened",
    text: "The process ended during this turn. A change is one step, complete or absent: if it was made, the turn shows it; otherwise nothing happened.",
  },
  SXP5149: {
    when: "when a conversation is opened",
    text: "There is no conversation of that id in the store.",
  },
  SXP5150: {
    when: "when a request is sent",
    text: "The request is not at fault: a disk failed, for instance, or there is a bug. `onFault` gets what was thrown. Nothing was changed.",
  },
  SXP5151: {
    when: "when a request asks for a change",
    text: "The update finds no node, would leave data that does not fit the schema, or conflicts with what others have written. The message says which. Nothing was changed.",
  },
};
