import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createMirror, Memory, type MirrorOptions, openMirror } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { expect, it } from "vitest";
import { fakeServer } from "./support/fakeServer.js";

const PACKED: MirrorOptions = {
  packing: { deflate: (bytes, done) => done(deflateRawSync(bytes)), inflate: inflateRawSync },
};
const STORES = 5;
const MEGABYTE = 1e6;

/** Ten thousand nodes. */
function itinerary(): string {
  const pois = (d: number): string =>
    Array.from({ length: 9 }, (_, i) => `<POI name="Museum ${d}.${i}" cost="${i}" minutes="${d % 90}"/>`).join("");
  return `<Itinerary>${Array.from({ length: 1000 }, (_, d) => `<Day theme="day ${d}">${pois(d)}</Day>`).join("")}</Itinerary>`;
}

/** Bytes of RAM that the process holds after collecting garbage. */
async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise((done) => setTimeout(done, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const commit = (memory: Memory, i: number) =>
  memory.transactionAsync(() =>
    memory.task("trip").commit([{ kind: "setAttribute", node: 3 + (i % 9), name: "cost", value: `${i}` }]),
  );

it("a warm store of 10^4 nodes with 1 000 commits takes at most 3 MB of RAM, and is weighed about right", {
  tags: "slow",
}, async () => {
  const server = fakeServer();
  const memory = Memory.open(await createMirror(server, "a", PACKED));
  await memory.transactionAsync(() => memory.createTask("trip", readXml(itinerary())));
  for (let i = 0; i < 1000; i++) await commit(memory, i);
  const opened = async (text: string): Promise<Memory> => {
    const each = Memory.open(await openMirror(server, "a", PACKED));
    await each.query(text, { task: "trip" });
    return each;
  };
  await opened('//POI[@name =~ "museum"]');
  for (const [text, most] of [
    ["//POI[@cost > 3]", 2],
    ['//POI[@name =~ "museum"]', 3],
  ] as const) {
    const before = await heldBytes();
    const held: Memory[] = [];
    for (let i = 0; i < STORES; i++) held.push(await opened(text));
    const bytes = (await heldBytes()) - before;
    expect(bytes / STORES).toBeLessThan(most * MEGABYTE);
    // The index of words counts whether it was made or not.
    expect(held[0]!.loadedBytes).toBeGreaterThan(2.5 * MEGABYTE);
    expect(held[0]!.loadedBytes).toBeLessThan(3 * MEGABYTE);
  }
});

it("a warm store that is written to holds its newest version, and not those that were read before it", {
  tags: "slow",
}, async () => {
  const memory = Memory.open(await createMirror(fakeServer(), "a", PACKED));
  await memory.transactionAsync(() => memory.createTask("trip", readXml(itinerary())));
  const writeAndRead = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      await commit(memory, i);
      await memory.query('//POI[@name =~ "museum"]', { task: "trip" });
    }
  };
  await writeAndRead(100);
  const [before, estimate] = [await heldBytes(), memory.loadedBytes];
  await writeAndRead(100);
  expect(memory.loadedBytes - estimate).toBeLessThan(0.1 * estimate);
  expect((await heldBytes()) - before).toBeLessThan(0.25 * estimate);
});
