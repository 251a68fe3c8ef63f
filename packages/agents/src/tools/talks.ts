import type { Conversation } from "@semantic-xpath/conversation";
import type { Client } from "../client.js";
import { invalidInput } from "../results/failure.js";

/** The task of conversations where none is named, and the current one holds none. */
const TASK = "conversation";

interface Held {
  readonly talk: Conversation;
  /** Number of the newest version when it was read. */
  version: number;
}

/** Memories of conversations that a session has read, by task. */
const held = new WeakMap<Client, Map<string, Held>>();

/** The task that a call about conversations means: the named one, the current one if it holds conversations, else the usual one. */
export async function talkTask(session: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { conversationTasks } = await import("@semantic-xpath/conversation");
  const visible = new Set(session.scope.tasks().map(({ name }) => name));
  const tasks = conversationTasks(session.memory).filter((name) => visible.has(name));
  const current = visible.size === 0 ? undefined : session.taskNamed(undefined);
  if (current !== undefined && tasks.includes(current)) return current;
  return tasks[0] ?? TASK;
}

/** The memory of conversations of a task as it is now. Throws SXP5012, SXP5062, and SXP5064 for a task of something else. */
export async function talkIn(session: Client, tool: string, task: string): Promise<Conversation> {
  const { conversationTasks, openConversation } = await import("@semantic-xpath/conversation");
  const { memory, author } = session;
  if (memory.hasTask(task)) session.scope.whole(task, "Reading all facts");
  if (memory.hasTask(task) && !conversationTasks(memory).includes(task))
    throw invalidInput(tool, `the task "${task}" holds no conversations`);
  const talks = held.get(session) ?? new Map<string, Held>();
  held.set(session, talks);
  const version = memory.hasTask(task) ? memory.task(task).head().number : 0;
  const cached = talks.get(task);
  if (cached?.version === version) return cached.talk;
  const talk = openConversation(memory, { task, ...(author !== undefined && { author }) });
  talks.set(task, { talk, version });
  return talk;
}

/** Takes note of what this session wrote itself. */
export function wrote(session: Client, task: string): void {
  const cached = held.get(session)?.get(task);
  if (cached !== undefined && session.memory.hasTask(task)) cached.version = session.memory.task(task).head().number;
}
