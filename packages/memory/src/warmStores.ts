import type { Memory } from "./memory.js";

export interface WarmOptions {
  /** Bytes of RAM for all memories that are open, as `Memory.loadedBytes` estimates them; 1 GiB by default. */
  readonly maxBytes?: number;
  /** Called before a memory is closed to make room. */
  readonly onEvict?: (store: string) => void;
}

interface Warm {
  readonly opening: Promise<Memory>;
  memory: Memory | null;
  bytes: number;
  /** Callers that use it at this moment. */
  uses: number;
}

/**
 * Memories by their names, open as long as there is room: a memory is opened when it is first used, and the least recently used ones are closed. Memories in
 * use stay open, so that the bound is exceeded while these alone need more.
 *
 * @example const warm = new WarmStores((store) => server.open(store), { maxBytes: 2 ** 30 });
 * await warm.use("tenant-17", (memory) => memory.query("//POI"));
 */
export class WarmStores {
  /** The least recently used first. */
  private readonly stores = new Map<string, Warm>();
  private total = 0;
  private isClosed = false;
  private readonly maxBytes: number;

  constructor(
    private readonly open: (store: string) => Promise<Memory>,
    private readonly options: WarmOptions = {},
  ) {
    this.maxBytes = options.maxBytes ?? 2 ** 30;
  }

  /** Names of the memories that are open, the least recently used first. */
  get names(): readonly string[] {
    return [...this.stores.keys()];
  }

  /** Estimated bytes of the memories that are open. */
  get bytes(): number {
    return this.total;
  }

  /** Runs work on a memory. Rejects as `open` and the work do; a memory that can't be opened is tried again by the next caller. */
  async use<T>(store: string, work: (memory: Memory) => T | Promise<T>): Promise<T> {
    if (this.isClosed) throw new Error("The stores were closed");
    const warm = this.stores.get(store) ?? this.begin(store);
    this.stores.delete(store);
    this.stores.set(store, warm);
    warm.uses++;
    try {
      return await work(await warm.opening);
    } finally {
      warm.uses--;
      this.weigh(warm);
      this.makeRoom();
    }
  }

  /** Closes all memories, those in use when their work has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    while ([...this.stores.values()].some(({ uses }) => uses > 0)) await new Promise((done) => setTimeout(done, 5));
    for (const [store, warm] of this.stores) this.evict(store, warm);
  }

  private begin(store: string): Warm {
    const warm: Warm = { opening: this.open(store), memory: null, bytes: 0, uses: 0 };
    warm.opening.then(
      (memory) => {
        warm.memory = memory;
      },
      () => {
        if (this.stores.get(store) === warm) this.stores.delete(store);
      },
    );
    return warm;
  }

  private weigh(warm: Warm): void {
    if (warm.memory === null) return;
    this.total -= warm.bytes;
    warm.bytes = warm.memory.loadedBytes;
    this.total += warm.bytes;
  }

  private makeRoom(): void {
    for (const [store, warm] of this.stores) {
      // Its bytes may have become less since it was used.
      this.weigh(warm);
      if (this.total <= this.maxBytes && !this.isClosed) return;
      if (warm.uses === 0 && warm.memory !== null) this.evict(store, warm);
    }
  }

  private evict(store: string, warm: Warm): void {
    this.stores.delete(store);
    this.total -= warm.bytes;
    this.options.onEvict?.(store);
    warm.memory?.close();
  }
}
