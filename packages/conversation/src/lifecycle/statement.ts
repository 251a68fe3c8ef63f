import type { TextSpan } from "../dialogue.js";
import type { FactDraft, SubjectRef } from "../formation.js";

/** A draft at its place in the conversation. */
export interface Statement {
  /** The turn's id, "#" and the number of the draft in the turn, from 1. */
  readonly id: string;
  readonly draft: FactDraft;
  /** The span of the turn, or the paraphrase. */
  readonly text: string;
  readonly speaker: string;
  readonly observedAt: string;
  /** Order of the conversation: the session's date and id, then the place of the turn, then of the draft. */
  readonly order: readonly [date: string, session: string, turn: number, draft: number];
  /** Why it failed a check; null: it passed. */
  readonly problem: string | null;
}

/** A place that states a fact. */
export interface Source {
  readonly turn: string;
  readonly span: TextSpan | null;
  readonly isContext: boolean;
}

export type FactStatus = "current" | "closed" | "retracted" | "forgotten" | "failed";

/** The end of a fact: a new value took its place, it was ended, or it never held. */
export type Closing = "superseded" | "ended" | "retracted";

/** A statement with what all statements of its slot make of it. */
export interface Fact {
  readonly statement: Statement;
  /** Ids in the memory, after aliases. */
  readonly subject: string;
  readonly slot: string | null;
  readonly validFrom: string;
  /** Exclusive; null while it holds. */
  readonly validTo: string | null;
  readonly supersededBy: string | null;
  readonly how: Closing | null;
  readonly mayReplace: readonly string[];
  /** Statements of the same value after it, in order. */
  readonly confirmedBy: readonly Statement[];
  readonly status: FactStatus;
  /** The end is only likely: a question decided it, not the memory. */
  readonly isLikely?: boolean;
}

/** The order of the conversation. */
export function compareStatements(a: Statement, b: Statement): number {
  for (let i = 0; i < a.order.length; i++) {
    const [left, right] = [a.order[i]!, b.order[i]!];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** A text as it stands in an id: lower case, letters and digits of all scripts, "-" for the rest. */
export const slug = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "-";

/** The id of a subject before aliases: "ana", "ana/brother", "ana/tom", "ana/brother-tom". */
export function subjectId({ name, of, role }: SubjectRef): string {
  if (of === null) return slug(name ?? role ?? "");
  return `${slug(of)}/${slug([role, name].filter((word) => word !== null).join(" "))}`;
}
