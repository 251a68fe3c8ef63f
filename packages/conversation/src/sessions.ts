import type { Tree, TreeNode } from "@semantic-xpath/tree";
import { isDayOrMoment } from "@semantic-xpath/values";
import { dayOf, type SessionInput, type TurnInput } from "./dialogue.js";

export interface ReadSessionsOptions {
  /** The author of messages of the role "user" or "human". Default: "User". */
  readonly user?: string;
  /** ISO 8601: of sessions without a time that is a day or a moment. */
  readonly date: string;
  /** Called with the ids of such sessions, if there are any. */
  readonly onUndated?: (ids: readonly string[]) => void;
}

/** Types of nodes that hold messages. */
const HOLDERS: ReadonlySet<string> = new Set(["Session", "Conversation", "Chat", "Log", "Export", "Corpus"]);
/** Roles that take part in a conversation, by the name that their messages get. */
const ROLES: Readonly<Record<string, string>> = { assistant: "Assistant", model: "Assistant", ai: "Assistant" };
const OWN_ROLES: ReadonlySet<string> = new Set(["user", "human"]);
const SKIPPED_ROLES: ReadonlySet<string> = new Set(["system", "developer", "tool", "function"]);

/** True for the name of a participant that is a program. */
export const isAssistant = (name: string): boolean => /^(?:assistant|ai|bot|system|tool|model)$/i.test(name);

/**
 * Sessions of a tree from a mapping for conversations: `chatgpt`, `claude`, `openai`, `anthropic`, `locomo` or `messages`. Turns with `@session`
 * are grouped by it; else the turns of a Session, Conversation or Chat are one. Abandoned turns, messages of systems and tools, and
 * messages without a text are left out.
 *
 * @returns in order of their dates; empty without turns
 */
export function readSessions(
  tree: Tree,
  { user = "User", date, onUndated }: ReadSessionsOptions,
): readonly SessionInput[] {
  const sessions = new Map<string, { date: string | null; turns: TurnInput[] }>();
  const take = (holder: TreeNode, place: string) => {
    const id = holder.attribute("id") ?? place;
    const dated = holder.attribute("dateTime") ?? holder.attribute("created") ?? holder.attribute("date") ?? null;
    let number = 0;
    for (const child of holder.children) {
      if (HOLDERS.has(child.type)) {
        number++;
        take(child, `${holder.parent === null ? "" : `${id}/`}${number}`);
        continue;
      }
      if (child.type !== "Turn") continue;
      const speaker = speakerOf(child, user);
      const text = child.text.trim();
      if (speaker === null || text === "") continue;
      const timeText = child.attribute("created") ?? child.attribute("time");
      const time = timeText !== undefined && isDayOrMoment(timeText) ? timeText : undefined;
      const sessionId = child.attribute("session") ?? (dated === null && time !== undefined ? dayOf(time) : id);
      const session = sessions.get(sessionId) ?? { date: dated, turns: [] };
      sessions.set(sessionId, session);
      session.date ??= time ?? null;
      const ref = child.attribute("id") ?? `${session.turns.length + 1}`;
      session.turns.push({ id: ref, speaker, text, ...(time !== undefined && { time }) });
    }
  };
  if (tree.root !== null) take(tree.root, "1");
  const undated = [...sessions].flatMap(([id, session]) => (session.date === null ? [id] : []));
  if (undated.length > 0) onUndated?.(undated);
  return [...sessions]
    .map(([id, { date: first, turns }]) => ({ id, date: first ?? date, turns: inTime(turns) }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Turns with their places, so that times of which some are equal or missing change nothing. */
const inTime = (turns: readonly TurnInput[]): readonly TurnInput[] =>
  turns.map((turn, i) => ({ ...turn, place: i + 1 }));

/** The speaker of a turn; null for one outside of the dialogue. */
function speakerOf(turn: TreeNode, user: string): string | null {
  const named = turn.attribute("speaker");
  const role = turn.attribute("role")?.toLowerCase();
  if (named === undefined && role === undefined) return null;
  if (role !== undefined && SKIPPED_ROLES.has(role)) return null;
  const name = named ?? role!;
  if (OWN_ROLES.has(name.toLowerCase())) return user;
  return ROLES[name.toLowerCase()] ?? name;
}
