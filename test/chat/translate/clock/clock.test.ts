import { expect, it } from "vitest";
import { momentOf, today } from "../../../../packages/chat/src/translate/clock/clock.js";

const NOW = "2026-09-16T23:30:00-04:00";

it.each([
  ["today", { date: "2026-09-16" }],
  ["tomorrow", { date: "2026-09-17" }],
  ["next Friday", { date: "2026-09-25" }],
  ["Monday", { date: "2026-09-21" }],
  ["October 27", { date: "2026-10-27" }],
  ["2026-11-01", { date: "2026-11-01" }],
  ["7 pm", { date: null, time: 19 * 60 }],
  ["half past seven pm", { time: 19 * 60 + 30 }],
  ["noon", { time: 12 * 60 }],
  ["8", null],
  ["at 8", { time: 8 * 60, isEitherHalf: true }],
  ["from 10:15 to 10:30", { time: 615, endTime: 630 }],
  ["Friday at 3 pm", { date: "2026-09-18", time: 15 * 60 }],
  ["an hour", null],
  ["90 minutes", null],
  ["the museum", null],
  ["Friday with Anna", null],
  ["", null],
] as const)("%s", (text, moment) => {
  const read = momentOf(text, NOW);
  if (moment === null) expect(read).toBeNull();
  else expect(read).toMatchObject(moment);
});

it("what is said beside a clock alone says nothing without one", () => {
  expect(momentOf("tomorrow", undefined)).toBeNull();
  expect(momentOf("next Friday", undefined)).toBeNull();
  expect(momentOf("2026-10-27", undefined)).toMatchObject({ date: "2026-10-27" });
  expect(momentOf("7 pm", undefined)).toMatchObject({ time: 1140 });
});

it("the day is that of the clock's zone", () => {
  expect(today(NOW)).toBe("2026-09-16");
  expect(today("2026-09-17T03:30:00Z")).toBe("2026-09-17");
  expect(today("no time")).toBeNull();
});
