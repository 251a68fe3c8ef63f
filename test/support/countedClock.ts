import { onTestFinished, vi } from "vitest";

/**
 * Replaces `performance.now` until the test ends: each look at the clock finds it so many milliseconds later, so that slices of
 * work are counted and not timed.
 */
export function countedClock(milliseconds: number, onLook: (looks: number) => void = () => undefined) {
  let looks = 0;
  let passed = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    looks++;
    onLook(looks);
    return looks * milliseconds + passed;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return {
    looks: () => looks,
    /** Lets time pass without a look. */
    pass: (more: number) => {
      passed += more;
    },
  };
}
