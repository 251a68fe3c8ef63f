import { inMemoryJournal, Memory, WarmStores } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";

/** A memory that says how many bytes it takes, and whether it is open. */
function memoryOf(bytes: number, closed: (isClosed: true) => void): Memory {
  const memory = Memory.create(inMemoryJournal());
  Object.defineProperty(memory, "loadedBytes", { get: () => bytes });
  memory.close = () => closed(true);
  return memory;
}

describe("stores that are kept warm", () => {
  it("stay within their bytes: those that were used longest ago are closed, those in use stay", async () => {
    const opened: string[] = [];
    const closed: string[] = [];
    const evicted: string[] = [];
    const warm = new WarmStores(
      async (store) => {
        opened.push(store);
        return memoryOf(10, () => closed.push(store));
      },
      { maxBytes: 35, onEvict: (store) => evicted.push(store) },
    );
    const names = ["a", "b", "c", "a", "d"];
    for (const name of names) await warm.use(name, (memory) => memory.tasks());
    expect([opened, closed, warm.names, warm.bytes]).toEqual([["a", "b", "c", "d"], ["b"], ["c", "a", "d"], 30]);
    let end = (): void => undefined;
    const long = warm.use("c", () => new Promise<void>((done) => (end = done)));
    await warm.use("e", () => null);
    expect([closed, warm.names]).toEqual([
      ["b", "a"],
      ["d", "c", "e"],
    ]);
    end();
    await long;
    for (let i = 0; i < 100; i++) {
      await Promise.all([1, 2, 3].map((n) => warm.use(`x${(i * n) % 7}`, () => null)));
      expect(warm.bytes).toBeLessThanOrEqual(35);
    }
    await warm.close();
    expect([warm.names, warm.bytes, evicted]).toEqual([[], 0, closed]);
    await expect(warm.use("a", () => null)).rejects.toThrow("closed");
  });

  it("are opened once for all who wait, and again after a failure", async () => {
    let opening = 0;
    const warm = new WarmStores(async () => {
      if (++opening === 1) throw new Error("not yet");
      return memoryOf(1, () => undefined);
    });
    const all = await Promise.allSettled([1, 2, 3].map(() => warm.use("a", () => null)));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await Promise.all([1, 2, 3].map(() => warm.use("a", () => null)));
    expect([opening, warm.names]).toEqual([2, ["a"]]);
  });
});
