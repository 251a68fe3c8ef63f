import fc from "fast-check";
import { expect, it } from "vitest";
import { EventStream } from "../../packages/chat/src/conversation/eventStream.js";
import { runs } from "../support/runs.js";

it("law: a listener gets all events in order and then the end, however it and the sender take turns", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), fc.boolean(), async (waits, isWaiting) => {
      const stream = new EventStream<number>(() => undefined);
      const read: Promise<IteratorResult<number>>[] = [];
      for (const [i, isReading] of waits.entries()) {
        if (isReading && read.length <= i) read.push(stream.next());
        await Promise.resolve();
        stream.push(i);
        await Promise.resolve();
      }
      while (read.length < waits.length) read.push(stream.next());
      const end = isWaiting ? stream.next() : null;
      await new Promise((next) => setImmediate(next));
      stream.end();
      expect((await Promise.all(read)).map(({ value }) => value)).toEqual(waits.map((_, i) => i));
      expect(await (end ?? stream.next())).toEqual({ done: true, value: undefined });
    }),
    { numRuns: runs(200, 50) },
  );
}, 10_000);
