import { getEventListeners } from "node:events";
import { httpStudio } from "@semantic-xpath/studio/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("the stream of events is opened again after pauses that grow while it fails, and begin anew once it was there", async () => {
  const tried: number[] = [];
  let isThere = false;
  const fetch = async (_: unknown, { signal }: RequestInit = {}): Promise<Response> => {
    tried.push(Date.now());
    // Whatever ended a pause leaves no listener behind.
    expect(getEventListeners(signal!, "abort")).toEqual([]);
    if (!isThere) throw new TypeError("refused");
    return new Response("", { headers: { "content-type": "text/event-stream" } });
  };
  const seen: boolean[] = [];
  const client = httpStudio({
    origin: "http://127.0.0.1:1",
    token: "t",
    fetch,
    onConnection: (isConnected) => seen.push(isConnected),
  });
  const end = client.listen(() => undefined);
  const pauses = () => tried.slice(1).map((at, i) => at - tried[i]!);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(pauses().slice(0, 6)).toEqual([250, 500, 1000, 2000, 5000, 5000]);
  expect(seen.includes(true)).toBe(false);
  isThere = true;
  await vi.advanceTimersByTimeAsync(6000);
  expect(seen).toContain(true);
  isThere = false;
  tried.length = 0;
  await vi.advanceTimersByTimeAsync(2000);
  expect(pauses().slice(0, 2)).toEqual([500, 1000]);
  end();
  const { length } = tried;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tried).toHaveLength(length);
});
