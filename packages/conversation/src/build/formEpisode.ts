import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { draftProblem } from "../checkDraft.js";
import type { Session, Turn } from "../dialogue.js";
import type { Formation, FormationOptions, Known } from "../formation.js";
import type { Episode } from "../lifecycle/conversationState.js";
import type { Statement } from "../lifecycle/statement.js";

/** Turns that belong together, with the digest by which their episode is known. */
export interface Chunk {
  readonly id: string;
  /** Place of the first turn in the session, from 0. */
  readonly start: number;
  readonly turns: readonly Turn[];
  readonly digest: string;
}

/**
 * The chunks of a session. The digest of each contains that of the one before it, so a turn that arrives late makes all later ones of its session new:
 * the result is the same as if it had arrived in time.
 */
export async function chunksOf(
  session: Session,
  formation: Formation,
  options: FormationOptions,
): Promise<readonly Chunk[]> {
  const { turns } = session;
  const given = (await formation.boundaries?.(turns, options)) ?? everyBatch(turns.length, formation.batch);
  const starts = [...new Set([0, ...given])].filter((at) => at >= 0 && at < turns.length).sort((a, b) => a - b);
  let before = formation.id;
  return starts.map((start, i) => {
    const some = turns.slice(start, starts[i + 1]);
    const said = some.map(({ id, speaker, text, time }) => [id, speaker, text, time]);
    before = bytesToHex(sha256(utf8ToBytes(JSON.stringify([before, said])))).slice(0, 32);
    return { id: `${session.id}/e${i + 1}`, start, turns: some, digest: before };
  });
}

const everyBatch = (count: number, batch: number): number[] =>
  Array.from({ length: Math.ceil(count / batch) }, (_, i) => i * batch);

/** The episode of a chunk: formed, checked, and put into order. A formation that fails gives an episode that says why. */
export async function formEpisode(
  session: Session,
  chunk: Chunk,
  formation: Formation,
  known: Known,
  options: FormationOptions,
): Promise<Episode> {
  const { turns, start } = chunk;
  const base = { id: chunk.id, session: session.id, turns, digest: chunk.digest, formation: formation.id };
  try {
    const titled = (await formation.episode?.(turns, options)) ?? { title: titleOf(turns), summary: "" };
    const predicted = await formation.predict?.(titled.title, known, options);
    const { facts, relations, dropped } = await formation.facts(turns, known, {
      ...options,
      ...(predicted !== undefined && { predicted }),
    });
    const byId = new Map(turns.map((turn) => [turn.id, turn]));
    const places = new Map(turns.map((turn, i) => [turn.id, start + i]));
    const counts = new Map<string, number>();
    const statements: Statement[] = [];
    for (const given of facts) {
      // A fact of a turn that does not exist has no place in the tree; it is kept at the first turn, as failed.
      const turn = byId.get(given.turn) ?? turns[0]!;
      const problem = draftProblem(given, byId);
      const isInTurn =
        given.turn === turn.id &&
        given.span.start >= 0 &&
        given.span.end <= turn.text.length &&
        given.span.start < given.span.end;
      const draft = isInTurn ? given : { ...given, turn: turn.id, span: { start: 0, end: turn.text.length } };
      const number = (counts.get(turn.id) ?? 0) + 1;
      counts.set(turn.id, number);
      statements.push({
        id: `${turn.id}#${number}`,
        draft,
        text: draft.paraphrase ?? turn.text.slice(draft.span.start, draft.span.end),
        speaker: turn.speaker,
        observedAt: turn.time,
        order: [session.date, session.id, places.get(turn.id)!, number],
        problem,
      });
    }
    return {
      ...base,
      ...titled,
      statements,
      relations: relations.filter(({ turn }) => byId.has(turn)),
      dropped: dropped.filter(({ turn }) => byId.has(turn)),
      failure: null,
    };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    return { ...base, title: titleOf(turns), summary: "", statements: [], relations: [], dropped: [], failure };
  }
}

const MAX_TITLE_LENGTH = 60;

function titleOf(turns: readonly Turn[]): string {
  const text = turns[0]?.text ?? "";
  return text.length <= MAX_TITLE_LENGTH ? text : `${text.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
