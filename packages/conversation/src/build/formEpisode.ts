import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { draftProblem } from "../checkDraft.js";
import type { Session, Turn } from "../dialogue.js";
import type { FactDraft, Formation, FormationOptions, Formed, Known } from "../formation.js";
import type { Episode } from "../lifecycle/records.js";
import type { Statement } from "../lifecycle/statement.js";

/** Turns that belong together, with the digest by which their episode is known. */
export interface Chunk {
  readonly id: string;
  readonly session: string;
  /** Date of the session. */
  readonly date: string;
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
  const boundaries = (await formation.boundaries?.(turns, options)) ?? everyBatch(turns.length, formation.batch);
  const starts = [...new Set([0, ...boundaries])].filter((at) => at >= 0 && at < turns.length).sort((a, b) => a - b);
  let before = formation.id;
  return starts.map((start, i) => {
    const some = turns.slice(start, starts[i + 1]);
    const content = some.map(({ id, speaker, text, time }) => [id, speaker, text, time]);
    before = bytesToHex(sha256(utf8ToBytes(JSON.stringify([before, content])))).slice(0, 32);
    return {
      id: `${session.id}/e${i + 1}`,
      session: session.id,
      date: session.date,
      start,
      turns: some,
      digest: before,
    };
  });
}

const everyBatch = (count: number, batch: number): number[] =>
  Array.from({ length: Math.ceil(count / batch) }, (_, i) => i * batch);

/**
 * Forms the episodes of chunks with one answer, checks them, and puts them into order. A failed formation gives episodes with the reason.
 *
 * @param chunks in order of the conversation; of several only for a formation that reads across sessions
 */
export async function formEpisodes(
  chunks: readonly Chunk[],
  formation: Formation,
  known: Known,
  options: FormationOptions,
): Promise<readonly Episode[]> {
  const turns = chunks.flatMap((chunk) => chunk.turns);
  try {
    const titles: { readonly title: string; readonly summary: string }[] = [];
    for (const chunk of chunks)
      titles.push((await formation.episode?.(chunk.turns, options)) ?? { title: titleOf(chunk.turns), summary: "" });
    const title = titles.map((each) => each.title).join("; ");
    const predicted = await formation.predict?.(title, known, options);
    const formed = await formation.facts(turns, known, { ...options, ...(predicted !== undefined && { predicted }) });
    const first = turns[0]!.id;
    const all = new Set(turns.map(({ id }) => id));
    const placed = {
      ...formed,
      facts: formed.facts.map((draft) => (all.has(draft.turn) ? { draft, at: draft.turn } : { draft, at: first })),
    };
    return chunks.map((chunk, i) => episodeOf(chunk, formation, titles[i]!, placed));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    const nothing: Placed = { facts: [], relations: [], dropped: [] };
    return chunks.map((chunk) => ({
      ...episodeOf(chunk, formation, { title: titleOf(chunk.turns), summary: "" }, nothing),
      failure,
    }));
  }
}

/** An answer with the turn at which each fact is kept: one of a turn that does not exist is kept at the first turn, as failed. */
interface Placed extends Omit<Formed, "facts"> {
  readonly facts: readonly { readonly draft: FactDraft; readonly at: string }[];
}

/** The part of an answer that is about a chunk. */
function episodeOf(
  { id, session, date, turns, start, digest }: Chunk,
  formation: Formation,
  titled: { readonly title: string; readonly summary: string },
  { facts, relations, dropped }: Placed,
): Episode {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const places = new Map(turns.map((turn, i) => [turn.id, start + i]));
  const counts = new Map<string, number>();
  const statements: Statement[] = [];
  for (const { draft: given, at } of facts) {
    const turn = byId.get(at);
    if (turn === undefined) continue;
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
      order: [date, session, places.get(turn.id)!, number],
      problem,
    });
  }
  return {
    id,
    session,
    turns,
    ...titled,
    digest,
    formation: formation.id,
    statements,
    relations: relations.filter(({ turn }) => byId.has(turn)),
    dropped: dropped.filter(({ turn }) => byId.has(turn)),
    failure: null,
  };
}

const MAX_TITLE_LENGTH = 60;

function titleOf(turns: readonly Turn[]): string {
  const text = turns[0]?.text ?? "";
  return text.length <= MAX_TITLE_LENGTH ? text : `${text.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
