import type { Appended, Chunk, Head, Journal, JournalContent, Published } from "../journal/journal.js";
import { memoryError } from "../memoryError.js";
import { decodeRecord } from "./recordShapes.js";
import { UNSEEN, unseen } from "./unseen.js";

export interface CopyOptions {
  readonly signal?: AbortSignal;
  /** Called after each step with the number of events that are there and that there are. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Bytes of a step; 4 MiB by default. An event with more is a step of its own. */
  readonly stepBytes?: number;
}

export interface Copied {
  /** Events that were missing. */
  readonly events: number;
  /** Bytes of their records and chunks. */
  readonly bytes: number;
  /** True: the source was pruned since, and took the place of all that was there. */
  readonly isReplaced: boolean;
  readonly head: Head;
}

/**
 * Makes `to` what `from` is at this moment: adds the events that it lacks, in steps that are durable. A copy that was interrupted goes on where it stopped;
 * until then it reads as `from` once was. An empty journal becomes a copy.
 *
 * @throws MemoryError SXP5024 for another memory, and for one with events that `from` lacks
 */
export async function copyJournal(from: Journal, to: Journal, options: CopyOptions = {}): Promise<Copied> {
  for (const journal of [from, to]) await journal.remote?.pull();
  const [head, before] = [from.head(), to.head()];
  const refuse = (problem: string): Error => memoryError("SXP5024", { from: from.where, to: to.where, problem });
  const isEmpty = before.generation === 1 && before.sequence === 0;
  const isSame = from.id === to.id;
  if (!isSame && !isEmpty) throw refuse("the second one is another memory");
  if (isSame && before.generation > head.generation) throw refuse("the second one was pruned since");
  if (isSame && before.generation === head.generation) {
    const { events, isAnew } = from.since(before);
    if (!isAnew) return { ...(await append(from, to, before, events, options)), isReplaced: false };
    if (!to.since(head).isAnew) throw refuse("the second one has newer events; copy in the other direction");
    throw refuse("both have events that the other one lacks");
  }
  if (isEmpty) {
    const start = await replace(to, before, { id: from.id, generation: head.generation, events: [] });
    return { ...(await append(from, to, start, from.since(null).events, options)), isReplaced: false };
  }
  if (unseen(from, to.since(null).events)) throw refuse(UNSEEN);
  // A pruned memory takes the place of its copy in one step: what was pruned is gone at once.
  const events = [...appended(from, from.since(null).events)];
  const rewritten = events.map((event) => ({ ...event, chunks: event.chunks.values() }));
  const after = await replace(to, before, { id: from.id, generation: head.generation, events: rewritten });
  if (to.remote === undefined) to.compact();
  return { events: events.length, bytes: after.bytes, isReplaced: true, head: after };
}

async function replace(to: Journal, before: Head, content: JournalContent): Promise<Head> {
  const head = await (to.remote?.replace(before, content) ?? replaceLocal(to, before, content));
  if (head === null) throw memoryError("SXP5020", { attempts: 1 });
  return head;
}

/** Null if others have written since. */
const replaceLocal = (to: Journal, before: Head, content: JournalContent): Head | null =>
  to.transaction(() => {
    const { generation, sequence, fingerprint } = to.head();
    const isSame =
      generation === before.generation && sequence === before.sequence && fingerprint === before.fingerprint;
    return isSame ? to.replace(content) : null;
  });

async function append(
  from: Journal,
  to: Journal,
  before: Head,
  events: readonly Published[],
  { signal, onProgress, stepBytes = 2 ** 22 }: CopyOptions,
): Promise<Omit<Copied, "isReplaced">> {
  let head = before;
  let done = 0;
  for (const step of steps(appended(from, events), stepBytes)) {
    signal?.throwIfAborted();
    const next = await appendStep(to, head, step);
    if (next === null) throw memoryError("SXP5020", { attempts: 1 });
    head = next;
    done += step.length;
    onProgress?.(done, events.length);
  }
  return { events: done, bytes: head.bytes - before.bytes, head };
}

function appendStep(to: Journal, before: Head, events: readonly Appended[]): Head | null | Promise<Head | null> {
  if (to.remote !== undefined) return to.remote.append(before, events);
  return to.transaction(() => {
    let head: Head | null = before;
    for (const { mark, record, chunks } of events) head = head && to.append(head, mark, record, chunks);
    return head;
  });
}

/** Events with the chunks that their records name. */
function* appended(from: Journal, events: readonly Published[]): Iterable<Appended> {
  for (const event of events) {
    const names = decodeRecord(event).events.flatMap((each) => (each.kind === "commit" ? each.chunks : []));
    const chunks: ReadonlyMap<string, Chunk> = from.chunks(names);
    const missing = names.find((name) => !chunks.has(name));
    if (missing !== undefined) throw memoryError("SXP5003", { hash: missing });
    yield { mark: event.mark, record: event.record, chunks };
  }
}

function* steps(events: Iterable<Appended>, most: number): Iterable<readonly Appended[]> {
  let step: Appended[] = [];
  let bytes = 0;
  for (const event of events) {
    let size = event.record.length;
    for (const chunk of event.chunks.values()) size += chunk.bytes.length;
    if (step.length > 0 && bytes + size > most) {
      yield step;
      step = [];
      bytes = 0;
    }
    step.push(event);
    bytes += size;
  }
  if (step.length > 0) yield step;
}
