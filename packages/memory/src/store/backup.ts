import type { Chunk, Journal, Rewritten } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import { UNSEEN, unseen } from "./unseen.js";

/**
 * Makes `to` what `from` is at this moment, in one step, while others may write to `from`. An earlier backup of the same store is continued: only what is
 * new is copied, unless the store was pruned since. Every chunk and the chain of events are checked on the way. Throws SXP5008 where `to` is
 * another store, and SXP5024 where it has events that `from` lacks. Gives whether there was something new.
 */
export function backup(from: Journal, to: Journal): boolean {
  const { isReplaced, isNew } = from.snapshot(() => to.transaction(() => copied(from, to)));
  if (isReplaced) to.compact();
  return isNew;
}

function copied(from: Journal, to: Journal): { readonly isReplaced: boolean; readonly isNew: boolean } {
  const [head, there] = [from.head(), to.head()];
  const isSame = from.id === to.id;
  const refuse = (problem: string): Error => memoryError("SXP5024", { from: from.where, to: to.where, problem });
  const isEmpty = there.generation === 1 && there.sequence === 0;
  if (isSame && there.generation === head.generation) {
    const { events, isAnew } = from.since(there);
    if (isAnew) throw refuse(UNSEEN);
    let chunks = new Map<string, Chunk>(events.length === 0 ? [] : missing(from, to));
    let at = there;
    for (const { mark, record } of events) {
      at = to.append(at, mark, record, chunks)!;
      chunks = new Map();
    }
  } else if (isSame && there.generation > head.generation) throw refuse("the second one was pruned since");
  else if (isEmpty || isSame) {
    if (!isEmpty && unseen(from, to.since(null).events)) throw refuse(UNSEEN);
    to.replace({ id: from.id, generation: head.generation, events: everything(from) });
  } else throw memoryError("SXP5008", { where: to.where });
  if (to.head().fingerprint !== head.fingerprint)
    throw memoryError("SXP5002", { file: from.where, problem: "its events do not have the fingerprint of its head" });
  const isReplaced = !(isSame && there.generation === head.generation);
  return { isReplaced, isNew: isReplaced || there.sequence < head.sequence };
}

function* missing(from: Journal, to: Journal): Iterable<[string, Chunk]> {
  const existing = new Set(to.names());
  for (const name of from.names()) if (!existing.has(name)) yield* from.chunks([name]);
}

/** All events; the chunks come with the first. */
function* everything(from: Journal): Iterable<Rewritten> {
  let isFirst = true;
  for (const { mark, record } of from.since(null).events) {
    yield { mark, record, chunks: isFirst ? allChunks(from) : [] };
    isFirst = false;
  }
}

function* allChunks(from: Journal): Iterable<Chunk> {
  for (const name of from.names()) yield* from.chunks([name]).values();
}
