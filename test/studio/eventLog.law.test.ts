import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { EventLog } from "../../packages/studio/src/node/eventLog.js";
import { runs } from "../support/runs.js";

/** A stream that keeps what is written to it. */
function stream() {
  const written: string[] = [];
  const response = { write: (text: string) => written.push(text), once: () => {}, end: () => {}, writableLength: 0 };
  return { written, response: response as never };
}

it("law: a stream that broke gets each event that it missed, once and in order, or is told that some are gone", () => {
  const open: EventLog[] = [];
  onTestFinished(() => {
    for (const log of open) log.close();
  });
  const sizes = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 50, max: 400 }), (all, events, characters) => {
      const log = new EventLog("a", { events, characters, waiting: 1_000 });
      open.push(log);
      const live = stream();
      log.open(live.response, null);
      for (const size of all) log.add({ type: "state", text: "x".repeat(size) } as never);
      const texts = live.written.slice(1);
      let kept = texts;
      const length = (): number => kept.reduce((sum, text) => sum + text.length, 0);
      while (kept.length > events || (length() > characters && kept.length > 1)) kept = kept.slice(1);
      for (let last = 0; last <= all.length; last++) {
        const resumed = stream();
        log.open(resumed.response, `a-${last}`);
        const missed = texts.slice(last);
        const isKnown = missed.length <= kept.length;
        const reset = `id: a-${all.length}\ndata: {"type":"reset"}\n\n`;
        expect(resumed.written.slice(1)).toEqual(isKnown ? missed : [reset]);
        expect(resumed.written[0]).toBe(`id: a-${isKnown ? last : all.length}\n\n`);
      }
      for (const other of ["b-0", `a-${all.length + 1}`, "a--1", "a-x"]) {
        const lost = stream();
        log.open(lost.response, other);
        expect(lost.written[1]).toContain("reset");
      }
    }),
    { numRuns: runs(200) },
  );
});
