import { entry, quote } from "./entry.js";

/** Diagnostics that end a turn of a conversation, and problems of a stored conversation. */
export const CONVERSATIONS = {
  SXP5141: entry<{ limit: number }>({
    severity: "error",
    title: "Conversation is full",
    message: ({ limit }) =>
      `The conversation has ${limit} turns, which is its limit. Start a new one; the memory is kept.`,
  }),
  SXP5142: entry<{ seconds: number }>({
    severity: "error",
    title: "Turn took too long",
    message: ({ seconds }) => `The turn was ended after ${seconds} s. Nothing was changed.`,
  }),
  SXP5143: entry<{ turn: string }>({
    severity: "error",
    title: "Another turn is running",
    message: ({ turn }) => `The turn ${quote(turn)} has not ended yet. Wait for it, or cancel it.`,
  }),
  SXP5144: entry<{ turn: string; problem: string }>({
    severity: "error",
    title: "Not a turn for that",
    message: ({ turn, problem }) => `${quote(turn)}: ${problem}.`,
  }),
  SXP5145: entry<{ where: string; problem: string }>({
    severity: "warning",
    title: "Part of a conversation is damaged",
    message: ({ where, problem }) => `${where} can't be read: ${problem}. The rest of the conversation is here.`,
  }),
  SXP5146: entry<{ where: string; reason: string }>({
    severity: "error",
    title: "Conversation can't be kept",
    message: ({ where, reason }) =>
      `${where} can't be written (${reason}). The conversation continues, but is not saved.`,
  }),
  SXP5147: entry<{ task: string; back: number }>({
    severity: "error",
    title: "No version that far back",
    message: ({ task, back }) =>
      back === 1
        ? `Nothing has been changed in ${quote(task)} yet, so there is no earlier version.`
        : `${quote(task)} has not been changed ${back} times yet, so there is no version that far back.`,
  }),
  SXP5148: entry<object>({
    severity: "warning",
    title: "Turn did not end",
    message: () =>
      "The process ended during this turn. What it had already written is in the memory; nothing else happened.",
  }),
  SXP5149: entry<{ id: string }>({
    severity: "error",
    title: "Unknown conversation",
    message: ({ id }) => `There is no conversation ${quote(id)}.`,
  }),
  SXP5150: entry<object>({
    severity: "error",
    title: "Turn failed",
    message: () => "The turn failed for a reason that is not in the request. Nothing was changed.",
  }),
  SXP5151: entry<{ what: string; problem: string }>({
    severity: "error",
    title: "Change was not made",
    message: ({ what, problem }) => `${what} was not made: ${problem}. Nothing was changed.`,
  }),
} as const;
