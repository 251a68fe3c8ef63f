import { rendezvous } from "@semantic-xpath/postgres";
import { describe, expect, it } from "vitest";
import { isLong } from "../support/runs.js";

const workers = (count: number): string[] => Array.from({ length: count }, (_, i) => `10.0.0.${i}:7310`);

describe("the worker for a store", () => {
  it("keeps nearly all stores where they are when a worker comes, and shares them evenly", () => {
    const stores = isLong ? 1_000_000 : 50_000;
    const [before, after] = [workers(16), workers(17)];
    const shares = new Map<string, number>();
    let moved = 0;
    for (let i = 0; i < stores; i++) {
      const store = `tenant-${i}`;
      const worker = rendezvous(store, after);
      shares.set(worker, (shares.get(worker) ?? 0) + 1);
      if (worker === rendezvous(store, before)) continue;
      moved++;
      expect(worker).toBe(after.at(-1));
    }
    expect(moved / stores).toBeLessThan(1 / 17 + 0.02);
    for (const share of shares.values()) expect(Math.abs(share / stores - 1 / 17)).toBeLessThan(0.01);
  });

  it("is the same whatever the order of the workers; without one there is none", () => {
    for (const store of ["a", "b", "Zürich", ""])
      expect(rendezvous(store, workers(9).reverse())).toBe(rendezvous(store, workers(9)));
    expect(() => rendezvous("a", [])).toThrow(RangeError);
  });
});
