import type { Memory, NodeKey } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { vi } from "vitest";

/** The same random bytes for whoever makes the same history. */
export function seeded<T>(work: () => Promise<T>): Promise<T> {
  let state = 1;
  const bytes = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const into = array as unknown as Uint8Array;
    for (let i = 0; i < into.length; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      into[i] = state >> 16;
    }
    return array;
  });
  return work().finally(() => bytes.mockRestore());
}

export const trip = () =>
  readXml(
    '<Plan><Day name="one"><POI name="Zoo" cost="5"/></Day><Day name="two"><POI name="Museum of Art"/></Day></Plan>',
  );

/** A clock that goes on by a second with each look. */
export const clock = () => {
  let looks = 0;
  return () => new Date(Date.UTC(2026, 0, 1) + 1000 * looks++);
};

/** A history with everything that a memory can do. `Async` calls work on every store. */
export async function makeHistory(memory: Memory): Promise<void> {
  const task = await memory.transactionAsync(() => memory.createTask("trip", trip(), { title: "Trip" }));
  const set = (node: number, value: string, branch = "main") =>
    memory.transactionAsync(() =>
      task.commit([{ kind: "setAttribute", node, name: "cost", value }], {
        branch,
        provenance: { author: "ada", reason: `cost ${value}` },
      }),
    );
  await set(3, "7");
  await memory.transactionAsync(() => task.branch("rain"));
  await set(5, "9", "rain");
  await set(3, "8");
  await memory.transactionAsync(() => task.merge("rain", "main"));
  await memory.update("trip", 'insert node <POI name="Harbour"/> into //Day[2]');
  await memory.transactionAsync(() => task.revert(2));
  await memory.transactionAsync(() => task.restore(1));
  await memory.transactionAsync(() => {
    memory.createTask("notes", readXml("<Notes/>"));
    task.rename("journey");
  });
  await memory.transactionAsync(() => memory.createTask("gone", readXml("<Gone/>")));
  await memory.transactionAsync(() => memory.deleteTask("gone"));
}

export const keyAt = (memory: Memory, node: number): NodeKey => memory.task("journey").head().keyOf(node);
