import { httpStudio } from "@semantic-xpath/studio/client";
import fc from "fast-check";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
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

afterEach(() => {
  vi.useRealTimers();
});

it("law: a page hears each event once and in order, wherever its stream breaks, in whatever pieces it comes", async () => {
  const happening = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("event" as const), text: fc.constantFrom("a", "ü", "x".repeat(50)) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("break" as const), within: fc.nat({ max: 40 }) }) },
    fc.record({ do: fc.constant("refuse" as const) }),
    fc.record({ do: fc.constantFrom("wait" as const, "beat" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 14 }), fc.integer({ min: 1, max: 30 }), async (all, size) => {
      vi.useFakeTimers();
      const log = new EventLog("a", { events: 99, characters: 1 << 20, waiting: 1 << 20 });
      const streams: { push(text: string): void; close(keeping: number): void }[] = [];
      let isRefused = false;
      const fetch = async (_: unknown, { headers }: RequestInit = {}): Promise<Response> => {
        if (isRefused) throw new TypeError("refused");
        const encoder = new TextEncoder();
        let [waiting, isOpen] = [new Uint8Array(), true];
        let closed = (): void => undefined;
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            streams.push({
              push(text) {
                if (!isOpen) return;
                const bytes = encoder.encode(text);
                for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
              },
              /** Of what comes now a part is still received. */
              close(keeping) {
                isOpen = false;
                if (keeping > 0) controller.enqueue(waiting.slice(0, keeping));
                controller.close();
                closed();
              },
            });
          },
        });
        waiting = encoder.encode('id: a-999\ndata: {"type":"reset"}');
        const own = streams.at(-1)!;
        const response = {
          write: (text: string) => own.push(text),
          once: (_: string, then: () => void) => {
            closed = then;
          },
          end: () => {},
          writableLength: 0,
        };
        log.open(response as never, new Headers(headers).get("last-event-id"));
        return new Response(body);
      };
      const heard: unknown[] = [];
      const end = httpStudio({ origin: "http://127.0.0.1:1", token: "t", fetch }).listen((event) => heard.push(event));
      await vi.advanceTimersByTimeAsync(10);
      const sent: unknown[] = [];
      for (const [i, each] of all.entries()) {
        if (each.do === "event") {
          sent.push({ type: "state", text: `${i} ${each.text}` });
          log.add(sent.at(-1) as never);
        } else if (each.do === "break") streams.pop()?.close(each.within);
        else if (each.do === "refuse") {
          isRefused = true;
          streams.pop()?.close(0);
          await vi.advanceTimersByTimeAsync(3_000);
          isRefused = false;
        } else await vi.advanceTimersByTimeAsync(each.do === "wait" ? 6_000 : 16_000);
        await vi.advanceTimersByTimeAsync(1);
      }
      await vi.advanceTimersByTimeAsync(12_000);
      expect(heard).toEqual(sent);
      end();
      log.close();
      await vi.advanceTimersByTimeAsync(1);
    }),
    { numRuns: runs(200, 30) },
  );
});
