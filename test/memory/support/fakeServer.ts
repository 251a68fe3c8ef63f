import {
  type MirrorOptions,
  memoryError,
  type RemoteEvent,
  type RemoteHead,
  type RemoteJournal,
  type RemoteStep,
} from "@semantic-xpath/memory";

/**
 * What happens to a call: `lost before` and `lost after` it is done no answer comes; `late`: no answer comes, and it is done with the next call; `rolled back`:
 * the server has met another transaction.
 */
export type ServerFault = "none" | "lost before" | "lost after" | "late" | "rolled back" | "other first";

interface Held {
  head: RemoteHead;
  events: RemoteEvent[];
}

export interface FakeServer extends RemoteJournal {
  /** Of the next appends, the first one first. */
  readonly faults: ServerFault[];
  /** Makes a step of somebody else. */
  other: () => Promise<void>;
}

/** Stores in memory behind the calls of a server. `isNaive`: who finds the number of an event free writes it, whatever the head is. */
export function fakeServer({ isNaive = false }: { readonly isNaive?: boolean } = {}): FakeServer {
  const stores = new Map<string, Held>();
  const late: (() => void)[] = [];
  const faults: ServerFault[] = [];
  const catchUp = (): void => {
    for (const step of late.splice(0)) step();
  };
  const lost = (): Error => memoryError("SXP5023", { where: "fake", reason: "no answer" });
  const step = (store: string, { expected, next, events, replaces = false }: RemoteStep): boolean => {
    const held = stores.get(store);
    if (expected === null) {
      if (held !== undefined) return false;
      stores.set(store, { head: next, events: [] });
      return true;
    }
    if (held === undefined) return false;
    const isFree = !held.events.some(({ sequence }) => sequence === next.sequence);
    const isExpected = isSame(held.head, expected);
    if (isNaive && !replaces ? !isFree : !isExpected) return false;
    held.head = isNaive && !replaces ? { ...next, generation: held.head.generation } : next;
    held.events = replaces ? [...events] : [...held.events, ...events];
    return true;
  };
  const server: FakeServer = {
    where: "fake",
    faults,
    other: async () => {},
    async pull(store, after) {
      catchUp();
      const held = stores.get(store);
      if (held === undefined) return { head: null, events: [], chunks: [] };
      const from = after?.generation === held.head.generation ? after.sequence : 0;
      const fresh = held.events.filter(({ sequence }) => sequence > from);
      return { head: held.head, events: fresh, chunks: fresh.flatMap(({ chunks }) => [...chunks]) };
    },
    async append(store, given) {
      catchUp();
      const fault = faults.shift() ?? "none";
      if (fault === "rolled back") return false;
      if (fault === "lost before") throw lost();
      if (fault === "late") {
        late.push(() => step(store, given));
        throw lost();
      }
      if (fault === "other first") await server.other();
      const isMade = step(store, given);
      if (fault === "lost after") throw lost();
      return isMade;
    },
    stores: async (after, limit) =>
      [...stores.keys()]
        .filter((name) => name > (after ?? ""))
        .sort()
        .slice(0, limit),
    drop: async (store) => stores.delete(store),
    compact: async () => true,
    listen: async () => null,
  };
  return server;
}

const isSame = (one: RemoteHead, other: RemoteHead): boolean =>
  one.generation === other.generation &&
  one.sequence === other.sequence &&
  Buffer.from(one.chain).equals(Buffer.from(other.chain));

/** Attempts follow each other at once. */
export const AT_ONCE: MirrorOptions = { pause: 0 };
