import fc from "fast-check";
import { expect, test } from "vitest";
import { Gate } from "../../../packages/scorers/src/http/concurrency.js";
import { runs } from "../../support/runs.js";

const { signal: never } = new AbortController();
const tick = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("law: never more than allowed at once, all get through, failures and aborts included", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.constantFrom("works", "fails", "aborted"), { maxLength: 12 }),
      async (width, tasks) => {
        const gate = new Gate(width);
        let now = 0;
        let ran = 0;
        const all = tasks.map((kind) => {
          const stop = new AbortController();
          const task = gate.run(kind === "aborted" ? stop.signal : never, async () => {
            expect(++now).toBeLessThanOrEqual(width);
            await tick();
            now--;
            ran++;
            if (kind === "fails") throw new Error("failed");
          });
          stop.abort();
          return task.catch(() => undefined);
        });
        await Promise.all(all);
        const last = await gate.run(never, async () => "through");
        expect([last, now]).toEqual(["through", 0]);
        expect(ran).toBeGreaterThanOrEqual(tasks.filter((kind) => kind !== "aborted").length);
      },
    ),
    { numRuns: runs(50) },
  ));

test("one that waits leaves as soon as its signal aborts", async () => {
  const gate = new Gate(1);
  let open = (): void => undefined;
  const first = gate.run(never, () => new Promise<void>((resolve) => (open = resolve)));
  const stop = new AbortController();
  const second = gate.run(stop.signal, async () => "ran");
  stop.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  open();
  await first;
});
