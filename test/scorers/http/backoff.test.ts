import fc from "fast-check";
import { expect, test } from "vitest";
import { Passing, RETRY_POLICY, retried, retryAfter, waitBefore } from "../../../packages/scorers/src/http/retry.js";

test("waits double up to the longest, with full jitter", () => {
  const policy = { retries: 9, firstWait: 100, longestWait: 1000 };
  const longest = [0, 1, 2, 3, 4, 5].map((attempt) => waitBefore(attempt, policy, null, () => 1));
  expect(longest).toEqual([100, 200, 400, 800, 1000, 1000]);
  expect(waitBefore(3, policy, null, () => 0)).toBe(0);
});

test("law: what the server asked for is waited at least", () =>
  fc.assert(
    fc.property(fc.nat(10), fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, asked, random) => {
      const wait = waitBefore(attempt, RETRY_POLICY, asked, () => random);
      expect(wait).toBeGreaterThanOrEqual(asked);
      expect(wait).toBeLessThanOrEqual(asked + RETRY_POLICY.firstWait);
    }),
  ));

test("no wait is longer than a timer can be", () => {
  const policy = { retries: 9, firstWait: 2 ** 31 - 1, longestWait: 2 ** 31 - 1 };
  expect(waitBefore(9, policy, 2 ** 31 - 1, () => 1)).toBe(2 ** 31 - 1);
  expect(waitBefore(9, policy, null, () => 1)).toBe(2 ** 31 - 1);
});

test("Retry-After in seconds, as a date, and as nonsense", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(retryAfter("3", now)).toBe(3000);
  expect(retryAfter("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5000);
  expect(retryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
  expect(retryAfter("soon", now)).toBe(null);
  expect(retryAfter(null, now)).toBe(null);
});

test.each(["retries", "longestWait"])("a policy whose %s is no number tries once and gives up", async (name) => {
  const policy = { ...RETRY_POLICY, firstWait: 0, [name]: Number.NaN };
  const { signal } = new AbortController();
  let attempts = 0;
  const attempt = async () => {
    attempts++;
    throw new Passing("busy", 0);
  };
  const giveUp = () => new Error("enough");
  await expect(retried(attempt, { policy, signal, giveUp })).rejects.toThrow("enough");
  expect(attempts).toBe(1);
});
